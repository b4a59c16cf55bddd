/** Who played for which seat, and by which keys. */

import {isAbsent} from './events.js';
import {need, Unchecked} from './outcome.js';

const UNCONFIRMED = 'no signature by it could be confirmed';

/** What looks like the quotation marks around a name, and could seem to end it. */
const LIKE_QUOTES = /[\u02ba\u02dd\u02ee\u02f6\u05f2\u05f4\u1cd3\u201c-\u201f\u2033\u2036\u3003\uff02]/g;

/** A player's name in quotation marks: without them any name can look like words of the report. */
export function quoted(name) {
  return JSON.stringify(name).replace(LIKE_QUOTES, (each) => `\\u${each.codePointAt(0).toString(16).padStart(4, '0')}`);
}

/** Who the record says played for which seat, by which key, from which event on; a later key is an entry of its own. */
export function listPlayers({events}) {
  let players = [];
  for (const {fields: {type, seat, position, data}} of events) {
    if (type === 'SeatTaken' || type === 'SubstituteSeated') players.push({seat, player: data.player, bot: !isAbsent(data.bot), key: null, position});
    if (type === 'SeatLeft' || type === 'SeatCleared') players = players.filter((each) => each.seat !== seat);
    if (type !== 'KeyGiven') continue;
    const own = players.filter((each) => each.seat === seat);
    const before = own.at(-1);
    // That nobody sat there is said by the check of the seats.
    if (!before) continue;
    // Of a seat's first player the time before its key is no entry.
    if (own.length === 1 && before.key === null) players = players.filter((each) => each !== before);
    players.push({...before, key: data.key, position});
  }
  return players.sort((one, other) => one.seat - other.seat);
}

/** When a key that a seat gave at the event `start` was the seat's, in words, and of each signature by it then whether it holds. */
function timeOf({events}, players, signed, {seat, key, start}) {
  const end = players.find((each) => each.seat === seat && each.position > start)?.position;
  const own = [...signed].filter(([position]) => {
    const {fields} = events[position - 1];
    return fields.seat === seat && fields.data.key === key && position > start && position < (end ?? Infinity);
  });
  return {when: end ? `between events ${start} and ${end}` : `since event ${start}`, found: own.map(([, holds]) => holds === true)};
}

/** When a seat signed by a key, when by signatures that could not be confirmed, and when not. */
function timesInWords(times) {
  const said = new Map();
  for (const {when, found} of times) {
    const what = found.includes(true) ? 'it signs by it' : found.length > 0 ? UNCONFIRMED : 'nothing is signed by it';
    said.set(what, [...said.get(what) ?? [], when]);
  }
  return [...said].map(([what, when]) => `${what} ${when.join(' and ')}`).join('; ');
}

/**
 * Seats have given the keys that their players name, and who else acts for them: `known` has a key by seat, `signed` the
 * positions of signatures of seats, with whether each holds.
 */
export function checkKeys(bundle, known, signed) {
  const players = listPlayers(bundle);
  let isConfirmed = true;
  const words = Object.entries(known).map(([text, key]) => {
    const seat = Number(text);
    need(players.some((each) => each.seat === seat), `there is no seat ${seat}, or nobody sits at it`);
    const given = players.filter((each) => each.seat === seat && each.key === key).map(({position}) => position);
    const since = given.join(', ');
    need(since, `the record gives seat ${seat} other keys than the one given, or none`);
    const others = players.filter((each) => each.seat === seat && each.key !== null && each.key !== key).map(({position}) => position);
    const foreign = others.length > 0 ? `; by other keys from event ${others.join(', ')} on, which count for the seat too` : '';
    const keyless = players.filter((each) => each.seat === seat && each.key === null).map(({position}) => position);
    const unsigned = keyless.length > 0 ? `; without a key from event ${keyless.join(', ')} on` : '';
    const times = given.map((start) => timeOf(bundle, players, signed, {seat, key, start}));
    const [used, confirmed] = [times.filter(({found}) => found.length > 0), times.filter(({found}) => found.includes(true))];
    const rest = `${foreign}${unsigned}`;
    if (used.length === 0) return `seat ${seat} has signed nothing by the key given, which it gave at event ${since}${rest}`;
    if (confirmed.length === times.length) return `seat ${seat} signs by the key given, from event ${since} on${rest}`;
    if (confirmed.length < used.length) isConfirmed = false;
    if (used.length === times.length && confirmed.length === 0) return `the record gives seat ${seat} the key given from event ${since} on, and ${UNCONFIRMED}${rest}`;
    return `seat ${seat} has the key given from event ${since} on; ${timesInWords(times)}${rest}`;
  }).join('; ');
  if (!isConfirmed) throw new Unchecked(words);
  return words;
}
