/** The transparency log as this browser has seen it: each checkpoint has to go on from the one before. */

import {pinnedKeys} from './receipts.js';
import {onDevice} from './storage.js';
import {runs} from './subjects.js';

const KEPT = 'cartulary-log';

/** Two checkpoints that contradict each other, both signed by the service; null as long as there are none. */
export async function followLog(service) {
  const {checkpoint, proof = null} = JSON.parse(onDevice.read(KEPT) ?? '{}');
  if (proof !== null || !runs('log')) return proof;
  const [later, keys, {verifyGrowth}] = await Promise.all([textOf(service, 'checkpoint'), pinnedKeys(service), import('../verify.js')]);
  const readTile = async (path) => new Uint8Array(await (await service.ask(`/log/tile/${path}`)).arrayBuffer());
  const grown = checkpoint === undefined || (await verifyGrowth(checkpoint, later, readTile, keys)).holds;
  onDevice.write(KEPT, JSON.stringify(grown ? {checkpoint: later} : {checkpoint, proof: [checkpoint, later]}));
  return grown ? null : [checkpoint, later];
}

async function textOf(service, name) {
  return (await service.ask(`/log/${name}`)).text();
}
