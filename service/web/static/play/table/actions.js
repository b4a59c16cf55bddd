/** What one may do, out of the forms that the service lists; no rule is here. */

import {Refused} from '../api.js';
import {button, h, keyed, redraw} from '../dom.js';
import {icon} from '../cards/art.js';
import {flat, sentence} from '../narration.js';

const FEW = 8;
const FINAL = new Set(['TurnBegan', 'GameEnded', 'DefenceEnded']);

/** What a form names: cards, plots, technologies, with how many of each. */
export function uses(form) {
  const counts = {};
  const count = (token, number = 1) => {
    counts[token] = (counts[token] ?? 0) + number;
  };
  for (const [name, value] of Object.entries(form)) {
    if (['type', 'choose', 'seat', 'effect'].includes(name)) continue;
    if (name === 'plot') count(`plot ${value}`);
    else if (Array.isArray(value)) value.forEach((each) => count(each));
    else if (typeof value === 'string') count(value);
  }
  for (const [name, {from}] of Object.entries(form.choose ?? {})) {
    for (const [item, number] of Object.entries(from)) count(name === 'plots' ? `plot ${item}` : item, number);
  }
  return counts;
}

/** What has been chosen on the table: keys of cards, each with what it is. */
export class Chosen {
  constructor(forms, changed) {
    this.keys = new Map();
    this.changed = changed;
    this.forms = forms.map((form) => ({form, uses: uses(form)}));
    this.usable = new Set(this.forms.flatMap((each) => Object.keys(each.uses)));
  }

  can(kind) {
    return this.usable.has(kind);
  }

  has(key) {
    return this.keys.has(key);
  }

  /** Whether something of that zone may be chosen. */
  opens(zone) {
    return zone === 'discard' && this.forms.some(({form}) => form.type === 'oligarchy' || form.type === 'republic');
  }

  toggle(key, kind) {
    if (!this.keys.delete(key)) this.keys.set(key, kind);
    this.changed();
  }

  clear() {
    this.keys.clear();
  }

  counts() {
    const counts = {};
    for (const kind of this.keys.values()) counts[kind] = (counts[kind] ?? 0) + 1;
    return counts;
  }

  /** The forms that use all that is chosen; all forms while nothing is. */
  fitting() {
    const wanted = Object.entries(this.counts());
    return this.forms.filter((each) => wanted.every(([kind, number]) => (each.uses[kind] ?? 0) >= number))
      .map(({form}) => form);
  }
}

/** The panel with all that one may do. */
export class Actions {
  constructor(place, {kind, service, accepted, refused}) {
    Object.assign(this, {place, kind, service, accepted, refused});
    this.forms = [];
    this.chosen = null;
    this.open = null;
    this.ahead = null;
    this.busy = false;
  }

  /** Show what may be done now. */
  show(game, forms, chosen, players) {
    const same = this.game?.version === game.version && JSON.stringify(this.forms) === JSON.stringify(forms);
    Object.assign(this, {game, forms, chosen, players});
    if (!same) Object.assign(this, {open: null, ahead: null});
    this.draw();
  }

  draw() {
    const {words} = this.kind;
    if (this.ahead) return redraw(this.place, this.preview());
    if (this.open) return redraw(this.place, this.chooser());
    const fitting = this.chosen.fitting();
    const picked = this.chosen.keys.size;
    const hint = picked > 0 && h('p', {class: 'hint'}, words.t('fits', {count: fitting.length}), ' ',
      button(words.t('choose-nothing'), () => this.clear(), {class: 'quiet', 'data-key': 'choose-nothing'}));
    const none = this.forms.length === 0 && h('p', {class: 'hint'}, words.t('nothing-to-do'));
    return redraw(this.place, hint, none, grouped(fitting).map(([key, forms]) => this.group(key, forms, picked > 0)));
  }

  clear() {
    this.chosen.clear();
    this.chosen.changed();
  }

  /** Forms of one kind of action. */
  group(key, forms, picked) {
    const {kind} = this;
    const title = titleOf(forms[0], kind);
    const rule = kind.help[forms[0].effect ?? forms[0].type];
    const plain = forms.length === 1 && labelOf(forms[0], this) === '';
    const buttons = forms.map((form, nth) => {
      const label = labelOf(form, this);
      return button(label || title, () => this.take(form),
        {'data-key': `form:${key}:${nth}`, class: label ? 'do' : 'do wide', disabled: this.busy});
    });
    if (plain) return h('div', {class: 'group'}, buttons, rule && h('p', {class: 'rule'}, rule));
    const inside = [rule && h('p', {class: 'rule'}, rule), h('div', {class: 'buttons'}, buttons)];
    if (forms.length <= FEW || picked) return h('section', {class: 'group'}, h('h3', {}, title), inside);
    return h('details', {class: 'group', 'data-key': `group:${key}`},
      h('summary', {}, title, h('span', {class: 'times'}, ` ${forms.length}`)), inside);
  }

