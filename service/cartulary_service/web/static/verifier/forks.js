/** Games that go on from a position of another. */

import {equal, requireFields} from './canonical.js';
import {followed} from './deal.js';
import {endOf, hasEnded, ofType} from './events.js';
import {GAMES} from './games.js';
import {BY_OTHERS} from './chain.js';
import {need, Unchecked} from './outcome.js';
import {sorted} from './table.js';

/** What is said of an origin that a game cannot have. */
export const NO_FORK = 'this game is no fork: it goes on from no other, and the bundle of one was given';
const WAS_OVER = ", though by these times, which are the service's, that game was over and nothing was drawn anew";
const DRAWN_ANEW = "by these times that game was not over, so what was hidden then was drawn anew; that such cards exist, what each seat is shown, and how it was drawn rests on the operator's word";
const OTHER_KEY = 'the bundle of the game from which it goes on is signed by another key than this one, and nobody vouched for either: give the keys of the service with --key';
const NOT_GIVEN = 'the bundle of the game from which it goes on is signed by none of the keys given: give the one that signs it with --key';
const NO_RECEIPT = 'no receipt of that game was compared';
const NOT_FURTHER = 'that game goes on from another itself, which was not compared: check it with that one as its origin';
const FROM_A_POSITION = 'that game began from a position that somebody set up';
const ELSE = 'all else of the position';
const KNOWN = `${ELSE}, and whether each seat is shown all that it knew there, and no more,`;
const ELSEWHERE = 'only the verifier in Python compares';

/** A fork begins from the one position that its creation hides, and that is the same for all but for what is hidden. */
export function checkFork({header, events}) {
  endOf(events);
  const {position, where} = {position: events[0].hidden.position, where: 'the position of the first event'};
  requireFields(position, ['seats', 'table', 'whole'], where);
  const saw = ofType(events, 'SeatSaw');
  const [began] = ofType(events, 'ForkBegan');
  need(began, 'the fork never begins');
  const seats = saw.map(({fields}) => fields.seat);
  need(equal(seats, position.seats.map((_, seat) => seat)), 'not every seat is shown its part of the position, in order');
  saw.forEach(({hidden}, seat) => need(equal(hidden.state, position.seats[seat]), `seat ${seat} is shown another position`));
  need(equal(began.hidden.whole, position.whole), 'the fork begins from another position than its creation hides');
  need(equal(began.fields.data.state, position.table), 'another position is shown to everybody');
  requireAlike('everybody', position.whole, position.table, GAMES[header.game]);
  return `begun by ${seats.length} seats from the position that event 1 hides`;
}

/** What somebody sees of a position is the same as it really is, but for what is hidden. */
function requireAlike(who, whole, seen, {hidden, backOf, shownOf}) {
  for (const name of Object.keys(whole).filter((each) => !hidden.includes(each))) {
    need(equal(whole[name], seen[name] ?? null), `${who} is shown another ${name} than there is`);
  }
  const backs = (hand) => hand.reduce((sums, number, kind) => sums.with(backOf(kind), sums[backOf(kind)] + number), [0, 0, 0]);
  const shown = (state) => [state.deck.length, state.deck.slice(-1).map(backOf), state.hands.map(backs), shownOf(state)];
  need(equal(shown(whole), shown(seen)), `${who} is shown another deck, other hands or another draft than there are`);
}

/** A seat is shown its own hand, and of what is hidden from it nothing that is not there. */
function requireTrue(seat, whole, seen, game) {
  const who = `seat ${seat}`;
  requireAlike(who, whole, seen, game);
  need(equal(seen.hands[seat], whole.hands[seat]), `${who} is shown another hand than its own`);
  const known = game.zonesOf(seen);
  need(Object.values(known.decks).flat().every((card) => card === undefined), `${who} is shown what lies in a deck`);
  need(isTrue(known, game.zonesOf(whole)), `${who} is shown hidden cards that are not there`);
}

/** Whether what somebody knows is so: what is unknown is undefined, and cards of a zone have no order. */
function isTrue(known, real) {
  if (known === undefined) return true;
  if (known === null || typeof known !== 'object') return known === real;
  if (!Array.isArray(known)) return Object.keys(known).every((name) => isTrue(known[name], real?.[name]));
  const rest = [...real ?? []];
  for (const each of known) {
    const place = rest.findIndex((other) => isTrue(each, other));
    if (place < 0) return false;
    if (each !== undefined) rest.splice(place, 1);
  }
  return known.length === real.length;
}

