/** Frames of a replay: the view at the end of each ply, and the events that led there. */

import {flat} from '../narration.js';
import {patch} from './patch.js';

/** The frames of events that carry their changes, from the first dealt card on. */
export function framesOf(rows, catalogue) {
  const frames = [];
  let view = null;
  let events = [];
  for (const row of rows) {
    view = patch(view, row.changes);
    events.push(flat(row, catalogue));
    if (!row.last) continue;
    const {ply, at, actor} = events[0];
    if (view.state !== null) frames.push({ply, at, actor, events, version: view.version, view});
    events = [];
  }
  return frames;
}
