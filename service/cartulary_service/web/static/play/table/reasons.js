/** Why a card cannot be played: the service says so when it is asked what the play would cause. */

import {Refused} from '../api.js';

/** The reasons by kind of card: {text, url, ruling}; null where nothing is to be asked. */
export async function reasonsFor(table) {
  const {kind, game, move, service, id} = table;
  const tried = kind.layout.table.unplayable({...kind, game, move, you: game.you});
  if (tried.length === 0) return null;
  const asked = tried.map(async ({kind: card, action}) => {
    try {
      await service.post(`/games/${id}/actions?dry_run=true`, action);
      return [];
    } catch (error) {
      return error instanceof Refused ? [[card, reasonOf(error)]] : [];
    }
  });
  return Object.fromEntries((await Promise.all(asked)).flat());
}

/** A refusal as a reason, with the ruling. */
export function reasonOf({problem: {detail, ruling, ruling_url: url}}) {
  return {text: detail, url: url ?? null, ruling: ruling ?? null};
}
