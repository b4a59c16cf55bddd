/** Following every card from where it lay. */

import {BACKWARD, beginningOf, endOf} from './events.js';
import {GAMES} from './games.js';
import {need} from './outcome.js';
import {requireTakenBack} from './seating.js';
import {chanceOf} from './seed.js';
import {Table} from './table.js';

/** How the words end of a hidden value that the end of a game discloses, and the bundle has not. */
export const ABSENT = 'is absent from the bundle';

/** Every shuffle and draw is the one that follows from the seed, and every card moves from where it lies. */
export async function checkDeal(bundle) {
  endOf(bundle.events);
  for (const {fields: {position, secrets}, hidden} of bundle.events) {
    for (const name of Object.keys(secrets)) need(Object.hasOwn(hidden, name), `event ${position}: its hidden ${name} ${ABSENT}`);
  }
  const table = await followed(bundle, bundle.events.length);
  return compared(bundle, table);
}

/** The table after so many events of a bundle that has ended. */
export async function followed(bundle, until) {
  const {events, header} = bundle;
  const game = GAMES[header.game];
  const table = new Table(game, events[0].fields.data.seats, await chanceOf(bundle));
  const back = events.filter(({fields}) => BACKWARD.includes(fields.type));
  const wanted = new Set(back.map(({fields}) => fields.data.back_to));
  for (const [index, event] of events.slice(0, until).entries()) {
    if (BACKWARD.includes(event.fields.type)) requireTakenBack(events, index);
    await followEvent(table, game, event);
    if (wanted.has(index + 1)) table.keep(index + 1);
  }
  return table;
}

/** Let one event move the cards. */
async function followEvent(table, {follows, zonesOf}, {fields: {type, data, seat, position}, hidden}) {
  if (BACKWARD.includes(type)) table.goBackTo(data.back_to);
  else if (type === 'ForkBegan') Object.assign(table, zonesOf(hidden.whole));
  else if (Object.hasOwn(follows, type)) await follows[type](table, {...data, ...hidden, seat}, position);
}

/** What was compared with the events, in words. */
function compared({events}, table) {
  const begun = beginningOf(events);
  const beginnings = {PositionSet: ', from a position whose decks nobody shuffled', SeatSaw: ', from where the fork began'};
  const counts = [...table.compared].map(([what, count]) => `${what} ${count}`);
  const words = `what the seed makes${beginnings[begun?.fields.type] ?? ''}`;
  return counts.length > 0 ? `${words}: ${counts.join(', ')}; every card moved from where it lay` : 'nothing was dealt';
}
