/** Who acted: the seat of a ply's first event. Later events of a ply, such as the next turn or clock, may have another seat. */

/** The first event of each ply that a seat began. */
export function begunBy(events, seat) {
  return events.filter(({ply, actor}, index) => actor === seat && ply !== events[index - 1]?.ply);
}
