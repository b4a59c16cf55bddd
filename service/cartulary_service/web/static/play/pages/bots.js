/** Bots of the service, and a game against one that begins at once. */

import {entropy} from '../api.js';
import {drawOnce, keepEntropy} from '../receipts.js';

export const BOTS = ['greedy', 'random', 'search-1', 'search-2', 'search-3'];

/** A bot's strategy in words. */
export function botWords(strategy, words) {
  return words.has(`bot.${strategy}`) ? words.t(`bot.${strategy}`) : strategy;
}

/** The edition in the reader's language, else the first. */
export function editionFor(language, editions) {
  return editions.includes(language) ? language : editions[0];
}

/**
 * Begin a game for two against a bot, and go there. A seat that is refused is tried again at the same table: another one
 * would be another deal, which an operator could wait for.
 */
export async function playBot(service, catalogue, game, language, bot = BOTS[0]) {
  const {editions} = catalogue.games.find(({id}) => id === game);
  const table = await service.post('/games', {game, edition: editionFor(language, editions), seats: 2});
  try {
    await seatAgainstBot(service, table, bot);
  } finally {
    location.hash = `#/game/${table.id}`;
  }
}

/** Begin a game for two against a bot; return its id. */
export async function beginAgainstBot(service, wish, bot = BOTS[0]) {
  const table = await service.post('/games', {...wish, seats: 2});
  await seatAgainstBot(service, table, bot);
  return table.id;
}

async function seatAgainstBot(service, table, bot) {
  const bytes = drawOnce(table, entropy);
  await service.post(`/games/${table.id}/seats`, {seat: 0, entropy: bytes});
  keepEntropy(table.id, 0, bytes);
  await service.post(`/games/${table.id}/seats`, {bot});
}
