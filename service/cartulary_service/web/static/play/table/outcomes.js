/** What an action would cause that the table tells of before it is chosen; the service says so. */

import {Away, Refused} from '../api.js';
import {flat} from '../narration.js';

/** The events of the actions that the game names and that are not known yet, by their names: {name: events}. */
export async function outcomesOf(table) {
  const {kind, game, move, service, id} = table;
  const asked = kind.layout.table.foreseen?.({...kind, game, move, you: game.you}) ?? [];
  const read = asked.filter(({name}) => !(name in table.outcomes)).map(async ({name, action}) => {
    try {
      const {events} = await service.post(`/games/${id}/actions?dry_run=true`, action);
      return [[name, events.map((row) => flat(row, kind.catalogue))]];
    } catch (error) {
      if (error instanceof Refused || error instanceof Away) return [];
      throw error;
    }
  });
  return Object.fromEntries((await Promise.all(read)).flat());
}
