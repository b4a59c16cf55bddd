/** Keys of the service: those that this browser saw first, and those that came beside them, for which nobody vouches. */

import {now} from './server-time.js';
import {onDevice} from './storage.js';

const PINNED = 'cartulary-keys';
const ADDED = 'cartulary-keys-added';

/** The keys that are kept here. */
export function keptKeys() {
  return onDevice.readJson(PINNED) ?? [];
}

/**
 * The keys by which notes are checked. What the service lists at first is pinned. A key that it lists later, beside all
 * of them, is taken up and remembered as added; a list that lacks a pinned one is not taken up.
 */
export async function pinnedKeys(service) {
  const catalogue = await service.get('/catalogue').catch(() => ({keys: []}));
  const listed = catalogue.keys.map(({key}) => key);
  // Read only now: two that wait for the catalogue at once take up a new key once.
  const pinned = keptKeys();
  if (!pinned.every((key) => listed.includes(key))) return pinned;
  const news = pinned.length === 0 ? [] : listed.filter((key) => !pinned.includes(key));
  if (news.length > 0) onDevice.write(ADDED, JSON.stringify([...addedKeys(), ...news.map((key) => ({key, seenAt: new Date(now()).toISOString()}))]));
  onDevice.write(PINNED, JSON.stringify(listed));
  return listed;
}

/** The keys that this browser saw only beside others: {key, seenAt}. */
function addedKeys() {
  return onDevice.readJson(ADDED) ?? [];
}

/** A sentence on each key that came later. */
export function addedKeysWords(words) {
  return addedKeys().map(({key, seenAt}) => words.t('key-added', {key, at: words.moment(seenAt)}));
}
