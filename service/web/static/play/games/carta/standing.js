/** The standing of a seat in each sphere, as the state tells it. */

import {total} from '../../cards/counts.js';

/** The six spheres of a seat: {sphere, name, cards, have, wins, democracy, embargo, token, used}. */
export function spheresOf(ctx, seat) {
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
      democracy: democracy[id] ?? 0,
      embargo: embargo[id] ?? 0,
      token: token?.on?.seat === seat && token.on.sphere === id ? token.seat : null,
      usedPermanent: used.permanent.includes(id),
      usedDiscard: used.discard.includes(id),
    };
  });
}

/** Number of cards of a sphere before a seat. */
export function countOf(ctx, seat, sphere) {
  return Object.entries(ctx.game.state.seats[seat].area).reduce(
    (sum, [kind, number]) => sum + (ctx.kinds[kind].sphere === sphere ? number : 0),
    0,
  );
}

/** Count the cards that a seat holds. */
export function heldBy(ctx, seat) {
  return total(ctx.game.state.seats[seat].backs);
}

/** Whether one card more wins in a sphere. */
export function isNear({have, wins}) {
  return wins - have === 1;
}
