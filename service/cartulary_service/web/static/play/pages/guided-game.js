/** The guided first game: a short one against a bot from a prepared position, and the step that was reached in it. */

import {onDevice} from '../storage.js';
import {beginAgainstBot} from './bot-game.js';
import {USUAL_BOT, editionFor} from './bots.js';

const REACHED = 'cartulary-guide-';

/** Begin the guided game of a kind, and go there. */
export async function learnByPlaying(service, {catalogue, layout, words}) {
  const {position} = await layout.loadGuide();
  const edition = editionFor(
    words.language,
    catalogue.editions.map(({id}) => id),
  );
  const wish = {game: catalogue.id, edition, position, private: true};
  await beginAgainstBot(service, words, wish, USUAL_BOT, (id) => keepStep(id, 0));
}

/** Return the number of the step that was reached in a game; null if its player wants no hints. */
export function stepReached(game) {
  const kept = onDevice.read(REACHED + game);
  return kept === null ? null : Number(kept);
}

/** Remember the step that was reached in a game. */
export function keepStep(game, step) {
  onDevice.write(REACHED + game, String(step));
}

/** Give no more hints in a game. */
export function forgetStep(game) {
  onDevice.remove(REACHED + game);
}
