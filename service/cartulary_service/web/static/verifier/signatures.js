/** Signatures of players. */

import {bytes32, fromBase64} from './bytes.js';
import {canonical, equal, isObject, parsed} from './canonical.js';
import {imported, isSignedBy, requireSoundKey} from './ed25519.js';
import {BACKWARD, beginningOf, hasEnded, isAbsent, SIGNS} from './events.js';
import {GAMES} from './games.js';
import {digest} from './hashing.js';
import {counted, need, outcome, Unchecked} from './outcome.js';

/** Events that begin a ply which no player can sign, or none yet. */
const NOT_BY_PLAYERS = ['TimeExpired', 'SeatTaken', 'SeatLeft', 'KeyGiven', 'SubstituteSeated'];
/** Events that begin a ply which a seat that signs has signed also while a bot plays for it. */
const ALWAYS_SIGNED = ['SeatReturned', 'DelegateNamed'];
/** Events that begin a ply of a player also while a bot plays for the seat: such bots take the game's own actions. */
const NEVER_BY_BOTS = [...ALWAYS_SIGNED, 'ActionsTakenBack', 'EndAgreed', 'FreeingAgreed', 'GameResumed', 'PauseAgreed', 'RulesAgreed', 'SeatKept',
  'SeatOffered', 'SeatResigned', 'TakeBackAgreed', 'TimeClaimed', 'TimeGiven', 'VacationTaken'];
const GIVES_KEY = ['KeyGiven', 'SubstituteSeated'];
/** Events by which a seat lets something be done. */
const AUTHORISES = ['DelegateActed', 'OrderFired', 'ActionSigned'];
/** Events that come before what a seat has done, and say by whose authority, or what became of clocks. */
const AHEAD = [...AUTHORISES, 'OrderSigned', 'ClockStarted', 'ClockStopped'];
const OR_CHANGED = ', or a hidden value of the file is not what was signed';
const MISSING = 'the game is over, which hides nothing, and what the seat signed or the signature is missing';
const CAUSES = 'the action was held back, refused, never sent, sent too late, or signed since, and nothing shows which';
/** Orders that stand until they are withdrawn; the others act once. */
const LASTING = ['only_action', 'end_turn'];

/** By whose authority a ply came about, and in words. */
const AUTHORITIES = {
  own: "signed by the key that the record gives the seat",
  delegate: 'signed by a delegate whom the seat has named',
  order: 'by an order that the seat has signed',
  bot: 'by a bot',
  unsigned: 'unsigned',
};

/** Follows whose key counts, whom seats have named and where a bot plays, and counts by whose authority plies came about. */
class Tally {
  constructor({header, events}) {
    const {ofActive} = GAMES[header.game];
    Object.assign(this, {ofActive, isOver: hasEnded({events}), keys: new Map(), delegates: new Map(), since: new Map(), bots: new Set(), seatedBots: new Set(), last: new Map(), fired: new Set(), seats: new Map(), substitutes: [], withheld: 0, active: null, past: []});
  }

  /** The key of a delegate: undefined where the seat has not named it, null where it has none. */
  named(seat, delegate) {
    return this.delegates.get(seat)?.get(delegate);
  }

  follow({type, seat, data, position}) {
    if (type === 'SubstituteSeated') this.substitutes.push({seat, position});
    if (GIVES_KEY.includes(type)) {
      this.keys.set(seat, data.key ?? null);
      this.since.set(seat, position);
      this.delegates.delete(seat);
    }
    if (type === 'DelegateNamed') this.delegates.set(seat, new Map(this.delegates.get(seat) ?? []).set(data.delegate, data.key));
    if (type === 'SeatTaken' && !isAbsent(data.bot)) this.seatedBots.add(seat);
    else if (['SeatTaken', 'SubstituteSeated'].includes(type)) this.seatedBots.delete(seat);
    if (type === 'BotTookOver' || (type === 'SeatTaken' && !isAbsent(data.bot))) this.bots.add(seat);
    else if (['SeatTaken', 'SeatReturned', 'SubstituteSeated'].includes(type)) this.bots.delete(seat);
    else if (['ActionsTakenBack', 'GameCorrected'].includes(type)) {
      const {bots, active} = this.past[data.back_to - 1] ?? this;
      Object.assign(this, {bots: new Set(bots), active});
    }
    if (type === 'TurnBegan') this.active = seat;
    else if (type === 'PositionSet') this.active = data.active;
    else if (type === 'ForkBegan') this.active = data.state.active ?? null;
    this.past.push({bots: [...this.bots], active: this.active});
  }

