/** Signatures of players. */

import {bytes32, fromBase64} from './bytes.js';
import {canonical, equal, parsed} from './canonical.js';
import {imported, isSignedBy, requireSoundKey} from './ed25519.js';
import {beginningOf} from './events.js';
import {digest} from './hashing.js';
import {need, outcome, Unchecked} from './outcome.js';

/** Events with which a ply begins that is not signed by the key of the seat, though a player has caused it. */
const UNSIGNED = ['DelegateActed', 'RulesAgreed'];

/** Events that begin a ply which no player can sign, or none yet. */
const NOT_BY_PLAYERS = ['TimeExpired', 'OrderFired', 'SeatTaken', 'SeatLeft', 'KeyGiven', 'SubstituteSeated'];
const GIVES_KEY = ['KeyGiven', 'SubstituteSeated'];

/** Counts what the seats have signed, and follows whose key counts and where a bot plays. */
class SignatureTally {
  constructor() {
    Object.assign(this, {keys: new Map(), bots: new Set(), last: new Map(), seats: new Map(), withheld: 0});
  }

  /** Count a ply of a seat. */
  count(seat, isSigned) {
    const {signed, plies} = this.seats.get(seat) ?? {signed: 0, plies: 0};
    this.seats.set(seat, {signed: signed + Number(isSigned), plies: plies + 1});
  }

  follow({type, seat, position, data}) {
    if (type === 'KeyGiven') requireSoundKey(bytes32(data.key, 'the key of a seat'), `event ${position}: `);
    if (GIVES_KEY.includes(type)) this.keys.set(seat, data.key ?? null);
    if (type === 'BotTookOver' || (type === 'SeatTaken' && data.bot)) this.bots.add(seat);
    else if (['SeatTaken', 'SeatReturned', 'SubstituteSeated'].includes(type)) this.bots.delete(seat);
  }

  /** Of each seat its plies, and how many are signed. */
  list() {
    return [...this.seats].sort(([one], [other]) => one - other).map(([seat, {signed, plies}]) => ({seat, signed, plies}));
  }
}

/** Every signature is by the key of its seat, on a history that the signer had seen. */
export async function checkPlayers(bundle, heads) {
  const tally = await tallySignatures(bundle, heads);
  const seats = tally.list();
  const sum = (name) => seats.reduce((all, each) => all + each[name], 0);
  if (sum('signed') === 0) return "no ply is signed: who acted rests on the operator's word";
  const counts = seats.map(({seat, signed, plies}) => `seat ${seat} ${signed} of ${plies}`).join(', ');
  const words = `${sum('signed')} of ${sum('plies')} plies of players are signed: ${counts}`;
  if (tally.withheld > 0) throw new Unchecked(`${words}; ${tally.withheld} signatures are not in the bundle`);
  return words;
}

export async function tallySignatures({header, events}, heads) {
  const tally = new SignatureTally();
  const begun = beginningOf(events)?.fields.ply ?? Infinity;
  let begins = null;
  let signed = null;
  for (const [index, {fields, hidden}] of events.entries()) {
    if (begins?.ply !== fields.ply) [begins, signed] = [fields, null];
    if (fields.type === 'ActionSigned') {
      const isSecond = events[index - 1]?.fields === begins && begins.type === 'DelegateActed';
      need(signed === null && (fields === begins || isSecond), `event ${fields.position}: a signature does not begin its ply`);
      signed = fields;
      await checkSigned(tally, header.id, heads, fields, hidden, isSecond);
    }
    tally.follow(fields);
    if (fields === begins && counts(tally, fields, begun)) {
      const isSigned = fields.type === 'ActionSigned';
      const isMissing = !isSigned && tally.keys.get(fields.seat) && !UNSIGNED.includes(fields.type);
      need(!isMissing, `event ${fields.position}: seat ${fields.seat} signs what it does, and has not signed this`);
      tally.count(fields.seat, isSigned);
    }
    if (fields === signed && fields !== begins && counts(tally, begins, begun)) tally.seats.get(begins.seat).signed += 1;
  }
  return tally;
}

