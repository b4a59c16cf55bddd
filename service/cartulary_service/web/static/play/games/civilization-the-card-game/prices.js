/** Prices as the service tells them to the reader, and as they are printed where nobody pays. */

import {total} from '../../cards/counts.js';

/** What a technology costs, in commerce. */
export function technologyPrice({prices, technologies}, id) {
  return prices?.technologies[id] ?? technologies[id].cost;
}

/** What a building or wonder costs, in production. */
export function buildingPrice({prices, kinds}, id) {
  return prices?.buildings[id] ?? kinds[id].cost;
}

/** How much of a price is missing. */
export function shortOf(ctx, resource, price) {
  const {resources} = ctx.game.state.seats[ctx.you];
  return Math.max(0, price - (resource === null ? total(resources) : resources[resource]));
}
