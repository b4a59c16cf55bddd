/** Events that all games share. */

import {Unchecked} from './outcome.js';

export const FORK = ['SeatSaw', 'ForkBegan'];
export const BEGINNINGS = ['GameStarted', 'PositionSet', FORK[0]];
export const BACKWARD = ['GameCorrected', 'ActionsTakenBack'];
export const SIGNS = ['ActionSigned', 'OrderSigned'];
export const VOID = 'void';

/** Whether a member is not there: what is empty, or zero, is there. */
export const isAbsent = (value) => (value ?? null) === null;

/** The events of a type. */
export function ofType(events, type) {
  return events.filter(({fields}) => fields.type === type);
}

/** The event that begins the play, or undefined. */
export function beginningOf(events) {
  return events.find(({fields}) => BEGINNINGS.includes(fields.type));
}

/** The event that ends the game; without one, what needs the seed cannot be checked. */
export function endOf(events) {
  const last = events[events.length - 1];
  if (last.fields.type !== 'GameEnded') throw new Unchecked('the game has not ended, so its seed is not disclosed yet');
  return last;
}

/** Whether the game is over. */
export function hasEnded({events}) {
  return events[events.length - 1].fields.type === 'GameEnded';
}
