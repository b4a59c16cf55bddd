/** The standing of a seat in each sphere, as the state tells it. */

import {total} from '../../cards/counts.js';

/** The six spheres of a seat: {sphere, name, cards, have, wins, won, democracy, embargo, token, used}. */
export function spheresOf(ctx, seat) {
  const dominated = dominatedBy(ctx.game, seat);
  const {area, democracy, embargo, wins_at: wins, used} = ctx.game.state.seats[seat];
  const token = ctx.game.state.culture_token;
  return ctx.catalogue.spheres.map(({id, name}) => {
    const cards = ctx.catalogue.kinds
      .filter(({sphere}) => sphere === id)
      .flatMap((kind) => Array(area[kind.id] ?? 0).fill(kind.id));
    return {
      sphere: id,
      name,
      cards,
      have: cards.length,
      wins: wins[id],
      won: dominated.includes(id) && cards.length >= wins[id],
      democracy: democracy[id] ?? 0,
      embargo: embargo[id] ?? 0,
      token: token?.on?.seat === seat && token.on.sphere === id ? token.seat : null,
      usedPermanent: used.permanent.includes(id),
      usedDiscard: used.discard.includes(id),
    };
  });
}

/** The spheres by which a seat or its partner has won, once the state is that of the end. */
function dominatedBy({state, result}, seat) {
  const isWinner = state.step === 'over' && result?.kind === 'domination' && result.winners.includes(seat);
  return isWinner ? result.decided_by : [];
}

/** Number of cards of a sphere before a seat. */
export function countOf(ctx, seat, sphere) {
  return Object.entries(ctx.game.state.seats[seat].area).reduce(
    (sum, [kind, number]) => sum + (ctx.kinds[kind].sphere === sphere ? number : 0),
    0,
  );
}

/** Whether a seat has more Culture than each of the others. */
export function leadsCulture(ctx, seat) {
  const own = countOf(ctx, seat, 'culture');
  return own > 0 && ctx.game.state.seats.every((_, other) => other === seat || countOf(ctx, other, 'culture') < own);
}

/** The seat that plays last once the deck is empty: of those still there, the one before the first. */
export function lastToPlay({first, seats}) {
  const backwards = seats.map((_, nth) => (first + seats.length - 1 - nth) % seats.length);
  return backwards.find((seat) => seats[seat].present);
}

/** Count the cards that a seat holds. */
export function heldBy(ctx, seat) {
  return total(ctx.game.state.seats[seat].backs);
}

/** Whether one card more wins in a sphere. */
export function isNear({have, wins}) {
  return wins - have === 1;
}