  /** Begin an action: choose what it leaves open, or look ahead. */
  take(form) {
    if (!form.choose) return this.lookAhead(form, null);
    const left = this.chosen.counts();
    const picks = {};
    for (const [name, {from, count}] of Object.entries(form.choose)) {
      picks[name] = {};
      const all = Object.values(from).reduce((sum, each) => sum + each, 0);
      for (const [item, number] of Object.entries(from)) {
        const token = name === 'plots' ? `plot ${item}` : item;
        const sum = Object.values(picks[name]).reduce((one, other) => one + other, 0);
        const picked = all === count ? number : Math.min(left[token] ?? 0, number, count - sum);
        picks[name][item] = picked;
        if (left[token]) left[token] -= picked;
      }
      if (name === 'pay') payEvenly(picks[name], from, count);
    }
    this.open = {form, picks};
    this.draw();
    return this.focus('chooser');
  }

  focus(key) {
    keyed(this.place, key)?.focus();
  }

  /** Choose how many of each. */
  chooser() {
    const {words} = this.kind;
    const {form, picks} = this.open;
    const fields = Object.entries(form.choose).map(([name, choice]) => this.choice(name, choice, picks[name]));
    const ready = Object.entries(form.choose).every(([name, {count, at_least: atLeast}]) => {
      const sum = Object.values(picks[name]).reduce((one, other) => one + other, 0);
      return sum <= count && sum >= (atLeast ?? count);
    });
    return h('section', {class: 'chooser', 'data-key': 'chooser', tabindex: '-1', 'aria-label': titleOf(form, this.kind)},
      h('h3', {}, titleOf(form, this.kind)), h('p', {}, labelOf(form, this)), fields,
      h('div', {class: 'buttons'},
        button(words.t('go-on'), () => this.lookAhead(this.complete(), this.open),
          {class: 'do main', disabled: !ready || this.busy, 'data-key': 'go-on'}),
        button(words.t('cancel'), () => this.cancel(), {class: 'quiet', 'data-key': 'cancel'})));
  }

  /** One field to choose. */
  choice(name, {from, count, at_least: atLeast}, picks) {
    const {words} = this.kind;
    const sum = Object.values(picks).reduce((one, other) => one + other, 0);
    const change = (item, by) => {
      picks[item] += by;
      this.draw();
    };
    const title = words.has(`field.${name}`) ? words.t(`field.${name}`) : this.kind.names[name] ?? name;
    const asked = atLeast !== undefined && atLeast < count
      ? words.t('choose-range', {least: atLeast, most: count}) : words.t('choose', {count});
    const rows = Object.entries(from).map(([item, number]) => {
      const label = itemWords(name, item, this);
      return h('li', {}, h('span', {class: 'item'}, label),
        button('−', () => change(item, -1), {class: 'step', disabled: picks[item] === 0, 'data-key': `less:${name}:${item}`,
          'aria-label': words.t('less', {item: label})}),
        h('output', {'aria-live': 'off'}, words.t('of', {have: picks[item], all: number})),
        button('+', () => change(item, 1), {class: 'step', disabled: picks[item] === number || sum >= count,
          'data-key': `more:${name}:${item}`, 'aria-label': words.t('more', {item: label})}));
    });
    return h('fieldset', {}, h('legend', {}, `${title}: ${asked}`), h('ul', {class: 'steps'}, rows),
      h('p', {class: 'hint', 'aria-live': 'polite'}, words.t('chosen', {have: sum, all: count})));
  }

  /** The form with what was chosen. */
  complete() {
    const {form, picks} = this.open;
    const {choose, ...settled} = form;
    const chosen = Object.keys(choose).map((name) => [name,
      Object.entries(picks[name]).flatMap(([item, number]) => Array(number).fill(item))]);
    return {...settled, ...Object.fromEntries(chosen)};
  }

  cancel() {
    Object.assign(this, {open: null, ahead: null});
    this.draw();
    this.focus(`form:${this.last ?? ''}`);
  }

  /** Ask what an action would cause; do it at once where nothing would be shown and the turn goes on. */
  async lookAhead(action, open, always = false) {
    await this.trying(async () => {
      const {events, reveals} = await this.service.post(`/games/${this.game.id}/actions?dry_run=true`, action);
      const shown = events.map((row) => flat(row, this.kind.catalogue));
      const asks = always || reveals || shown.some(({type}) => FINAL.has(type)) || this.askAlways;
      if (!asks) return this.act(action);
      const speech = {phrases: this.kind.catalogue.phrases, names: this.kind.names, players: this.players};
      this.ahead = {action, open, reveals, told: shown.map((event) => sentence(event, speech)).filter(Boolean)};
      return undefined;
    });
  }

