/** The clock of a new game: none, one of three usual ones, or one of the player's own. */

import {field, h, redraw, select} from '../dom.js';
import {DAYS, weekday} from './clock-words.js';

const UNITS = {minutes: 60, hours: 3600, days: 86400};
const HOUR = UNITS.hours;
const DAY = UNITS.days;

/** Clocks as the service takes them, by the pace that they give a game. */
export const PRESETS = {
  none: null,
  live: {kind: 'bank', seconds: 10 * UNITS.minutes},
  daily: {kind: 'turn', seconds: DAY},
  slow: {kind: 'turn', seconds: 3 * DAY, vacation_days: 14},
};
const FIRST_OF_ONE_S_OWN = {kind: 'turn', seconds: 3 * DAY};

/** Fields for a clock; its own are shown once they are asked for, and begin with the preset that was chosen before. */
export class ClockChoice {
  constructor(words) {
    this.words = words;
    this.place = h('div', {class: 'fields'});
    this.draw('none');
  }

  draw(preset, own = null) {
    const {words} = this;
    const presets = [...Object.keys(PRESETS), 'own'].map((each) => [each, words.t(`clock.${each}`)]);
    redraw(this.place, field(words.t('clock.kind'), select('clock', presets, preset, (event) => {
      this.draw(event.target.value, PRESETS[preset] ?? FIRST_OF_ONE_S_OWN);
    })), preset === 'own' && this.fields(own));
  }

  /** All that can be set of a clock. */
  fields(own) {
    const {words} = this;
    const number = (name, value, min, max) => h('input', {type: 'number', name, value, min, max, required: true});
    const kinds = ['turn', 'bank'].map((each) => [each, words.t(`clock.${each}`)]);
    const units = Object.keys(UNITS).map((each) => [each, words.t(`unit.${each}`)]);
    const unit = Object.keys(UNITS).findLast((each) => own.seconds % UNITS[each] === 0);
    const increment = field(words.t('clock.increment'), number('clock-increment', (own.increment ?? 0) / HOUR, 0, 999));
    const show = (kind) => { increment.hidden = kind !== 'bank'; };
    show(own.kind);
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return [
      field(words.t('clock.for'), select('clock-kind', kinds, own.kind, (event) => show(event.target.value))),
      h('div', {class: 'pair'}, field(words.t('clock.time'), number('clock-time', own.seconds / UNITS[unit], 1, 999)),
        field(words.t('clock.unit'), select('clock-unit', units, unit))),
      increment,
      field(words.t('clock.vacation'), number('clock-vacation', own.vacation_days ?? 0, 0, 365)),
      field(words.t('clock.on-expiry'), select('clock-expiry',
        ['forfeit', 'claim', 'bot'].map((each) => [each, words.t(`clock.${each}`)]), 'forfeit')),
      h('details', {}, h('summary', {}, words.t('clock.window')),
        h('label', {class: 'check'}, h('input', {type: 'checkbox', name: 'window'}), words.t('clock.window-use')),
        h('div', {class: 'fields'}, field(words.t('clock.zone'), h('input', {name: 'window-zone', value: zone})),
          field(words.t('clock.begins'), h('input', {type: 'time', name: 'window-begins', value: '08:00'})),
          field(words.t('clock.ends'), h('input', {type: 'time', name: 'window-ends', value: '22:00'}))),
        h('div', {class: 'fields'}, DAYS.map((day, nth) => h('label', {class: 'check'},
          h('input', {type: 'checkbox', name: 'window-day', value: day, checked: true}), weekday(nth, words))))),
    ];
  }
}

/** A clock as the service takes it, or null for none, from the data of the form. */
export function clockOf(given) {
  const preset = given.get('clock');
  if (preset !== 'own') return PRESETS[preset];
  const kind = given.get('clock-kind');
  const days = given.getAll('window-day');
  const window = given.get('window') === null ? null
    : {zone: given.get('window-zone'), begins: given.get('window-begins'), ends: given.get('window-ends'), days};
  return {
    kind, window, seconds: Number(given.get('clock-time')) * UNITS[given.get('clock-unit')],
    increment: kind === 'bank' ? Number(given.get('clock-increment')) * HOUR : 0,
    vacation_days: Number(given.get('clock-vacation')), on_expiry: given.get('clock-expiry'),
  };
}
