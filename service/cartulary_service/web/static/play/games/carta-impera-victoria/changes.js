/** What an action would change, by the events of its dry run: the cards of each seat before and after. */

import {flights} from './flights.js';
import {countOf, heldBy} from './standing.js';

/** Their card lies on a sphere as a marker, which does not count there, and means this. */
const MARKED = {EmbargoLaid: 'carta.embargo', DemocracyPlaced: 'carta.democracy'};

/** The changes of each seat, the reader first: [{seat, text}]; last, of no seat, what markers mean, and whether nobody else is affected. */
export function changesOf(ctx, events) {
  const {words, game, you} = ctx;
  const moved = movesOf(ctx, events);
  const seats = [you, ...game.seats.map(({seat}) => seat).filter((seat) => seat !== you)];
  const changes = seats.map((seat) => ({seat, text: textOf(ctx, seat, moved)})).filter(({text}) => text !== '');
  const marks = events.filter(({type}) => MARKED[type]).map(({type}) => `${words.t(MARKED[type])}.`);
  const said = events.some(hitsOnlyItself) ? [...marks, words.t('carta.only-you')] : marks;
  return [...changes, ...said.map((text) => ({seat: null, text}))];
}

/** How many cards come to each place or leave it; an attack tells also of the spheres where nothing is lost. */
function movesOf(ctx, events) {
  const moved = new Map();
  const count = (place, by) => moved.set(place, (moved.get(place) ?? 0) + by);
  for (const event of events) {
    if (event.type === 'AttackMade') ctx.game.seats.forEach(({seat}) => count(`lane:${seat}:${event.sphere}`, 0));
    for (const {from, to} of flights(event, ctx)) {
      count(from, -1);
      if (!MARKED[event.type]) count(to, 1);
    }
  }
  return moved;
}

function textOf(ctx, seat, moved) {
  const {catalogue, names} = ctx;
  const places = [
    ...catalogue.spheres.map(({id, name}) => [`lane:${seat}:${id}`, name, countOf(ctx, seat, id)]),
    [`hand:${seat}`, names.hand, heldBy(ctx, seat)],
  ];
  return places
    .filter(([place]) => moved.has(place))
    .map(([place, name, before]) => `${name}: ${before} → ${before + moved.get(place)}`)
    .join(', ');
}

/** Whether what could hit others hits nobody but the seat itself. */
function hitsOnlyItself({type, seat, target, losses}) {
  return type === 'AttackMade' ? losses.length === 0 : target !== undefined && target === seat;
}
