/** The sign of an event in journal and strip: what it is about at a glance. */

import {badge, icon, token} from '../../cards/art.js';

const SIGNS = {
  EmbargoLaid: () => icon('embargo'),
  DemocracyPlaced: () => icon('democracy'),
  EffectCopied: () => token('i-token'),
  CultureTokenLost: () => token('i-token'),
  FinalRoundBegan: () => icon('clock'),
  GameEnded: () => icon('crown'),
  CardsDrawn: () => icon('deck'),
};

/** A sign, or null. */
export function signOf(event, {kinds}) {
  if (event.type in SIGNS) return SIGNS[event.type]();
  const kind = event.card ?? event.paid ?? (Array.isArray(event.cards) ? event.cards[0] : null);
  const sphere = event.sphere ?? kinds[kind]?.sphere;
  return sphere ? badge(sphere) : null;
}
