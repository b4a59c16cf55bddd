/** The last ply of a seat, which it can take back. */

import {deed, sentence} from '../narration.js';
import {begunBy, counting} from './plies.js';

const BEGINS = ['GameStarted', 'PositionSet', 'ForkBegan'];

/** What can be told of what a seat did, but that it agreed to take something back. */
function deeds(events, seat, speech) {
  const own = new Set(begunBy(events, seat).map(({ply}) => ply));
  return events.filter((event) => own.has(event.ply) && event.actor === seat && event.type !== 'TakeBackAgreed' && deed(event, speech) !== null);
}

/** A deed in words; of one that ends the turn it says so. */
function worded(own, events, speech, words) {
  const what = deed(own, speech).replace(/\.$/, '');
  const isEnd = events.some(({ply, type}) => ply === own.ply && type === 'TurnEnded');
  return isEnd ? words.t('end-of-turn', {what}) : what;
}

/** What of a seat would be taken back to this version, in words: of each ply since what it did first. */
export function undone(events, {seat, back_to: version}, speech, words) {
  const own = deeds(counting(events), seat, speech).filter(({position}) => position > version);
  const first = own.filter(({ply}, nth) => ply !== own[nth - 1]?.ply);
  return first.map((each) => worded(each, events, speech, words));
}

/** What was done first since the version that an event goes back to: {turn, what}; null where nothing is told of it. */
function firstUndone(events, {position: last, back_to: version}, speech) {
  const before = counting(events.filter(({position}) => position < last));
  const what = before.find(({position, type}) => position > version && type !== 'TakeBackAgreed' && type !== 'TurnBegan');
  const turn = before.findLast(({position, turn: begun}) => begun && position <= what?.position)?.turn;
  const told = what && sentence(what, speech);
  return turn && told ? {turn, what: told.replace(/\.$/, '')} : null;
}

const BACK = new Set(['TakeBackAgreed', 'ActionsTakenBack']);

/** Who asks, agrees or takes back, by the turn and what is undone, since players know no versions; null of any other event. */
export function backWords(events, event, speech, words) {
  const undone = BACK.has(event.type) ? firstUndone(events, event, speech) : null;
  return undone && words.t(`log.${isFirstToAsk(events, event) ? 'TakeBackAsked' : event.type}`, undone);
}

function isFirstToAsk(events, {type, back_to: version, position: last}) {
  const before = events.filter(({position}) => position < last);
  const open = before.slice(before.findLastIndex((each) => each.type === 'ActionsTakenBack') + 1);
  return type === 'TakeBackAgreed' && open.every((each) => each.type !== type || each.back_to !== version);
}

/**
 * What a seat did last since the deal: `text` tells it, `version` is where the game stands without it, and `others` is
 * how many plies of others would go with it. Null if it did nothing.
 */
export function lastPly(events, seat, speech, words) {
  const rows = counting(events);
  const dealt = rows.find(({type}) => BEGINS.includes(type))?.ply ?? Infinity;
  const told = rows.filter(({ply}) => ply > dealt);
  const own = deeds(told, seat, speech);
  if (own.length === 0) return null;
  const {ply: last} = own.at(-1);
  const text = worded(own.find(({ply}) => ply === last), events, speech, words);
  const since = told.filter(({ply, actor, type}) => ply > last && actor !== null && actor !== seat && type !== 'TakeBackAgreed');
  return {text, version: told.find(({ply}) => ply === last).position - 1, others: new Set(since.map(({ply}) => ply)).size};
}
