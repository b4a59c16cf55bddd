/** What a reader has set for all tables of this browser. */

import {onDevice} from '../storage.js';

/** What is on until somebody turns it off; everything else is off at first. */
const ON_AT_FIRST = new Set(['ask-at-end']);

const addressOf = (name) => `cartulary-${name}`;

/** Whether a preference is on: one-tap, ask-at-end, ask-always, sounds. */
export function prefers(name) {
  return (onDevice.read(addressOf(name)) ?? (ON_AT_FIRST.has(name) ? 'yes' : 'no')) === 'yes';
}

/** Switch a preference on or off. */
export function setPreference(name, yes) {
  onDevice.write(addressOf(name), yes ? 'yes' : 'no');
}