  /** What would happen, to be confirmed. */
  preview() {
    const {words} = this.kind;
    const {action, reveals, told} = this.ahead;
    return h('section', {class: 'preview', 'aria-label': words.t('preview')},
      h('h3', {}, words.t('preview')),
      h('ul', {class: 'told'}, told.map((each) => h('li', {}, each))),
      reveals && h('p', {class: 'warning'}, icon('hand'), words.t('reveals')),
      h('div', {class: 'buttons'},
        button(words.t('confirm'), () => this.trying(() => this.act(action)),
          {class: 'do main', 'data-key': 'confirm', disabled: this.busy}),
        button(words.t('cancel'), () => this.back(), {class: 'quiet', 'data-key': 'cancel'})));
  }

  back() {
    this.ahead = null;
    this.draw();
    this.focus(this.open ? 'go-on' : '');
  }

  /** Act; the same action sent twice happens once. */
  async act(action) {
    const key = crypto.randomUUID();
    const path = `/games/${this.game.id}/actions`;
    const alone = this.game.to_act.length < 2;
    const headers = {'Idempotency-Key': key, ...(alone ? {'If-Match': `"${this.game.version}"`} : {})};
    const done = await this.service.post(path, action, headers);
    Object.assign(this, {open: null, ahead: null});
    await this.accepted(done);
  }

  /** Do one thing at a time, and say what was refused. */
  async trying(what) {
    if (this.busy) return;
    this.busy = true;
    try {
      await what();
    } catch (error) {
      this.ahead = null;
      this.refused(error, error instanceof Refused && error.status === 412);
    } finally {
      this.busy = false;
      const focused = document.activeElement.getAttribute('data-key');
      this.draw();
      if (this.ahead) this.focus('confirm');
      else if (focused) this.focus(focused);
      if (document.activeElement === document.body) this.place.focus({preventScroll: true});
    }
  }
}

/** What is paid with when nothing was chosen yet: always of what there is most. */
function payEvenly(picks, from, count) {
  const left = (item) => from[item] - picks[item];
  for (let paid = Object.values(picks).reduce((sum, each) => sum + each, 0); paid < count; paid += 1) {
    const [most] = Object.keys(from).sort((one, other) => left(other) - left(one));
    picks[most] += 1;
  }
}

/** Forms by their action, and by the effect that it copies. */
function grouped(forms) {
  const groups = new Map();
  for (const form of forms) {
    const key = form.effect ? `${form.type}:${form.effect}` : form.type;
    if (groups.has(key)) groups.get(key).push(form);
    else groups.set(key, [form]);
  }
  return [...groups];
}

/** What an action is called. */
export function titleOf(form, {words, names}) {
  const own = words.has(`action.${form.type}`) ? words.t(`action.${form.type}`) : names[form.type] ?? form.type;
  return form.effect ? `${own}: ${names[form.effect] ?? form.effect}` : own;
}

/** What an item of a choice is called. */
function itemWords(field, item, {kind, game}) {
  if (field !== 'plots') return kind.names[item] ?? item;
  const plot = game.state.seats[game.you].plots[Number(item)];
  return kind.words.t('civ.plot', {number: Number(item) + 1, terrain: kind.names[plot?.terrain] ?? ''});
}

/** What is settled in a form, in words. */
export function labelOf(form, table) {
  const {kind: {words, names}, players} = table;
  const name = (each) => names[each] ?? String(each);
  if (form.type === 'bank') return words.t('act.bank', {give: name(form.give), take: name(form.take)});
  if (form.type === 'defend') return words.t('act.defend', {unit: name(form.unit), stops: name(form.stops)});
  const parts = Object.entries(form).flatMap(([field, value]) => {
    if (['type', 'choose', 'effect'].includes(field)) return [];
    if (field === 'seat') return [players[value]];
    if (field === 'limit') return [words.t('act.limit', {limit: value})];
    if (field === 'plot') return [itemWords('plots', value, table)];
    if (Array.isArray(value)) {
      const label = words.has(`field.${field}`) ? `${words.t(`field.${field}`)}: ` : '';
      return [label + value.map((each) => (field === 'plots' ? itemWords(field, each, table) : name(each))).join(', ')];
    }
    if (typeof value === 'object') return [Object.entries(value).map(([each, number]) => `${name(each)} ×${number}`).join(', ')];
    return [name(value)];
  });
  return parts.join(' · ');
}
