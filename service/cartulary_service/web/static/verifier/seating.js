/** What happens before the first card, and who had a hand in the shuffle. */

import {base64url, bytes32} from './bytes.js';
import {equal} from './canonical.js';
import {BACKWARD, BEGINNINGS, beginningOf, FORK, VOID} from './events.js';
import {digest} from './hashing.js';
import {need, outcome, Unchecked, Wrong} from './outcome.js';

const SITTING = ['SeatTaken', 'SeatLeft', 'SeatCleared', 'TableClosed', 'TableExpired'];
export const SEAT_FREED = ['SeatLeft', 'SeatCleared'];
const VOIDED = ['OpeningsExpired', 'TableClosed', 'TableExpired'];
const STARTS = ['StartReached', 'TableClosed'];
const OPENINGS = ['EntropyOpened', 'OpeningsExpired'];
/** Events after which a seat takes back within the same ply. */
const LEADS_BACK = ['TakeBackAgreed', 'ActionSigned'];

/** The server committed first, then every seat was taken once and all was opened, then the first card came. */
export async function checkSeats({header, events}) {
  const created = events[0].fields.data;
  bytes32(created.server_commit, 'what the server committed to');
  const gathering = new Gathering(header.id, created, isCommitting(events));
  for (const [index, {fields}] of events.entries()) {
    const before = events[index - 1]?.fields;
    if (gathering.begun) requireGathered(fields, before);
    else if (before) await gathering.follow(before, fields);
    if (BACKWARD.includes(fields.type)) requireTakenBack(events, index);
  }
  return gathering.words();
}

/** What belongs before the first card does not come after it. A game under way becomes void by agreement only. */
function requireGathered({type, data, position, ply}, before) {
  const isAgreed = before.type === 'EndAgreed' && before.data.how === 'abort' && before.ply === ply;
  const isVoid = type === 'GameEnded' && data.kind === VOID && !isAgreed;
  const late = isVoid || Object.hasOwn(GATHERED, type) || [...BEGINNINGS, ...FORK].includes(type);
  need(!late, `event ${position}: ${type} comes after the game began`);
}

/** To go back begins a ply or follows a consent, takes at least one back, and not further than the beginning. */
export function requireTakenBack(events, index) {
  const ply = (version) => events[version - 1]?.fields.ply;
  const version = index + 1;
  const {type, data} = events[index].fields;
  const {back_to: back} = data;
  const consented = type === 'ActionsTakenBack' && LEADS_BACK.includes(events[index - 1].fields.type);
  need(consented || ply(index) !== ply(version), `event ${version} begins no ply`);
  const rest = events.slice(version).filter(({fields}) => fields.ply === ply(version));
  need(rest.every(({fields}) => fields.type === 'ClockStarted'), `event ${version} does not end its ply`);
  const isEnd = back < index && ply(back) !== ply(back + 1);
  need(isEnd, `event ${version}: version ${back} is not the end of a ply before the last`);
  need(back > events.indexOf(beginningOf(events)), `event ${version}: at version ${back} the game had not begun`);
  need(events.slice(back, index).every(({fields}) => fields.type !== 'SubstituteSeated'), `event ${version}: a substitute has sat down after version ${back}`);
}

/** Who sits, what they have committed to and opened, and until when that had to be. */
class Gathering {
  constructor(game, {seats, open_until: openUntil, forked_from: origin, sandbox}, committing) {
    const begins = [origin ? FORK[0] : sandbox ? 'PositionSet' : 'GameStarted'];
    Object.assign(this, {game, seats, openUntil, committing, begins, until: null, start: null, begun: false});
    Object.assign(this, {commitments: new Map(), taken: new Set(), opened: new Set()});
  }

  /** The next event before the first card. */
  async follow(before, fields) {
    const {types, within} = this.next(before);
    const {type, position} = fields;
    need(types.includes(type), `event ${position}: ${type} comes where ${types.join(' or ')} was due`);
    const together = fields.ply === before.ply;
    need(together === within, `event ${position}: ${type} is ${within ? 'not ' : ''}in the ply of ${before.type}`);
    this.begun = type === FORK[1] || (type !== FORK[0] && this.begins.includes(type));
    if (Object.hasOwn(GATHERED, type)) await GATHERED[type](this, fields, before);
    if (type === 'GameEnded') need(fields.data.kind === VOID, 'the game ends before it began, and is not void');
  }