  /** The seat that acts in a ply: in most that of the first event; null for nobody. */
  actorOf(ply) {
    const events = ply.map(({fields}) => fields);
    const first = events.find(({type}) => !AHEAD.includes(type)) ?? events[0];
    if (['TimeClaimed', 'TimeExpired'].includes(first.type)) return first.seat;
    const resigned = events.find(({type}) => type === 'SeatResigned');
    return !resigned && this.ofActive.includes(first.type) ? this.active : (resigned ?? first).seat;
  }

  /** What was signed at a version was signed since the key of the seat counts. */
  requireSince(seat, version, where) {
    need(version >= (this.since.get(seat) ?? 0), `${where}this was signed before its key counted for seat ${seat}`);
  }

  /** A signature is hidden, as only a game that goes on may have it. */
  withhold(where) {
    need(!this.isOver, `${where}${MISSING}`);
    this.withheld += 1;
  }

  /** By whose authority a ply came about; null for one that nobody could sign. */
  authorityOf(seat, {type, data}, signed) {
    if (type === 'OrderFired') return signed ? 'order' : 'unsigned';
    if (type === 'DelegateActed') return signed && this.keys.get(seat) && this.named(seat, data.delegate) ? 'delegate' : 'unsigned';
    if (signed) return 'own';
    if (NOT_BY_PLAYERS.includes(type)) return null;
    const isByBot = this.bots.has(seat) && !NEVER_BY_BOTS.includes(type);
    return isByBot || this.seatedBots.has(seat) ? 'bot' : 'unsigned';
  }

  /** Whether a seat that has a key signs a ply that begins so. */
  hasToSign(seat, type) {
    const isByBot = this.bots.has(seat) && !ALWAYS_SIGNED.includes(type);
    return !isByBot && ![...NOT_BY_PLAYERS, 'RulesAgreed'].includes(type);
  }

  count(seat, authority) {
    const counts = this.seats.get(seat) ?? {own: 0, delegate: 0, order: 0, bot: 0, unsigned: 0};
    counts[authority] += 1;
    this.seats.set(seat, counts);
  }

  /** Of each seat how many plies came about by each authority. */
  authority() {
    return [...this.seats].sort(([one], [other]) => one - other).map(([seat, counts]) => ({seat, ...counts}));
  }
}

/** Of each seat the number of plies that no bot made, and how many of them its own key has signed. */
export function signedOf(authority) {
  return authority.map(({seat, own, delegate, order, unsigned}) => ({seat, signed: own, plies: own + delegate + order + unsigned}));
}

/** How many plies came about by these authorities, or in all. */
function total(authority, names = Object.keys(AUTHORITIES)) {
  return authority.reduce((sum, each) => names.reduce((all, name) => all + each[name], sum), 0);
}

/** For how many plies nobody has signed, and how many signatures are hidden; an empty text if all are signed. */
export function restOnTrust(authority, withheld) {
  const [unsigned, plies] = [total(authority, ['bot', 'unsigned']), total(authority)];
  const rests = `resting on the operator's word for ${unsigned === plies ? 'every ply' : `${unsigned} of ${plies} plies`}`;
  return [unsigned > 0 && rests, withheld > 0 && `${counted(withheld, 'signature', 'signatures')} hidden`].filter(Boolean).join(', ');
}

/** Every signature is by the key of its seat, on a history that the signer had seen. */
export async function checkPlayers(bundle, heads) {
  const tally = await tallySignatures(bundle, heads);
  const words = describeAuthorities(tally.authority(), tally.substitutes);
  if (tally.withheld > 0) throw new Unchecked(`${words}; ${counted(tally.withheld, 'signature is', 'signatures are')} not in the bundle, so of these the record alone says that`);
  return words;
}

