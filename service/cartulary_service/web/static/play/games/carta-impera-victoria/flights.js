/** Travels of cards by each event: {from, to, kind}, or {from, to, epoch} for a card that stays face down. */

/** The flights of an event. Places are those of `data-place`: deck, discard, hand:seat, lane:seat:sphere. */
export function flights(event, ctx) {
  const lane = (seat, kind) => `lane:${seat}:${ctx.kinds[kind].sphere}`;
  const each = (cards, from, to) => (cards ?? []).map((kind) => ({kind, from: call(from, kind), to: call(to, kind)}));
  const {seat} = event;
  const hand = `hand:${seat}`;
  switch (event.type) {
    case 'CardPlayed':
      return each([event.card], hand, (kind) => lane(seat, kind));
    case 'CardsPlayed':
      return each(event.cards, hand, (kind) => lane(seat, kind));
    case 'HandDiscarded':
    case 'BreakthroughDiscarded':
      return each(event.cards, hand, 'discard');
    case 'AreaDiscarded':
      return each(event.cards, (kind) => lane(seat, kind), 'discard');
    case 'AreaTaken':
      return each(event.cards, (kind) => lane(seat, kind), hand);
    case 'DiscardTaken':
      return each(event.cards, 'discard', hand);
    case 'AttackMade':
      return [
        ...each([event.paid, event.given_up], (kind) => lane(seat, kind), 'discard'),
        ...event.losses.flatMap((loss) => each([loss.card], (kind) => lane(loss.seat, kind), 'discard')),
      ];
    case 'EmbargoLaid':
      return each([event.card], (kind) => lane(seat, kind), `lane:${event.target}:${event.sphere}`);
    case 'DemocracyPlaced':
      return [{kind: 'utopia-3', from: `lane:${seat}:utopia`, to: `lane:${event.target}:${event.sphere}`}];
    case 'BreakthroughBegun':
      return each([event.paid], (kind) => lane(seat, kind), 'discard');
    case 'InquisitionBegun':
      return [
        ...each([event.paid], (kind) => lane(seat, kind), 'discard'),
        ...unseen(event, `hand:${event.target}`, hand),
      ];
    case 'InquisitionExchanged':
      return unseen(event, hand, `hand:${event.target}`);
    case 'CardsDrawn':
      return seat === ctx.you && event.cards ? each(event.cards, 'deck', hand) : unseen(event, 'deck', hand);
    default:
      return [];
  }
}

function call(place, kind) {
  return typeof place === 'function' ? place(kind) : place;
}

/** Cards that fly face down: only their epochs are known. */
function unseen({backs}, from, to) {
  return Object.entries(backs ?? {}).flatMap(([epoch, number]) =>
    Array.from({length: number}, () => ({epoch, from, to})),
  );
}
