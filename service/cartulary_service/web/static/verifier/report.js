/** The report of all checks. */

import {read} from './bundle.js';
import {base64url} from './bytes.js';
import {ANOTHER_GAME, checkHeads, checkNote, checkPositions, checkReceipts, checkSignature, contradictionIn, decidingSeats, fittingVersions, headsOf, vouchedSeats} from './chain.js';
import {checkDeal} from './deal.js';
import {beginningOf, ofType, VOID} from './events.js';
import {checkFork, checkOrigin} from './forks.js';
import {checkLog, checkWitnesses, countWitnesses} from './log.js';
import {countKeys} from './notes.js';
import {counted, outcome, Unchecked} from './outcome.js';
import {checkKeys, listPlayers} from './players.js';
import {checkEntropy, checkSeats, fairnessOf} from './seating.js';
import {checkCommitments, checkSeed} from './seed.js';
import {checkActions, checkPlayers, listExpired, listSigned, signedOf, tallySignatures} from './signatures.js';
import {checkTimes, listRestored, tellsOfTimes} from './times.js';

/** From what a game began whose decks nobody shuffled, by the type of the first event after all had sat down. */
const BEGUN_FROM = {PositionSet: 'position', SeatSaw: 'fork'};
const UNCHECKED_RULES = 'here nobody knows the rules: whether each move was legal and in turn, was the one that was signed, what it cost, scores, '
  + 'who won, clocks and deadlines; the verifier in Python checks them';

/** What no check here looks at. */
function checkRules() {
  throw new Unchecked(UNCHECKED_RULES);
}

/** Whether the game is open, playing, finished or abandoned. */
function statusOf({events}) {
  const {type, data} = events[events.length - 1].fields;
  if (type === 'GameEnded') return data.kind === VOID ? 'abandoned' : 'finished';
  return beginningOf(events) ? 'playing' : 'open';
}

/** The report with what all checks together say. */
function report(about, checks) {
  const verified = checks.every(({holds}) => holds !== false);
  return {verified, complete: checks.every(({holds}) => holds === true), ...about, checks};
}

/** The checks of a bundle that can be read, in order. */
async function checksOf(bundle, heads, {key, keyShownBy, receipts, entropy = {}, seatKeys = {}, origin, actions = [], witnesses = [], quorum = countKeys(witnesses), askedAt}, format) {
  const expired = listExpired(bundle);
  const restored = listRestored(bundle);
  const isFork = Boolean(bundle.events[0].fields.data.forked_from);
  const checks = [
    ['positions', () => checkPositions(bundle)],
    ['heads', () => checkHeads(bundle, heads)],
    ['note', () => checkNote(bundle, heads, {key, keyShownBy})],
    ['receipt', () => checkReceipts(bundle, heads, receipts, key)],
    ['seats', () => checkSeats(bundle)],
    ['seed', () => checkSeed(bundle)],
    ['commitments', () => checkCommitments(bundle)],
    ...(Object.keys(entropy).length > 0 ? [['entropy', () => checkEntropy(bundle, entropy)]] : []),
    ...(isFork ? [['fork', () => checkFork(bundle)]] : []),
    ...(isFork || origin !== undefined ? [['origin', () => checkOrigin(bundle, origin, [key ?? []].flat(), (text) => examined(text, {key}))]] : []),
    ...(tellsOfTimes(bundle) ? [['times', () => checkTimes(bundle, expired, restored)]] : []),
    ...(actions.length > 0 ? [['actions', () => checkActions(bundle, heads, actions)]] : []),
    ...(bundle.log.length > 0 || askedAt !== undefined ? [['log', () => checkLog(bundle, heads, {key, askedAt, witnesses})]] : []),
    ...(quorum > 0 ? [['witnesses', () => checkWitnesses(bundle, {key, witnesses, quorum})]] : []),
    ['signatures', () => checkPlayers(bundle, heads)],
    ...(Object.keys(seatKeys).length > 0 ? [['keys', () => listSigned(bundle, heads).then((signed) => checkKeys(bundle, seatKeys, signed))]] : []),
    ['deal', () => checkDeal(bundle)],
    ['rules', checkRules],
    ['signature', () => checkSignature(bundle, key, keyShownBy)],
  ];
  const outcomes = [format];
  const note = await outcome('note', () => checkNote(bundle, heads, {key, keyShownBy}));
  const made = note.words.startsWith(ANOTHER_GAME) ? checks.filter(([name]) => ['note', 'signature'].includes(name)) : checks;
  for (const [name, check] of made) outcomes.push(await outcome(name, check));
  return outcomes;
}

