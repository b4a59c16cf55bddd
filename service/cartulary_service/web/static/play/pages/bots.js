/** Bots of the service, and a table that one goes to. */

/** All of them, the weakest first. */
export const BOTS = ['random', 'greedy', 'search-1', 'search-2', 'search-3'];
/** The one that is played where none is chosen. */
export const USUAL_BOT = 'greedy';

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
 * would be doubled, and another deal, which an operator could wait for. An answer that was lost is asked for once more.
 */
export async function openTable(service, path, wish, seat, go = (id) => {
  location.hash = `#/game/${id}`;
}) {
  const use = async (table) => {
    try {
      await service.surely(() => seat(table));
    } finally {
      go(table.id);
    }
  };
  return service.create(path, wish, {use});
}
