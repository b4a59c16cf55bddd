/** Bots of the service, and a game against one that begins at once. */

import {entropy} from '../api.js';
import {drawOnce, keepEntropy, requireReceipt} from '../shuffle.js';

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
 * Create a table, seat players at it, and go there. What fails once there is a table is done at that table: another one
 * would be doubled, and another deal, which an operator could wait for.
 */
export async function openTable(service, path, wish, seat, go = (id) => {
  location.hash = `#/game/${id}`;
}) {
  const table = await service.create(path, wish);
  try {
    await seat(table);
  } finally {
    go(table.id);
  }
}

/** Begin a game for two against a bot, and go there. */
export function playBot(service, catalogue, game, words, bot = BOTS[0]) {
  const {editions} = catalogue.games.find(({id}) => id === game);
  return beginAgainstBot(service, words, {game, edition: editionFor(words.language, editions)}, bot);
}

/** Begin a game for two against a bot as it is wished for, and go there; `begun` is told its id before. */
export function beginAgainstBot(service, words, wish, bot = BOTS[0], begun = () => {}) {
  return openTable(service, '/games', {...wish, seats: 2}, async (table) => {
    begun(table.id);
    const bytes = drawOnce(table, entropy);
    await requireReceipt(service, table, words, bytes);
    await service.create(`/games/${table.id}/seats`, {seat: 0, entropy: bytes});
    keepEntropy(table.id, 0, bytes);
    await service.create(`/games/${table.id}/seats`, {bot});
  });
}
