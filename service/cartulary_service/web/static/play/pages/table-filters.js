/** Filters of the open tables, which this browser remembers. */

import {button, field, h, select} from '../dom.js';
import {onDevice} from '../storage.js';
import {LANGUAGES} from '../words.js';

const KEPT = 'cartulary-table-filters';
const PACES = ['none', 'live', 'daily', 'slow'];

/** Paces in words. */
export function paceWords(pace, words) {
  return words.t(pace === 'none' ? 'clock.none' : `pace.${pace}`);
}

/** What is chosen, by the names that the service gives its filters. */
export class TableFilters {
  constructor(words, kinds, onchange) {
    Object.assign(this, {words, kinds, onchange});
    this.chosen = this.possible(kept());
  }

  get isSet() {
    return Object.keys(this.chosen).length > 0;
  }

  /** The filters as they are added to an address that has parameters already. */
  query() {
    return Object.entries(this.chosen).map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join('');
  }

  /** What there is to choose for each filter, as [value, words]. */
  choices({game}) {
    const {words} = this;
    const kinds = [...this.kinds.values()].filter(({catalogue}) => !game || catalogue.id === game);
    const editions = game ? kinds.flatMap(({catalogue}) => catalogue.editions) : [];
    const seats = [...new Set(kinds.flatMap(({catalogue}) => catalogue.seats))].sort();
    return {
      game: [...this.kinds.keys()].map((id) => [id, words.t(`short-name.${id}`)]),
      edition: editions.length > 1 ? editions.map(({id, name}) => [id, name]) : [],
      seats: seats.map((each) => [String(each), words.number(each)]),
      // Each open table has a free seat, and one with nobody at it is rare.
      free_seats: seats.slice(0, -1).map((each) => [String(each), words.t('at-least', {count: each})]),
      clock: PACES.map((each) => [each, paceWords(each, words)]),
      language: Object.entries(LANGUAGES),
    };
  }

  /** Those of some values that can be chosen. */
  possible(values) {
    const kinds = [...this.kinds.keys()];
    const game = kinds.includes(values.game) ? values.game : undefined;
    const choices = Object.entries(this.choices({game}));
    return Object.fromEntries(choices.map(([name, all]) => [name, all.find(([value]) => value === values[name])?.[0]])
      .filter(([, value]) => value !== undefined));
  }

  change(values) {
    this.chosen = this.possible(values);
    onDevice.write(KEPT, JSON.stringify(this.chosen));
    this.onchange();
  }

  draw() {
    const {words, chosen} = this;
    const titles = {game: words.t('game'), edition: words.t('edition'), seats: words.t('seats'),
      free_seats: words.t('free-seats'), clock: words.t('clock'), language: words.t('table-language')};
    const one = (name, all) => {
      const options = [['', words.t('any')], ...all];
      const choice = select(`filter-${name}`, options, chosen[name] ?? '', (event) => this.change({...this.chosen, [name]: event.target.value}));
      return h('div', {class: name === 'clock' && 'whole-row', 'data-key': `filter:${name}:${all.map(([value]) => value).join()}`}, field(titles[name], choice));
    };
    const clear = (event) => {
      for (const each of event.target.closest('details').querySelectorAll('select')) each.value = '';
      this.change({});
    };
    return h('details', {class: 'filters', 'data-key': 'filters'},
      h('summary', {}, words.t('filters'), ' ', this.isSet && h('span', {class: 'dot calm'}, Object.keys(chosen).length)),
      h('div', {class: 'fields'}, Object.entries(this.choices(chosen)).filter(([, all]) => all.length > 0).map(([name, all]) => one(name, all))),
      this.isSet && button(words.t('show-all-tables'), clear, {'data-key': 'clear-filters'}));
  }
}

/** What was chosen here before; nothing if something else lies in its place. */
function kept() {
  try {
    return Object(JSON.parse(onDevice.read(KEPT)));
  } catch {
    return {};
  }
}
