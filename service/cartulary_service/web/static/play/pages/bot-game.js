/** A game against a bot that begins at once. */

import {entropy} from '../api.js';
import {drawOnce, keepEntropy, requireReceipt} from '../shuffle.js';
import {USUAL_BOT, editionFor, openTable} from './bots.js';

/** Begin a game for two against a bot, and go there. */
export function playBot(service, catalogue, game, words, bot = USUAL_BOT) {
  const {editions} = catalogue.games.find(({id}) => id === game);
  return beginAgainstBot(service, words, {game, edition: editionFor(words.language, editions)}, bot);
}

/** Begin a game for two against a bot as it is wished for, and go there; `begun` is told its id before. */
export function beginAgainstBot(service, words, wish, bot = USUAL_BOT, begun = () => {}) {
  return openTable(service, '/games', {...wish, seats: 2}, async (table) => {
    begun(table.id);
    // After a reload one may sit there already.
    if (table.seats[0].player === null) {
      const bytes = drawOnce(table, entropy);
      await requireReceipt(service, table, words, bytes);
      await service.create(`/games/${table.id}/seats`, {seat: 0, entropy: bytes});
      keepEntropy(table.id, 0, bytes);
    }
    if (table.seats[1].player === null) await service.create(`/games/${table.id}/seats`, {bot});
  });
}
