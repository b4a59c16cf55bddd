/** Multisets of cards: kind -> how many. */

/** A multiset as [kind, number] in the order of the catalogue. */
export function ordered(counts, kinds) {
  return kinds.map(({id}) => [id, counts?.[id] ?? 0]).filter(([, number]) => number > 0);
}

/** Count all cards of a multiset. */
export function total(counts) {
  return Object.values(counts ?? {}).reduce((sum, each) => sum + each, 0);
}

/** Each card on its own, as [kind, which of its likes]. */
export function spread(counts, kinds) {
  return ordered(counts, kinds).flatMap(([kind, number]) => Array.from({length: number}, (_, nth) => [kind, nth]));
}
