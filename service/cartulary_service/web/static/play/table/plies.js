/** What counts of a record, and who acted: the seat of a ply's first event. Later ones of a ply, such as the next turn or clock, may have another seat. */

const BACKWARD = ['ActionsTakenBack', 'GameCorrected'];

/** The events of a whole record that nothing has taken back. */
export function counting(events) {
  const found = [];
  for (let version = events.length; version > 0;) {
    const event = events[version - 1];
    const goesBack = BACKWARD.includes(event.type);
    if (!goesBack) found.unshift(event);
    version = goesBack ? event.back_to : version - 1;
  }
  return found;
}

/** The first event of each ply that a seat began. */
export function begunBy(events, seat) {
  return events.filter(({ply, actor}, index) => actor === seat && ply !== events[index - 1]?.ply);
}

/** Since when a seat is awaited: its turn began, or another's deed is aimed at it; null before the first turn. */
export function awaitedSince(events, awaited) {
  const isCalled = ({type, seat, target}) => (type === 'TurnBegan' ? seat : target) === awaited;
  return counting(events).findLast(isCalled)?.at ?? null;
}
