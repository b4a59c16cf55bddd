/** Where cards travel by each event: {from, to, kind}, or {from, to} for a card that stays face down. */

/** The flights of an event. Places are those of `data-place`: deck, discard, market, hand:seat, plots:seat. */
export function flights(event, ctx) {
  const {seat} = event;
  const hand = `hand:${seat}`;
  const each = (cards, from, to) => listed(cards).map((kind) => ({kind, from, to}));
  switch (event.type) {
    case 'CardsDiscarded':
      return each(event.cards, hand, 'discard');
    case 'BonusUsed':
      return each([event.card], hand, 'discard');
    case 'BuildingBuilt':
      return each([event.building], hand, `plots:${seat}`);
    case 'BuildingReturned':
      return each([event.building], `plots:${seat}`, hand);
    case 'BuildingTornDown':
      return each([event.building], `plots:${seat}`, 'discard');
    case 'TechnologyBought':
      return each([event.technology], 'market', seat === ctx.you ? 'own' : hand);
    case 'CardsDrawn':
      return seat === ctx.you && event.cards
        ? each(event.cards, 'deck', hand)
        : Array.from({length: event.count ?? 0}, () => ({from: 'deck', to: hand}));
    default:
      return [];
  }
}

/** Cards one by one, of a list or of kinds with how many there are. */
export function listed(cards) {
  if (!cards || Array.isArray(cards)) return cards ?? [];
  return Object.entries(cards).flatMap(([kind, number]) => Array(number).fill(kind));
}