function describeAuthorities(authority, substitutes) {
  if (total(authority, ['own', 'delegate', 'order']) === 0) return "no ply is signed: who acted rests on the operator's word";
  const names = Object.keys(AUTHORITIES);
  const list = (count, say) => names.filter((name) => count(name) > 0).map((name) => `${count(name)} ${say(name)}`).join(', ');
  const counts = list((name) => total(authority, [name]), (name) => AUTHORITIES[name]);
  const substituted = (seat) => substitutes.filter((each) => each.seat === seat).map(({position}) => `, a substitute from event ${position} on`).join('');
  const seats = authority.map((each) => `seat ${each.seat}: ${list((name) => each[name], (name) => name)}${substituted(each.seat)}`).join('; ');
  const unsigned = total(authority, ['bot', 'unsigned']);
  return `of ${counted(total(authority), 'ply', 'plies')} ${counts} (${seats})${unsigned > 0 ? `; ${counted(unsigned, 'rests', 'rest')} on the operator's word` : ''}`;
}

export async function tallySignatures({header, events}, heads) {
  const tally = new Tally({header, events});
  const begun = beginningOf(events)?.fields.ply ?? Infinity;
  for (const ply of pliesOf(events)) {
    const [{fields: begins}, second] = ply;
    const signed = ply.slice(0, 2).find(({fields: {type}}) => SIGNS.includes(type));
    for (const each of ply) requireKeys(each.fields, ply, signed);
    if (signed) await checkSigned(tally, header.id, heads, signed, signed === second ? ply[0] : null);
    const seat = tally.actorOf(ply);
    need(!AUTHORISES.includes(begins.type) || begins.seat === seat, `event ${begins.position}: what seat ${begins.seat} let be done here is of seat ${seat}`);
    if (begins.ply > begun && seat !== null) {
      requireAuthority(tally, seat, begins, signed);
      const authority = tally.authorityOf(seat, begins, signed);
      if (authority) tally.count(seat, authority);
    }
    for (const {fields} of ply) tally.follow(fields);
  }
  return tally;
}

/** Whose time ran out at which event, and how many plies a bot made for the seat from then on. */
export function listExpired({header, events}) {
  const tally = new Tally({header, events});
  const expired = [];
  for (const ply of pliesOf(events)) {
    const [{fields: begins}] = ply;
    const actor = tally.actorOf(ply);
    const latest = expired.findLast(({seat}) => seat === actor);
    const signed = ply.find(({fields: {type}}) => SIGNS.includes(type));
    if (latest && tally.authorityOf(actor, begins, signed) === 'bot') latest.bot += 1;
    for (const {fields} of ply) {
      const late = {TimeExpired: [fields.seat], OpeningsExpired: fields.data.seats}[fields.type] ?? [];
      expired.push(...late.map((seat) => ({seat, position: fields.position, bot: 0})));
      tally.follow(fields);
    }
  }
  return expired;
}

/** Events of each ply. */
function pliesOf(events) {
  const plies = [];
  for (const event of events) {
    if (plies.length === 0 || plies[plies.length - 1][0].fields.ply !== event.fields.ply) plies.push([]);
    plies[plies.length - 1].push(event);
  }
  return plies;
}

/** Keys are sound, a signature begins its ply or follows who acts, and a key that is given is what was signed. */
function requireKeys({type, seat, position, data}, ply, signed) {
  const where = `event ${position}: `;
  const isGiven = type === 'KeyGiven' || type === 'DelegateNamed';
  if ((isGiven || SIGNS.includes(type)) && data.key !== null) requireSoundKey(bytes32(data.key, 'the key of a seat'), where);
  if (SIGNS.includes(type)) {
    const {fields: begins} = ply[0];
    const announced = begins.seat === seat && begins.type === (type === 'OrderSigned' ? 'OrderFired' : 'DelegateActed');
    const isFirst = type === 'ActionSigned' && begins.position === position;
    need(signed.fields.position === position && (isFirst || announced), `${where}a signature does not begin its ply`);
  }
  if (isGiven && ply[0].fields.position !== position) requireAsSigned({type, seat, position, data}, ply, where);
}

