/** The sign of an event in journal and strip: what it is about at a glance. */

import {drawing, icon, token} from '../../cards/art.js';

const SIGNS = {
  AttackLaid: () => icon('war'),
  BattleBegan: () => icon('war'),
  WarEnded: () => icon('war'),
  WallsReturned: () => icon('shield'),
  UnitSentBack: () => icon('shield'),
  UnitStopped: () => icon('shield'),
  PopulationBought: () => token('population'),
  PopulationSettled: () => token('population'),
  PopulationTaken: () => token('population'),
  PopulationResettled: () => token('population'),
  DefenceEnded: () => token('population'),
  CardsDrawn: () => icon('deck'),
  CardsDiscarded: () => icon('discard'),
  GameEnded: () => icon('crown'),
  ResourcesExchanged: () => icon('always'),
};

/** A sign, or null. */
export function signOf(event, {kinds}) {
  if (event.type in SIGNS) return SIGNS[event.type]();
  if (event.technology) return drawing(event.technology, 'i', '0 0 48 48');
  if (event.building) return kinds[event.building].sort === 'wonder' ? icon('wonder') : drawing(event.building, 'i building', '0 0 64 64');
  const [resource] = Object.entries(event.resources ?? {}).find(([, number]) => number > 0) ?? [];
  return resource ? token(resource) : null;
}
