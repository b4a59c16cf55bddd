/** What one adds to the shuffle of a table, and the receipt that one holds before. */

import {pinnedKeys} from './keys.js';
import {keep, keepReceipt, keptOf, lastKept, noteOf, placeOf} from './receipts.js';

/**
 * The bytes to add to the shuffle of a table, drawn once as it stands and kept before they are first sent. An operator
 * who refuses the seat until a deal pleases gets the same again. Once somebody has sat down or left, knowing them, they
 * are drawn anew.
 */
export function drawOnce({id, version}, draw) {
  const {drawn} = keptOf(id) ?? {};
  if (drawn?.version === version) return drawn.bytes;
  const bytes = draw();
  keep(id, {drawn: {version, bytes}});
  return bytes;
}

/** Keep what one's own seat has added to the shuffle, in hexadecimal. */
export function keepEntropy(game, seat, entropy) {
  keep(game, {seat, entropy});
}

/** Forget what one's own seat has added: one has left it. */
export function forgetEntropy(game) {
  keep(game, {seat: undefined, entropy: undefined});
}

/**
 * Hold a note on a table before one adds to its shuffle: it fixes the seed to which the server has committed. Before one
 * shows `bytes` for the first time it is one on the table as it stands, which also fixes what others have added. Throws an error where
 * the record that the service shows does not bear it out.
 */
export async function requireReceipt(service, {id: game, version}, words, bytes = null, invite = null) {
  const {first, last, shown} = keptOf(game) ?? {};
  if (bytes === null ? first : shown === bytes) return;
  if (last && placeOf(last).version >= version) return keep(game, {shuffle: last, shown: bytes});
  const query = invite === null ? '' : `?invite=${encodeURIComponent(invite)}`;
  const bundle = await (await service.ask(`/games/${game}/audit${query}`)).text();
  const {verify} = await import('../verify.js');
  const report = await verify(bundle, {key: await pinnedKeys(service)});
  if (!report.verified || report.game !== game) throw new Error(words.t('no-receipt'));
  const note = noteOf(bundle);
  await keepReceipt(service, note, game);
  if ((lastKept(game) ?? 0) < placeOf(note).version) throw new Error(words.t('no-receipt'));
  // The answer may come late, when the same bytes have been shown already by one that was asked for beside it.
  if (bytes !== null && keptOf(game).shown !== bytes) keep(game, {shuffle: note, shown: bytes});
}