/** Whether a ply that begins so is one that its player could have signed. */
function counts(tally, {type, seat, ply}, begun) {
  return ply > begun && seat !== null && !tally.bots.has(seat) && !NOT_BY_PLAYERS.includes(type);
}

/** One signature. */
async function checkSigned(tally, game, heads, {seat, position, data}, {action, signature}, isDelegated) {
  const where = `event ${position}: `;
  requireSoundKey(bytes32(data.key, 'the key of a seat'), where);
  need(isDelegated || data.key === tally.keys.get(seat), `${where}this is not the key of seat ${seat}`);
  const isLater = (tally.last.get(seat) ?? 0) < data.version && data.version < position;
  need(isLater, `${where}seat ${seat} has signed a later version before, or one that there was not yet`);
  tally.last.set(seat, data.version);
  if (!action || !signature) {
    tally.withheld += 1;
    return;
  }
  const holds = await hasSigned(data.key, signature, game, data.version, heads[data.version], action);
  need(holds, `${where}seat ${seat} has not signed this`);
}

/** Whether a player's key has signed an action on a version of a game. */
async function hasSigned(key, signature, game, version, head, action) {
  const message = await digest('action', game, version, head, canonical(action));
  const padded = `${signature.replaceAll('-', '+').replaceAll('_', '/')}${'='.repeat(-signature.length & 3)}`;
  const bytes = bytes32(key, 'the key of a seat');
  requireSoundKey(bytes);
  const known = await imported(bytes);
  const raw = fromBase64(padded);
  return raw?.length === 64 && isSignedBy(known, raw, message);
}

/** The record has each action that a player has published, or what the seat did instead. */
export async function checkActions(bundle, heads, texts) {
  const found = [];
  for (const text of texts) found.push(await outcome('actions', () => checkAction(bundle, heads, readAction(text))));
  const words = found.map((each) => each.words).join('; ');
  need(found.every(({holds}) => holds !== false), words);
  if (found.some(({holds}) => holds === null)) throw new Unchecked(words);
  return words;
}

/** {action, version, key, signature} of two lines: canonical JSON, and the value of the header `Action-Signature`. */
function readAction(text) {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n+$/, '').split('\n');
  const header = lines.length === 2 && /^([1-9]\d*) (\S+) (\S+)$/.exec(lines[1]);
  need(header, 'a published action is two lines: canonical JSON, and its Action-Signature');
  return {action: parsed(lines[0], 'a published action'), version: Number(header[1]), key: header[2], signature: header[3]};
}

async function checkAction({header, events}, heads, {action, version, key, signature}) {
  const head = heads[version];
  need(head, `an action was published for version ${version}, and the bundle ends before`);
  const holds = await hasSigned(key, signature, header.id, version, head, action);
  need(holds, `the signature of the action published for version ${version} does not hold here`);
  const keys = new Map();
  const known = events.slice(0, version).map(({fields}) => fields).filter(({type}) => GIVES_KEY.includes(type));
  for (const {seat, data} of known) keys.set(seat, data.key ?? null);
  const [seat] = [...keys].find(([, given]) => given === key) ?? [];
  need(seat !== undefined, `no seat had the key at version ${version} by which the published action is signed`);
  const isOwn = ({fields: {type, seat: whose, ply}}, index) =>
    index >= version && whose === seat && type !== 'KeyGiven' && events[index - 1].fields.ply !== ply;
  const next = events.find(isOwn);
  const name = `the action that seat ${seat} published for version ${version}`;
  if (!next) throw new Unchecked(`the record has nothing of seat ${seat} after version ${version}`);
  const {fields: {type, position, data}, hidden} = next;
  if (type === 'ActionSigned' && data.version === version) {
    if (!hidden.action) throw new Unchecked(`what the seat signed at event ${position} is not in the bundle`);
    const stands = equal(hidden.action, action);
    return stands ? `${name} stands at event ${position}` : `instead of ${name}, the seat signed another one (event ${position})`;
  }
  need(type !== 'TimeExpired', `event ${position}: ${name} was signed, and the record says that the seat's time ran out; `
    + 'whether it was legal is not checked here');
  return `instead of ${name}, the seat did something else (event ${position}, ${type})`;
}