/** {bundle, report} of a text or its bytes; the bundle is undefined where it cannot be read. */
async function examined(text, given) {
  let bundle;
  const format = await outcome('format', () => {
    bundle = read(text);
    return `${counted(bundle.events.length, 'event', 'events')} in canonical JSON`;
  });
  const nothing = {game: '', version: 0, head: '', status: '', fairness: '', corrections: 0, dealt: false, begun_from: null, receipt: null, vouched_seats: [], shuffle_receipt: null, deciding_seats: [], players: [], witnessed: 0, signed: [], authority: [], withheld: 0, expired: [], restored: [], proof: null, proof_keys: null};
  if (!format.holds) return {report: report(nothing, [format])};
  const heads = await headsOf(bundle);
  const receipts = [given.receipt ?? []].flat();
  const checks = await checksOf(bundle, heads, {...given, receipts}, format);
  const versions = await fittingVersions(bundle, heads, receipts, given.key);
  const [receipt = null] = versions;
  const fairness = fairnessOf(bundle);
  const tally = await tallySignatures(bundle, heads).catch(() => null);
  const authority = tally?.authority() ?? [];
  const about = {
    game: bundle.header.id,
    version: bundle.events.length,
    head: base64url(heads[heads.length - 1]),
    status: statusOf(bundle),
    fairness,
    corrections: ofType(bundle.events, 'GameCorrected').length,
    dealt: Boolean(beginningOf(bundle.events)),
    begun_from: BEGUN_FROM[beginningOf(bundle.events)?.fields.type] ?? null,
    receipt,
    vouched_seats: receipt === null ? [] : vouchedSeats(bundle, receipt),
    ...decidingSeats(bundle, fairness === 'C' ? [] : versions),
    players: listPlayers(bundle),
    witnessed: await countWitnesses(bundle, given.key, given.witnesses ?? []),
    signed: signedOf(authority),
    authority,
    withheld: tally?.withheld ?? 0,
    expired: listExpired(bundle),
    restored: listRestored(bundle),
    ...await contradictionIn(bundle, receipts, given.key),
  };
  return {bundle, report: report(about, checks)};
}

/**
 * Check an audit bundle, a text or its bytes, against a key or a list of keys (`keyShownBy` names who showed them, where
 * the reader did not bring them), an earlier receipt or a list of them,
 * what seats have added to the shuffle (`entropy`, hexadecimal by seat), by which keys they sign as their players say
 * (`seatKeys`, base64url by seat), the bundle of the game that it goes on from,
 * texts of signed `actions` that players have published, and keys of witnesses, of which `quorum` (by default all) must
 * have cosigned the checkpoints of the transparency log. `askedAt` is when its proofs were asked for, in milliseconds:
 * without it a bundle that has none is not blamed for that. The answer:
 * {verified, complete, game, version, head, status, fairness, corrections, dealt, begun_from, receipt, vouched_seats, shuffle_receipt,
 *  deciding_seats, players, witnessed, signed, authority, withheld, expired, restored, proof, proof_keys, checks: [{check, holds: true|false|null, words}]}.
 * `complete` is never true, for the rules are not checked here: `holds` is null for whatever was not.
 */
export async function verify(text, given = {}) {
  return (await examined(text, given)).report;
}