/** The position from which a fork begins is the one in which the other game was at that version, whose bundle `examine` reads; `keys` are those given. */
export async function checkOrigin({header, events}, origin, keys, examine) {
  const {forked_from: from} = events[0].fields.data;
  need(from, NO_FORK);
  need(from.game !== header.id && from.version > 0, `no game goes on from itself, or from version 0: ${from.game} at ${from.version}`);
  endOf(events);
  if (origin === undefined) throw new Unchecked(`the bundle of game ${from.game}, from which it goes on, was not given`);
  const {bundle, report: found} = await examine(origin);
  need(bundle, 'the file given as the bundle of the game from which it goes on is none');
  if (keys.length > 0 && isByOthersAlone(found)) throw new Unchecked(NOT_GIVEN);
  need(found.verified, 'the bundle of the game from which it goes on is not right itself');
  if (keys.length === 0 && bundle.header.key !== header.key) throw new Unchecked(OTHER_KEY);
  need(bundle.header.id === from.game, 'the bundle is of another game than the one from which it goes on');
  need(bundle.header.game === header.game, 'the other game is of another kind');
  const [ended, length] = [hasEnded(bundle), bundle.events.length];
  if (!ended && from.version >= length) throw new Unchecked(`the other game's file ends at version ${length}, before it ended: read it anew`);
  need(from.version < length, `nothing goes on from version ${from.version}: the other game ended at version ${length}`);
  const [before, after] = [bundle.events[from.version - 1]?.fields, bundle.events[from.version]?.fields];
  need(before && after && before.ply !== after.ply, `version ${from.version} is not the end of a ply of the other game`);
  need(events[0].fields.at >= before.at, `by these times it was created before the other game stood as at version ${from.version}`);
  if (!ended) throw new Unchecked('the other game has not ended, so its hidden cards are not disclosed yet');
  const {seats, edition} = bundle.events[0].fields.data;
  need(equal([seats, edition], [events[0].fields.data.seats, header.edition]), 'the other game has other seats or rules');
  const {whole} = events[0].hidden.position ?? {};
  need(whole, 'the position of the fork is withheld');
  const table = await followed(bundle, from.version);
  const game = GAMES[header.game];
  const imagined = events[0].fields.at < bundle.events[length - 1].fields.at;
  const begun = game.zonesOf(whole);
  const [told, stood] = [begun, table].map((zones) => comparable(game, zones, Object.keys(begun), imagined));
  need(equal(told, stood), `it does not begin as the other game stood there${imagined ? '' : WAS_OVER}`);
  const alike = `as in game ${from.game} at version ${from.version}: ${Object.keys(told).join(', ')}`;
  if (imagined) throw new Unchecked(`these are ${alike}; ${ELSE} ${ELSEWHERE}; ${DRAWN_ANEW}; ${NO_RECEIPT}${beginning(bundle)}`);
  events[0].hidden.position.seats.forEach((seen, seat) => requireTrue(seat, whole, seen, game));
  throw new Unchecked(`these are ${alike}; no seat is shown cards that are not there; ${KNOWN} ${ELSEWHERE}; ${NO_RECEIPT}${beginning(bundle)}`);
}

/** What a comparison with an origin leaves open: its own beginning, unless its cards were dealt. */
function beginning({events}) {
  if (events[0].fields.data.forked_from) return `; ${NOT_FURTHER}`;
  return ofType(events, 'PositionSet').length > 0 ? `; ${FROM_A_POSITION}` : '';
}

/** Whether nothing fails but that no known key has signed it. */
function isByOthersAlone({checks}) {
  const failing = checks.filter(({holds}) => holds === false);
  return failing.length === 1 && failing[0].words === BY_OTHERS;
}

/** What lies in zones, by the words for each; of what was drawn anew only the number of cards in each hand. */
function comparable({secret, calls}, zones, names, imagined) {
  const shown = names.filter((name) => !imagined || !secret.includes(name));
  const sizes = Object.fromEntries(Object.entries(zones.hands).map(([seat, cards]) => [seat, cards.length]));
  const told = shown.map((name) => [calls[name] ?? name, name === 'decks' ? zones.decks : tidy(zones[name])]);
  return Object.fromEntries(imagined ? [...told, ['sizes of hands', tidy(sizes)]] : told);
}

/** The same without what is empty, and what is in no order sorted. */
function tidy(zone) {
  if (zone === null || typeof zone !== 'object') return zone;
  if (Array.isArray(zone)) return zone.every((each) => typeof each !== 'object') ? sorted(zone) : zone.map(tidy);
  const isEmpty = (each) => !each || (typeof each === 'object' && Object.keys(each).length === 0);
  return Object.fromEntries(Object.entries(zone).map(([name, each]) => [name, tidy(each)]).filter(([, each]) => !isEmpty(each)));
}
