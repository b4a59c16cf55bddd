/** The last ply of a seat, which it can take back. */

import {deed} from '../narration.js';

const BACKWARD = ['ActionsTakenBack', 'GameCorrected'];
const BEGINS = ['GameStarted', 'PositionSet', 'ForkBegan'];

/** The events of a whole record that nothing has taken back. */
function counting(events) {
  const found = [];
  for (let version = events.length; version > 0;) {
    const event = events[version - 1];
    const goesBack = BACKWARD.includes(event.type);
    if (!goesBack) found.unshift(event);
    version = goesBack ? event.back_to : version - 1;
  }
  return found;
}

/** What of a seat would be taken back to this version, in words; null where it has told nothing since. */
export function undone(events, {seat, back_to: version}, speech) {
  const own = counting(events).find((event) => event.position > version && event.actor === seat && event.type !== 'TakeBackAgreed' && deed(event, speech));
  return own ? deed(own, speech).replace(/\.$/, '') : null;
}

/**
 * What a seat did last since the deal: `text` tells it, `version` is where the game stands without it, and `others` is
 * how many plies of others would go with it. Null if it did nothing.
 */
export function lastPly(events, seat, speech) {
  const rows = counting(events);
  const dealt = rows.find(({type}) => BEGINS.includes(type))?.ply ?? Infinity;
  const told = rows.filter(({ply, type}) => ply > dealt && type !== 'TakeBackAgreed');
  const own = told.filter((event) => event.actor === seat && deed(event, speech) !== null);
  if (own.length === 0) return null;
  const {ply: last} = own.at(-1);
  const text = deed(own.find(({ply}) => ply === last), speech).replace(/\.$/, '');
  const since = told.filter(({ply, actor}) => ply > last && actor !== null && actor !== seat);
  return {text, version: told.find(({ply}) => ply === last).position - 1, others: new Set(since.map(({ply}) => ply)).size};
}
