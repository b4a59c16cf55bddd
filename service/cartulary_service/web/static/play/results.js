/** Results: who has won, how, and what was counted, in words. */

import {playersOf} from './game.js';
import {wordOf} from './narration.js';

/** How a game ended, in words. */
export function resultWords(result, players, kind) {
  const {words, names} = kind;
  const how = wordOf(names, result.kind, 'result');
  if (result.winners.length === 0 || result.kind === 'draw') return words.t('over-void', {how});
  const winners = words.list(result.winners.map((seat) => players[seat]));
  return words.t('over', {count: result.winners.length, winners, how});
}

/** How a finished game ended for a player who sat there, and by what: {outcome: won, lost or drawn, text}; null without a result. */
export function ownEnd({result, seats}, {id}, {words, names}) {
  const own = seats.find(({player}) => player?.id === id);
  if (!result || !own) return null;
  const isDrawn = result.winners.length === 0 || result.kind === 'draw';
  const outcome = isDrawn ? 'drawn' : result.winners.includes(own.seat) ? 'won' : 'lost';
  const players = playersOf({seats}, words);
  const winners = words.list(result.winners.map((seat) => players[seat]));
  return {outcome, text: words.t(`ended.${outcome}`, {how: wordOf(names, result.kind, 'result'), winners})};
}

/** What was counted at the end, in words: the points of each seat, and the tie-breaks that were needed, by their names. */
export function countWords({game: {result}, players, words}, title, names) {
  const points = pointsOf(result).map(([seat, each]) => `${players[seat]} ${words.number(each)}`);
  if (points.length === 0) return '';
  const ties = result.decided_by.map((id) => names[id]);
  return [`${title}: ${points.join(', ')}`, ties.length > 0 && words.t('tie-breaks', {ties: words.list(ties)})].filter(Boolean).join(' · ');
}

/** By how many points a game was won, or null where none decided. */
export function marginOf({result: {kind, winners, ...result}}) {
  const points = pointsOf(result);
  const best = (list) => Math.max(...list.map(([, each]) => each));
  const [won, lost] = [true, false].map((yes) => points.filter(([seat]) => winners.includes(seat) === yes));
  const margin = won.length > 0 && lost.length > 0 && kind !== 'resignation' ? best(won) - best(lost) : 0;
  return margin > 0 ? margin : null;
}

/** The points of a result as [seat, points]. */
export function pointsOf(result) {
  if (!result?.points) return [];
  const {points} = result;
  return Array.isArray(points) ? points.map(({seat, points: each}) => [seat, each])
    : Object.entries(points).map(([seat, each]) => [Number(seat), each]);
}
