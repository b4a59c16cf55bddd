/** The transparency log as this browser has seen it: of two checkpoints the larger goes on from the smaller. */

import {pinnedKeys} from './keys.js';
import {onDevice} from './storage.js';
import {runs} from './subjects.js';

const KEPT = 'cartulary-log';

/** Two checkpoints that contradict each other, both signed by the service; null as long as there are none. */
export async function followLog(service) {
  const {checkpoint, proof = null} = JSON.parse(onDevice.read(KEPT) ?? '{}');
  if (proof !== null || !runs('log')) return proof;
  const [later, keys, {verifyGrowth}] = await Promise.all([textOf(service, 'checkpoint'), pinnedKeys(service), import('../verify.js')]);
  const readTile = async (path) => new Uint8Array(await (await service.ask(`/log/tile/${path}`)).arrayBuffer());
  const earlier = checkpoint ?? later;
  const {holds} = await verifyGrowth(earlier, later, readTile, keys);
  if (holds === null) return null;
  const kept = sizeOf(later) < sizeOf(earlier) ? earlier : later;
  onDevice.write(KEPT, JSON.stringify(holds ? {checkpoint: kept} : {checkpoint, proof: [checkpoint, later]}));
  return holds ? null : [checkpoint, later];
}

/** The number of entries that a checkpoint states. */
function sizeOf(checkpoint) {
  return Number(checkpoint.split('\n')[1]);
}

async function textOf(service, name) {
  return (await service.ask(`/log/${name}`)).text();
}
