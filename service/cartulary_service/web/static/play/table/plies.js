/** What counts of a record, and who acted: the seat of a ply's first event. Later ones of a ply, such as the next turn or clock, may have another seat. */

const BACKWARD = ['ActionsTakenBack', 'GameCorrected'];

/** Those of the events, in their order, that none of them has taken back. */
export function counting(events) {
  let until = Infinity;
  const counts = ({type, position, back_to: version}) => {
    if (position > until) return false;
    const goesBack = BACKWARD.includes(type);
    if (goesBack) until = version;
    return !goesBack;
  };
  return [...events].reverse().filter(counts).reverse();
}

/** The first event of each ply that a seat began. */
export function begunBy(events, seat) {
  return events.filter(({ply, actor}, index) => actor === seat && ply !== events[index - 1]?.ply);
}

/** The ply in which a seat's last turn ended, 0 before; until turns begin, the last that it began after the start of the game. */
export function turnEnded(events, seat) {
  const start = events.find(({type}) => type === 'GameStarted')?.ply ?? 0;
  // Whoever sits down last begins the ply in which the game starts, and with it the first turn.
  const own = begunBy(events, seat).map(({ply}) => ply).filter((ply) => ply > start);
  const turns = events.filter(({type}) => type === 'TurnBegan');
  if (turns.length === 0) return own.at(-1) ?? 0;
  // A turn of a given position has no beginning: it ends where one's own ply begins that of another.
  return turns.findLast((turn, nth) => turn.seat !== seat && (turns[nth - 1]?.seat === seat || own.includes(turn.ply)))?.ply ?? 0;
}

/** Since when a seat is awaited: its turn began, or another's deed is aimed at it; null before the first turn. */
export function awaitedSince(events, awaited) {
  const isCalled = ({type, seat, target}) => (type === 'TurnBegan' ? seat : target) === awaited;
  return counting(events).findLast(isCalled)?.at ?? null;
}
