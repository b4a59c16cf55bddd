/** Measures that the replay draws over time for Civilization. */

import {total} from '../../cards/counts.js';

/** Measures, each with the value of a state's seat; the first one can also be told in words. */
export function measures(ctx) {
  const {words, names} = ctx;
  const sum = (list, value) => list.reduce((all, each) => all + value(each), 0);
  return [
    {
      id: 'points',
      title: words.t('civ.points'),
      of: (state, seat) => state.seats[seat].points,
      tell: ({seats}, seat) =>
        `${words.t('civ.points-count', {count: seats[seat].points})}, ${words.t('civ.technologies-count', {count: seats[seat].technologies.length})}`,
    },
    {id: 'technologies', title: words.t('civ.known-technologies'), of: (state, seat) => state.seats[seat].technologies.length},
    {id: 'population', title: names.population, of: (state, seat) => sum(state.seats[seat].plots, (plot) => plot.population)},
    {id: 'happiness', title: names.happiness, of: (state, seat) => state.seats[seat].happiness},
    {id: 'culture', title: names.culture, of: (state, seat) => state.seats[seat].culture},
    {id: 'resources', title: words.t('civ.resources'), of: (state, seat) => total(state.seats[seat].resources)},
    {id: 'hand', title: names.hand, of: (state, seat) => state.seats[seat].hand_count},
  ];
}
