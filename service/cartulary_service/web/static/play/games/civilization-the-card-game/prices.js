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

/** What something costs and how much of that the reader has; null where that is enough. */
export function lackWords(ctx, id) {
  const [resource, price] = ctx.technologies[id] ? ['commerce', technologyPrice(ctx, id)] : ['production', buildingPrice(ctx, id)];
  if (shortOf(ctx, resource, price) === 0) return null;
  const {[resource]: have} = ctx.game.state.seats[ctx.you].resources;
  return ctx.words.t('civ.lacks', {price, resource: ctx.names[resource], have});
}
