/** Measures that the replay draws over time for CIV: Carta Impera Victoria. */

import {total} from '../../cards/counts.js';

/** Measures, each with the value of a state's seat; the first one can also be told in words. */
export function measures(ctx) {
  const spheres = ctx.catalogue.spheres.map(({id, name}) => ({
    id,
    title: name,
    of: (state, seat) =>
      Object.entries(state.seats[seat].area).reduce(
        (sum, [kind, number]) => sum + (ctx.kinds[kind].sphere === id ? number : 0),
        0,
      ),
    goal: (state) => Math.min(...state.seats.map((each) => each.wins_at[id])),
  }));
  const bestOf = (state, seat) => spheres.reduce((best, each) => (each.of(state, seat) > best.of(state, seat) ? each : best));
  return [
    {
      id: 'best',
      title: ctx.words.t('carta.best'),
      of: (state, seat) => bestOf(state, seat).of(state, seat),
      goal: (state) => Math.min(...spheres.map(({goal}) => goal(state))),
      tell: (state, seat) => `${bestOf(state, seat).title} ${bestOf(state, seat).of(state, seat)}`,
    },
    ...spheres,
    {id: 'hand', title: ctx.names.hand, of: (state, seat) => total(state.seats[seat].backs)},
    {id: 'points', title: ctx.words.t('carta.majorities'), of: majorities(ctx)},
  ];
}

/** In how many spheres no seat has more cards; each of several leaders counts, as at the end of a game. */
function majorities(ctx) {
  return (state, seat) =>
    ctx.catalogue.spheres.filter(({id}) => {
      const counts = state.seats.map(({area}) =>
        Object.entries(area).reduce((sum, [kind, number]) => sum + (ctx.kinds[kind].sphere === id ? number : 0), 0),
      );
      return counts[seat] > 0 && counts.every((count) => count <= counts[seat]);
    }).length;
}
