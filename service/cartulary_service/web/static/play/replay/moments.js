/** Key moments of a replay: plies worth jumping to. */

import {sentence} from '../narration.js';

const TURN = 'TurnBegan';
const MOMENTS = new Set(['FinalRoundBegan', 'GameEnded', 'SeatResigned', 'AttackMade', 'InquisitionBegun', 'BattleBegan', 'TechnologyBought',
  'LeaderChanged', 'ActionsTakenBack', 'GameCorrected', 'DemocracyPlaced', 'EffectCopied', 'DraftEnded', 'BreakthroughBegun', 'EmbargoLaid',
  'BuildingBuilt']);
const LONGEST = 70;

/** Whether a turn begins with a ply. */
export function beginsTurn({events}) {
  return events.some(({type}) => type === TURN);
}

/** The event that makes a ply a key moment, else the one that begins a turn, else undefined. */
export function keyEvent({events}) {
  return events.find(({type}) => MOMENTS.has(type)) ?? events.find(({type}) => type === TURN);
}

/** Whether a ply is a key moment, and not only the beginning of a turn. */
export function isMoment({events}) {
  return events.some(({type}) => MOMENTS.has(type));
}

/** A key moment in a few words. */
export function describeMoment(frame, speech) {
  const told = sentence(keyEvent(frame), speech) ?? '';
  return told.length > LONGEST ? `${told.slice(0, LONGEST - 1)}…` : told;
}
