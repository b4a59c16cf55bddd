/** Bots of the service, and a game against one that begins at once. */

import {entropy} from '../api.js';

export const BOTS = ['greedy', 'random', 'search-1', 'search-2', 'search-3'];

/** A bot's strategy in words. */
export function botWords(strategy, words) {
  return words.has(`bot.${strategy}`) ? words.t(`bot.${strategy}`) : strategy;
}

/** The edition in the reader's language, else the first. */
export function editionFor(language, editions) {
  return editions.includes(language) ? language : editions[0];
}

/** Begin a game for two against a bot, and go there. */
export async function playBot(service, catalogue, game, language, bot = BOTS[0]) {
  const {editions} = catalogue.games.find(({id}) => id === game);
  const id = await beginAgainstBot(service, {game, edition: editionFor(language, editions)}, bot);
  location.hash = `#/game/${id}`;
}

/** Begin a game for two against a bot; return its id. */
export async function beginAgainstBot(service, wish, bot = BOTS[0]) {
  const {id} = await service.post('/games', {...wish, seats: 2});
  await service.post(`/games/${id}/seats`, {entropy: entropy()});
  await service.post(`/games/${id}/seats`, {bot});
  return id;
}
