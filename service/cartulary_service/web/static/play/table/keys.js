/** The keyboard at the table. */

import {h} from '../dom.js';

/** What is lit besides the hand: effects, the market, plots, tokens, rivals, attackers. */
export const LIT = '.effect.can, .stall button.can, .over.can, .over.target, .house.can, .coin.can, .aim-seat, .duel .can, .target > .aim';
/** A question of another player, with its two answers. */
const QUESTION = '.band :has(> [data-key^="no:"])';
/** What letters are typed into, or chosen by. */
const FIELDS = 'input:not([type=checkbox]), select, textarea';
/** What Space presses, opens or leaves alone, as on any page; elsewhere it does what the main button says. */
const CONTROL = 'button, summary, a, input';

export class Keys {
  constructor(view) {
    this.view = view;
    this.aborts = new AbortController();
    document.addEventListener('keydown', (event) => this.pressed(event), {signal: this.aborts.signal});
  }

  close() {
    this.aborts.abort();
  }

  pressed(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (document.querySelector('dialog[open]')) return;
    const field = event.target.closest?.(FIELDS);
    if (field && event.key === 'Escape') {
      field.blur();
      this.view.focusNext();
    }
    if (field) return;
    if (this.commands(event)[nameOf(event)]?.() === true) event.preventDefault();
  }

  /** Commands by key; each returns whether it did something. */
  commands(event) {
    const {
      view,
      view: {table},
    } = this;
    const first = (selector) => table.place.querySelector(selector);
    const press = (element) => Boolean(element) && (element.click(), true);
    const step = (by) => {
      const cards = [...table.place.querySelectorAll('.hand button.card')];
      const at = cards.indexOf(document.activeElement);
      if (cards.length === 0 || event.target.closest?.(':popover-open:not(.rail)')) return false;
      cards[at < 0 ? 0 : (at + by + cards.length) % cards.length].focus();
      return true;
    };
    const lane = (nth) => {
      const found = first(`.lanes > :nth-child(${nth}), .lands > :nth-child(${nth})`);
      return press(found?.querySelector('.aim, .over')) || (found?.querySelector('.effect')?.focus(), Boolean(found));
    };
    const cycle = () => {
      const lit = [...table.place.querySelectorAll(LIT)].filter((each) => each.checkVisibility());
      lit[(lit.indexOf(document.activeElement) + 1) % lit.length]?.focus();
      return lit.length > 0;
    };
    const answer = (button) => press(event.target.closest?.(QUESTION)?.querySelector(button));
    const zoom = () => {
      const element = event.target.closest?.('[data-zoom]');
      if (element) view.zoom.show(element);
      return Boolean(element);
    };
    return {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      Escape: () =>
        (!view.sheet.byItself && view.sheet.leave()) ||
        ((table.acting.ahead || table.move?.begun) &&
        !document.querySelector(':popover-open:not(.rail, .sheet)') &&
        (table.tap(() => table.acting.ahead || table.move.putBack()), true)),
      ' ': () => !event.target.closest?.(CONTROL) && press(first('[data-key="confirm"], [data-key="go"]')),
      e: cycle,
      i: zoom,
      d: () => (view.openPile(), true),
      u: () => press(first('[data-key="take-back"], [data-key="put-back"]')),
      q: () => Boolean(first(QUESTION)) && (first(`${QUESTION} > button`).focus(), true),
      y: () => answer(':scope > button'),
      n: () => answer('[data-key^="no:"]'),
      '?': () => (view.openKeys(), true),
      ...Object.fromEntries(Array.from({length: 6}, (_, nth) => [String(nth + 1), () => lane(nth + 1)])),
    };
  }
}

/** What a key is called here; a letter by its place where the keyboard writes no Latin ones. */
function nameOf({key, code}) {
  if (key.length > 1) return key;
  return key > '~' && code.startsWith('Key') ? code.at(-1).toLowerCase() : key.toLowerCase();
}

/** The keys that there are, as they are shown to their reader. */
export function keyList(words) {
  const keys = {'← →': 'cards', Enter: 'pick', Esc: 'back', [words.t('key-space')]: 'go', E: 'lit', '1–6': 'lane', I: 'look', D: 'pile', U: 'undo', Q: 'question', Y: 'agree', N: 'no', '?': 'help'};
  return [h('h2', {}, words.t('keys-of-table')),
    h('dl', {class: 'keys'}, Object.entries(keys).map(([key, does]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, words.t(`key.${does}`))]))];
}