/** A key or a delegate that does not begin its ply is the one that the action signed there names. */
function requireAsSigned({type, seat, position, data}, [{fields: begins, hidden: {action}}], where) {
  const follows = begins.type === 'ActionSigned' && begins.seat === seat && begins.position === position - 1;
  need(follows, `${where}nothing that seat ${seat} did gives this key`);
  if (!action) return;
  const given = type === 'KeyGiven' ? {type: 'sign_with', key: data.key} : {type: 'name_delegate', key: data.key, delegate: data.delegate};
  need(equal({key: null, ...action}, given), `${where}seat ${seat} has signed something else than this key${OR_CHANGED}`);
}

/** A seat that signs has signed a ply, or what it came from. */
function requireAuthority(tally, seat, {type, position, data}, signed) {
  if (!tally.keys.get(seat)) return;
  const where = `event ${position}: `;
  if (type === 'OrderFired') {
    need(signed, `${where}seat ${seat} signs what it does, and has not signed this order`);
  } else if (type === 'DelegateActed') {
    const key = tally.named(seat, data.delegate);
    need(key !== undefined, `${where}seat ${seat} signs what it does, and has not named this delegate`);
    need(key === null || signed, `${where}the delegate of seat ${seat} signs, and has not signed this`);
  } else if (!signed && type === 'KeyGiven') {
    need(false, `${where}the earlier key of seat ${seat} has not signed this one`);
  } else {
    need(signed || !tally.hasToSign(seat, type), `${where}seat ${seat} signs what it does, and has not signed this`);
  }
}

/** The positions of signatures, but for those of delegates, with whether each is in the bundle and holds. */
export async function listSigned({header, events}, heads) {
  const signed = new Map();
  for (const {fields: {type, position, ply, data}, hidden} of events.filter(({fields}) => SIGNS.includes(fields.type))) {
    const before = events[position - 2]?.fields;
    if (before?.type === 'DelegateActed' && before.ply === ply) continue;
    const [tag, said, version] = type === 'OrderSigned' ? ['order', hidden.order, hidden.version] : ['action', hidden.action, data.version];
    const isThere = said && hidden.signature && version > 0 && version < position;
    signed.set(position, isThere && await hasSigned(tag, data.key, hidden.signature, header.id, version, heads[version], said).catch(() => false));
  }
  return signed;
}

/** One signature, after the event of the delegate or order that acts. */
async function checkSigned(tally, game, heads, {fields, hidden}, announced) {
  const {seat, type, position, data: {key}} = fields;
  const where = `event ${position}: `;
  if (announced?.fields.type === 'DelegateActed') {
    const isNamed = !tally.keys.get(seat) || tally.named(seat, announced.fields.data.delegate) === key;
    need(isNamed, `${where}seat ${seat} has not named this key of a delegate`);
  } else {
    need(key === tally.keys.get(seat), `${where}this is not the key of seat ${seat}`);
  }
  if (type === 'OrderSigned') await checkOrder(tally, game, heads, fields, hidden, announced);
  else await checkAct(tally, game, heads, fields, hidden);
}

/** One signature of an action. */
async function checkAct(tally, game, heads, {seat, position, data: {key, version}}, {action, signature}) {
  const where = `event ${position}: `;
  const isLater = (tally.last.get(seat) ?? 0) < version && version < position;
  need(isLater, `${where}seat ${seat} has signed a later version before, or one that there was not yet`);
  tally.last.set(seat, version);
  tally.requireSince(seat, version, where);
  if (isAbsent(action) || isAbsent(signature)) {
    tally.withhold(where);
    return;
  }
  const holds = await hasSigned('action', key, signature, game, version, heads[version], action);
  need(holds, `${where}seat ${seat} has not signed this${OR_CHANGED}`);
}

/** One signature of an order. */
async function checkOrder(tally, game, heads, {seat, position, data: {key}}, {version, order, signature}, {hidden: {condition}}) {
  const where = `event ${position}: `;
  if ([version, order, signature].some(isAbsent)) {
    tally.withhold(where);
    return;
  }
  const isSame = version > 0 && version < position && equal(order.condition ?? null, condition ?? null);
  need(isSame, `${where}seat ${seat} has signed another order`);
  need(LASTING.includes(condition?.kind) || !tally.fired.has(signature), `${where}this order has acted before`);
  tally.fired.add(signature);
  const holds = await hasSigned('order', key, signature, game, version, heads[version], order);
  need(holds, `${where}seat ${seat} has not signed this order${OR_CHANGED}`);
  tally.requireSince(seat, version, where);
}

