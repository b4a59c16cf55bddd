/** Key moments of a replay: plies worth jumping to. */

import {wordOf, sentence} from '../narration.js';

const TURN = 'TurnBegan';
/** The events of key moments, each with the key of its name in the game or on the page. */
const MOMENTS = new Map(Object.entries({
  FinalRoundBegan: 'carta.final', GameEnded: 'moment.end', SeatResigned: 'resign@action', AttackMade: 'attack', InquisitionBegun: 'inquisition',
  BattleBegan: 'attack@action', TechnologyBought: 'technology', LeaderChanged: 'moment.leader', ActionsTakenBack: 'take-back',
  GameCorrected: 'moment.correction', DemocracyPlaced: 'democracy', EffectCopied: 'inspiration', DraftEnded: 'draft@step',
  BreakthroughBegun: 'breakthrough', EmbargoLaid: 'embargo', BuildingBuilt: 'building',
}));
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

/** What a kind of key moment is called, for the legend of the marks. */
export function momentName({type}, {names, words}) {
  const key = MOMENTS.get(type);
  return names[key] ?? words.t(key);
}

/** A key moment in a few words. */
export function describeMoment(frame, speech) {
  const told = sentence(keyEvent(frame), speech) ?? '';
  return told.length > LONGEST ? `${told.slice(0, LONGEST - 1)}…` : told;
}
