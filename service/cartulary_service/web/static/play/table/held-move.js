/** A signed move that the service has not taken yet: its player can publish it. */

import {keep, keptOf} from '../receipts.js';

/** Keep a signed move before it is sent, as `publication` of signing.js writes it; null forgets it: it was taken. */
export function keepMove(game, move) {
  if (move !== null || keptOf(game)?.move) keep(game, {move: move ?? undefined});
}

/** The signed move that was not taken before the record says that the time of its seat ran out, or null. */
export function lateMove({id, you}, events) {
  const {move} = keptOf(id) ?? {};
  const signedAt = Number(move?.split('\n')[1].split(' ')[0]);
  return events.some(({type, actor, position}) => type === 'TimeExpired' && actor === you && position > signedAt) ? move : null;
}
