/** A move in the making: which of the listed forms it may become, and what is chosen of what they leave open. */

const NOT_CHOSEN = new Set(['type', 'choose']);

/** The first difference between forms is what is to be chosen next. No rule is here: the service lists the forms. */
export class Move {
  constructor(forms) {
    this.forms = forms;
    this.putBack();
  }

  /** Choose nothing. */
  putBack() {
    this.type = null;
    this.key = null;
    this.settled = {};
    this.picks = [];
    this.narrowed = [];
    this.untouched = null;
  }

  get begun() {
    return this.type !== null;
  }

  /** Whether an action of this type is listed. */
  offers(type) {
    return this.forms.some((form) => form.type === type);
  }

  of(type) {
    return this.forms.filter((form) => form.type === type);
  }

  /** Begin an action; `key` names the card on the table that was touched for it. */
  begin(type, settled = {}, key = null) {
    this.putBack();
    Object.assign(this, {type, settled: {...settled}, key});
  }

  /** Begin an action because there is no other, with what alone can be chosen: {type, settled}. */
  beginByItself({type, settled}) {
    this.begin(type, settled);
    this.untouched = this.choice;
  }

  get choice() {
    return JSON.stringify([this.type, this.key, this.settled, this.picks, this.narrowed]);
  }

  /** Whether the player has chosen anything that can be put back. */
  get hasChoice() {
    return this.begun && this.choice !== this.untouched;
  }

  /** Settle more of the action that was begun: a seat, a sphere, an effect. */
  settle(values) {
    Object.assign(this.settled, values);
  }

  /** Leave only forms with one of these sets of values. */
  narrow(choices) {
    if (choices.length === 1) this.settle(choices[0]);
    else this.narrowed = choices;
  }

  /** The forms that this move may still become. */
  candidates() {
    if (!this.begun) return [];
    const fits = (form, values) => Object.entries(values).every(([name, value]) => form[name] === value);
    return this.of(this.type).filter(
      (form) =>
        fits(form, this.settled) &&
        (this.narrowed.length === 0 || this.narrowed.some((values) => fits(form, values))) &&
        lists(form).every((name) => holds(form[name], this.picked(name))),
    );
  }

  /** Items picked for a field. */
  picked(name) {
    return this.picks.filter((pick) => pick.field === name).map(({item}) => item);
  }

  isPicked(key) {
    return this.key === key || this.picks.some((pick) => pick.key === key);
  }

  /** The values that are still to be settled: the fields in which the candidates differ. */
  values() {
    const [first, ...others] = this.candidates();
    if (!first) return [];
    return scalars(first).filter(
      (name) => !(name in this.settled) && others.some((form) => form[name] !== first[name]),
    );
  }

  /** The cards that are to be chosen, field by field in their order: {name, count, least, chosen}. */
  fields() {
    const candidates = this.candidates();
    if (candidates.length === 0) return [];
    const [first] = candidates;
    const listed = lists(first).map((name) => ({name, count: first[name].length, least: first[name].length}));
    const left = Object.entries(first.choose ?? {}).map(([name, {count, at_least: least}]) => ({
      name,
      count,
      least: least ?? count,
    }));
    return [...listed, ...left].map((field) => ({...field, chosen: this.picked(field.name).length}));
  }

  /** The field for which cards are chosen now; null once a value has to be settled first, or nothing is left open. */
  field() {
    if (this.values().length > 0) return null;
    return this.fields().find(({count, chosen}) => chosen < count) ?? null;
  }

  /** Whether one more such item may be picked for the present field. */
  takes(item) {
    const field = this.field();
    if (field === null) return false;
    const picked = [...this.picked(field.name), item];
    return this.candidates().some((form) =>
      Array.isArray(form[field.name])
        ? holds(form[field.name], picked)
        : (form.choose?.[field.name]?.from[item] ?? 0) >= picked.filter((each) => each === item).length,
    );
  }

  /** Pick an item, or put it back. Later fields begin anew when an earlier one changes. */
  pick(item, key) {
    const place = this.picks.findIndex((pick) => pick.key === key);
    if (place >= 0) {
      const {field} = this.picks[place];
      const names = this.fields().map(({name}) => name);
      const later = new Set(names.slice(names.indexOf(field) + 1));
      this.picks = this.picks.filter((pick, at) => at !== place && !later.has(pick.field));
    } else if (this.takes(item)) {
      this.picks.push({field: this.field().name, item, key});
    }
  }

  /** Whether it can be done as it is. */
  get ready() {
    return (
      this.candidates().length > 0 &&
      this.values().length === 0 &&
      this.fields().every(({least, chosen}) => chosen >= least)
    );
  }

  /** Whether the card that began it leaves nothing else to choose. */
  get wholeByCard() {
    return this.key !== null && this.ready && this.fields().length === 0;
  }

  /** The action as the service takes it. */
  action() {
    const {choose, ...settled} = this.candidates()[0];
    return {...settled, ...Object.fromEntries(Object.keys(choose ?? {}).map((name) => [name, this.picked(name)]))};
  }
}

function scalars(form) {
  return Object.keys(form).filter((name) => !NOT_CHOSEN.has(name) && typeof form[name] !== 'object');
}

/** The fields that list cards. */
function lists(form) {
  return Object.keys(form).filter((name) => !NOT_CHOSEN.has(name) && Array.isArray(form[name]));
}

/** Whether a list holds all of these items, each as often. */
function holds(list, items) {
  const left = [...list];
  return items.every((item) => {
    const place = left.indexOf(item);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}
