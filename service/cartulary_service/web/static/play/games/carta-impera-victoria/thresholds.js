/** The numbers of cards that open effects, as the catalogue tells them. */

const FEWEST_SEATS = 2;

/** How many cards of its sphere an effect takes; null for one that takes no number of cards. */
export function cardsFor({game}, {cards}) {
  return cards?.[game?.seats.length ?? FEWEST_SEATS] ?? null;
}

/** The cards of a sphere that open its first and its second effect. */
export function thresholdsOf(ctx) {
  const opening = (wanted) => ctx.catalogue.effects.find(({level}) => level === wanted);
  return [1, 2].map((level) => cardsFor(ctx, opening(level)));
}
