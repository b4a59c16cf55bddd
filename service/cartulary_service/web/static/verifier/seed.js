/** The disclosed seed, and what was committed to with it. */

import {base64url, bytes32} from './bytes.js';
import {canonical} from './canonical.js';
import {endOf} from './events.js';
import {digest, mac, macKey} from './hashing.js';
import {counted, need, Unchecked} from './outcome.js';
import {entropyOf} from './seating.js';

/** The seed that the end discloses. */
function seedOf({events}) {
  return bytes32(endOf(events).fields.data.server_seed, 'the disclosed seed');
}

/** The disclosed seed is the one that the server committed to. */
export async function checkSeed(bundle) {
  const seed = seedOf(bundle);
  const [created] = bundle.events;
  const commit = await digest('server-seed', bundle.header.id, seed);
  need(base64url(commit) === created.fields.data.server_commit, 'the disclosed seed is not the one committed to');
  return 'the disclosed seed is the one committed to';
}

/** Every hidden value is what its event committed to, and event 1 hides the disclosed seed; unchecked where some are missing. */
export async function checkCommitments(bundle) {
  const seed = seedOf(bundle);
  need(bundle.events[0].hidden.server_seed === base64url(seed), 'event 1: it hides another seed than the end discloses, or none');
  const key = await macKey(seed);
  const secrets = bundle.events.flatMap((event) => Object.keys(event.fields.secrets).map((name) => [event, name]));
  const given = secrets.filter(([{hidden}, name]) => Object.hasOwn(hidden, name));
  for (const [event, name] of given) await requireCommitted(bundle.header.id, key, event, name);
  const absent = secrets.length - given.length;
  if (absent > 0) throw new Unchecked(`${counted(absent, 'hidden value is', 'hidden values are')} not in the bundle; ${counted(given.length, 'is', 'are')} what was committed to`);
  return `${counted(given.length, 'hidden value is', 'hidden values are')} what was committed to`;
}

/** One hidden value is what its event committed to. */
async function requireCommitted(game, key, {fields, hidden}, name) {
  const salt = await mac(key, 'salt', game, fields.position, name);
  const commitment = await digest('commit', game, fields.position, name, salt, canonical(hidden[name]));
  need(base64url(commitment) === fields.secrets[name], `${name} of event ${fields.position} is not what was committed to`);
}

/** The seed that all chance of a game comes from. */
export async function chanceOf(bundle) {
  const key = await macKey(seedOf(bundle));
  return mac(key, 'deck', bundle.header.id, ...entropyOf(bundle.events));
}
