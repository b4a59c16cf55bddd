/** Prices that the table shows and the API does not tell; tests hold them against what the service charges. */

import {total} from '../../cards/counts.js';

export const LEADER_DISCOUNT = 1;
export const MASONRY_DISCOUNT = 1;
const BANK_RATES = {plain: 3, sailing: 2};
/** The buildings that give the printed resource of their plot once more. */
const MULTIPLIERS = {granary: 'food', forge: 'production', market: 'commerce'};

/** What is off the price of a technology for a seat. */
function technologyDiscounts(ctx, seat) {
  const {seats, leaders} = ctx.game.state;
  const standing = seats[seat].plots.flatMap(({buildings}) => buildings);
  return [leaders.happiness === seat ? LEADER_DISCOUNT : 0, ...standing.map((id) => ctx.kinds[id].discount)];
}

function reduce({options}, price, discounts) {
  const off = options.discounts === 'all' ? discounts.reduce((sum, each) => sum + each, 0) : Math.max(0, ...discounts);
  return Math.max(options.lowest_price, price - off);
}

/** What a technology costs the reader in commerce; a spectator reads what is printed. */
export function technologyPrice(ctx, id) {
  const {cost} = ctx.technologies[id];
  return ctx.you === null ? cost : reduce(ctx.game, cost, technologyDiscounts(ctx, ctx.you));
}

/** What a building or wonder costs the reader in production. */
export function buildingPrice(ctx, id) {
  const {cost, sort} = ctx.kinds[id];
  if (ctx.you === null) return cost;
  const {seats, leaders} = ctx.game.state;
  const masonry =
    seats[ctx.you].technologies.includes('masonry') && (ctx.game.options.masonry_wonders || sort === 'building');
  return reduce(ctx.game, cost, [
    leaders.happiness === ctx.you ? LEADER_DISCOUNT : 0,
    masonry ? MASONRY_DISCOUNT : 0,
  ]);
}

/** What the next plot costs the reader, in resources of any types. */
export function plotPrice(ctx) {
  return 5 * ctx.game.state.seats[ctx.you].plots.length - 5;
}

/** What one more population on a plot costs, in food. */
export function populationPrice({population}) {
  return 6 + 2 * population;
}

/** How many resources of a type the bank takes for one of another. */
export function bankRate(ctx) {
  const {technologies} = ctx.game.state.seats[ctx.you];
  return technologies.includes('sailing') ? BANK_RATES.sailing : BANK_RATES.plain;
}

/** What a building adds to each collection on a plot: {resource, number}; null where that is not of its kind. */
export function gainOf(ctx, building, {terrain}) {
  const resource = MULTIPLIERS[building];
  if (!resource || ctx.game.options.multipliers !== 'printed_yield') return null;
  return {resource, number: ctx.terrains[terrain].yield[resource] ?? 0};
}

/** How much of a price is missing. */
export function shortOf(ctx, resource, price) {
  const {resources} = ctx.game.state.seats[ctx.you];
  return Math.max(0, price - (resource === null ? total(resources) : resources[resource]));
}