/** Whether a player's key has signed an action or an order on a version of a game. */
async function hasSigned(tag, key, signature, game, version, head, said) {
  const message = await digest(tag, game, version, head, canonical(said));
  const padded = `${signature.replaceAll('-', '+').replaceAll('_', '/')}${'='.repeat(-signature.length & 3)}`;
  const bytes = bytes32(key, 'the key of a seat');
  requireSoundKey(bytes);
  const known = await imported(bytes);
  const raw = fromBase64(padded);
  return raw?.length === 64 && isSignedBy(known, raw, message);
}

/** The record has each published action; where it lacks one, nothing shows why. */
export async function checkActions(bundle, heads, texts) {
  const [words, unchecked] = [[], []];
  for (const published of texts.map(readAction)) {
    const seats = await signersOf(bundle, heads, published);
    const signed = await listSigned(bundle, heads);
    for (const seat of seats) {
      const found = await outcome('actions', () => findAction(bundle, published, seat, signed));
      (found.holds ? words : unchecked).push(found.words);
    }
  }
  if (unchecked.length > 0) throw new Unchecked([...unchecked, ...words].join('; '));
  return words.join('; ');
}

/** {action, version, key, signature} of two lines: canonical JSON, and the value of the header `Action-Signature`. */
function readAction(text) {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n+$/, '').split('\n');
  const header = lines.length === 2 && /^([1-9]\d{0,9}) (\S+) (\S+)$/.exec(lines[1]);
  need(header, 'a published action is two lines: canonical JSON, and its Action-Signature');
  const action = parsed(lines[0], 'a published action');
  need(isObject(action), 'a published action is two lines: canonical JSON, and its Action-Signature');
  return {action, version: Number(header[1]), key: header[2], signature: header[3]};
}

/** Whether the record has gone back to before an event since. */
function isTakenBack(events, position) {
  let version = events.length;
  while (version > position) {
    const {type, data} = events[version - 1].fields;
    version = BACKWARD.includes(type) ? Math.min(data.back_to, version - 1) : version - 1;
  }
  return version < position;
}

/** The seats whose key has signed the action, on the history of this bundle. */
async function signersOf({header, events}, heads, {action, version, key, signature}) {
  const head = heads[version];
  const ends = `an action was published for version ${version}, and the bundle ends before`;
  need(head || !hasEnded({events}), ends);
  if (!head) throw new Unchecked(`${ends}: read it anew`);
  const holds = await hasSigned('action', key, signature, header.id, version, head, action);
  need(holds, `the signature of the action published for version ${version} does not hold here`);
  const keys = new Map();
  const known = events.slice(0, version).map(({fields}) => fields).filter(({type}) => GIVES_KEY.includes(type));
  for (const {seat, data} of known) keys.set(seat, data.key ?? null);
  const seats = [...keys].filter(([, given]) => given === key).map(([seat]) => seat);
  need(seats.length > 0, `no seat had the key at version ${version} by which the published action is signed`);
  return seats;
}

/** Say where a published action stands. `signed`: in a running game nothing but a signature holds hidden values to what they were. */
function findAction({events}, {action, version}, seat, signed) {
  const name = `the action that seat ${seat} published for version ${version}`;
  const later = events.slice(version).filter(({fields}) => fields.seat === seat);
  const answers = later.filter(({fields: {type, data, position}}) => type === 'ActionSigned' && data.version === version && signed.has(position));
  for (const {fields: {position}, hidden} of answers) {
    if (!signed.get(position)) throw new Unchecked(`no signature in the bundle holds for what the seat did at event ${position}`);
    if (equal(hidden.action, action)) return `${name} stands at event ${position}${isTakenBack(events, position) ? ', which was taken back later' : ''}`;
  }
  const nearest = later[0] ? `whose next event about that seat is ${later[0].fields.position}, ${later[0].fields.type}` : 'which has none about that seat since';
  throw new Unchecked(`${name} is not in the record, ${nearest}: ${CAUSES}`);
}