  /** What may come after an event, and whether within its ply. */
  next({type, seat}) {
    const seated = this.taken.size === this.seats;
    if (type === 'SeatTaken' && this.committing) return {types: ['EntropyCommitted'], within: true};
    if (type === 'SeatTaken' && seated) return {types: [...this.begins, 'StartAwaited'], within: true};
    if (type === 'StartReached') return {types: this.begins, within: true};
    if (type === 'EntropyCommitted' && seated) return {types: ['OpeningsAwaited'], within: true};
    if (type === 'EntropyOpened' && this.unopened().length === 0) return {types: this.begins, within: true};
    if (type === FORK[0]) return {types: [seat === this.seats - 1 ? FORK[1] : FORK[0]], within: true};
    if (VOIDED.includes(type)) return {types: ['GameEnded'], within: true};
    if (this.start !== null) return {types: STARTS, within: false};
    return {types: this.until === null ? SITTING : OPENINGS, within: false};
  }

  /** A seat is free again. */
  free(seat) {
    need(this.taken.delete(seat), 'a seat was left on which nobody sat');
    this.commitments.delete(seat);
  }

  /** The seats that have not opened. */
  unopened() {
    return Array.from({length: this.seats}, (_, seat) => seat).filter((seat) => !this.opened.has(seat));
  }

  /** What was found, in words. */
  words() {
    const opened = this.committing ? `, ${this.opened.size} of ${this.seats} commitments opened` : '';
    return `committed at event 1, ${this.taken.size} of ${this.seats} seats taken after it${opened}`;
  }
}

/** What happens before the first card: by the type of an event, (gathering, the event, the one before). */
const GATHERED = {
  SeatTaken(gathering, {seat, data}) {
    need(seat !== null && !gathering.taken.has(seat), 'a seat was taken twice');
    need(!gathering.committing || data.entropy === null, `seat ${seat} shows its entropy as it sits down`);
    if (data.entropy !== null) bytes32(data.entropy, `the entropy of seat ${seat}`);
    gathering.taken.add(seat);
  },
  EntropyCommitted(gathering, {seat, data}, before) {
    need(seat === before.seat, `seat ${before.seat} sat down, and seat ${seat} committed`);
    bytes32(data.commitment, `what seat ${seat} committed to`);
    gathering.commitments.set(seat, data.commitment);
  },
  SeatLeft(gathering, {seat}) {
    gathering.free(seat);
  },
  SeatCleared(gathering, {seat}) {
    gathering.free(seat);
  },
  SeatSaw(gathering, {seat}, before) {
    need(seat === (before.type === FORK[0] ? before.seat + 1 : 0), 'not every seat is shown its part of the position, in order');
  },
  /** Where it stands, `next` has checked. */
  TableClosed() {},
  TableExpired(gathering, {data, at}) {
    need(data.until === gathering.openUntil, 'another deadline expired than was set');
    need(at >= gathering.openUntil, 'the table expired before the deadline');
  },
  StartAwaited(gathering, {data}) {
    gathering.start = data.until;
  },
  StartReached(gathering, {data, at}) {
    need(data.until === gathering.start, 'another start was reached than was awaited');
    need(at >= gathering.start, 'the game began before its time');
  },
  OpeningsAwaited(gathering, {data}) {
    gathering.until = data.until;
  },
  async EntropyOpened(gathering, {seat, data, at}) {
    need(seat !== null && !gathering.opened.has(seat), `seat ${seat} opened twice`);
    need(at < gathering.until, `seat ${seat} opened after the deadline`);
    const entropy = bytes32(data.entropy, `the entropy of seat ${seat}`);
    const commitment = base64url(await digest('seat-seed', gathering.game, seat, entropy));
    need(commitment === gathering.commitments.get(seat), `seat ${seat} opened something else than it committed to`);
    gathering.opened.add(seat);
  },
  OpeningsExpired(gathering, {data, at}) {
    need(data.until === gathering.until, 'another deadline expired than was set');
    need(at >= gathering.until, 'the openings expired before the deadline');
    need(equal(data.seats, gathering.unopened()), 'other seats are named than those that did not open');
  },
};

