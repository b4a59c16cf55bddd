/** What a reader has set for all tables of this browser. Everything is off at first. */

import {onDevice} from '../storage.js';

const addressOf = (name) => `cartulary-${name}`;

/** Whether a preference is on: one-tap, ask-at-end, ask-always, sounds. */
export function prefers(name) {
  return onDevice.read(addressOf(name)) === 'yes';
}

/** Switch a preference on or off. */
export function setPreference(name, yes) {
  onDevice.write(addressOf(name), yes ? 'yes' : 'no');
}