/** Whether the seats commit to their entropy, and open it once all sit. */
function isCommitting(events) {
  return events[0].fields.data.options?.fairness === 'commit';
}

/**
 * What each seat at which somebody sits has in the shuffle, by seat: `entropy` and `commitment`, and the positions at which
 * it was `fixed`, so that it could not be chosen any more, and `shown`. Who leaves takes it along; the same bytes again
 * were shown where they stand first.
 */
export function contributions(events) {
  const [found, first] = [new Map(), new Map()];
  const shownAt = (entropy, position) => first.get(entropy) ?? first.set(entropy, position).get(entropy);
  const add = (seat, more) => found.set(seat, {...found.get(seat), ...more});
  for (const {fields: {type, seat, data, position}} of events) {
    if (SEAT_FREED.includes(type)) found.delete(seat);
    if (type === 'SeatTaken') add(seat, data.entropy ? {entropy: data.entropy, fixed: position, shown: shownAt(data.entropy, position)} : {});
    if (type === 'EntropyCommitted') add(seat, {commitment: data.commitment, fixed: position});
    if (type === 'EntropyOpened') add(seat, {entropy: data.entropy, shown: shownAt(data.entropy, position)});
  }
  return found;
}

/** What each seat shows that it adds to the shuffle, null where it adds nothing, or left again. */
function shownEntropy(events) {
  const found = contributions(events);
  return Array.from({length: events[0].fields.data.seats}, (_, seat) => found.get(seat)?.entropy ?? null);
}

/** The same as bytes, none where it adds nothing. */
export function entropyOf(events) {
  return shownEntropy(events).map((text, seat) =>
    text === null ? new Uint8Array(0) : bytes32(text, `the entropy of seat ${seat}`),
  );
}

/** Seats have added the bytes that their players know, or committed to them; `own` has them by seat, in hexadecimal. */
export async function checkEntropy(bundle, own) {
  const found = await Promise.all(Object.entries(own).map(([seat, hex]) => outcome('entropy', () => compareEntropy(bundle, Number(seat), hex))));
  const said = (holds) => found.filter((each) => each.holds === holds).map(({words}) => words);
  need(said(false).length === 0, said(false).join('; '));
  if (said(null).length > 0) throw new Unchecked([...said(null), ...said(true)].join('; '));
  return said(true).join('; ');
}

/** What the record has of the bytes of a seat. */
async function compareEntropy({header, events}, seat, hex) {
  need(seat in shownEntropy(events), `there is no seat ${seat}`);
  const given = contributions(events).get(seat);
  if (!given) throw new Unchecked(`nobody sits at seat ${seat}, so there are no bytes to compare`);
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const {entropy, commitment} = given;
  if (entropy === base64url(bytes)) return `the bytes given are those that seat ${seat} added`;
  const made = base64url(await digest('seat-seed', header.id, seat, bytes));
  if (!entropy && commitment === made) return `the bytes given are those that seat ${seat} committed to, and has not shown`;
  const left = findLeaving(events, seat, [base64url(bytes), made]);
  if (left) throw new Unchecked(`seat ${seat}, which had the bytes given, was left at event ${left}, and taken without them`);
  need(!entropy, `seat ${seat} has added other bytes than those given`);
  need(commitment, `seat ${seat} has added no bytes`);
  throw new Wrong(`seat ${seat} has committed to other bytes than those given`);
}

/** Where a seat was left, or cleared, for the last time after one of these had been added there. */
function findLeaving(events, seat, added) {
  const own = events.map(({fields}) => fields).filter((fields) => fields.seat === seat);
  const from = own.findLastIndex(({data}) => added.includes(data.entropy) || added.includes(data.commitment));
  return from < 0 ? undefined : own.slice(from).find(({type}) => SEAT_FREED.includes(type))?.position;
}

/** Who had a hand in the shuffle: A, B, partly B or C. */
export function fairnessOf({events}) {
  const given = shownEntropy(events).filter((text) => text !== null).length;
  const all = given === events[0].fields.data.seats;
  if (isCommitting(events)) return all ? 'A' : 'C';
  if (given === 0) return 'C';
  return all ? 'B' : 'partly B';
}
