/** Times that ran out, and that were given. */

import {BACKWARD, isAbsent, ofType} from './events.js';
import {need, Unchecked, Wrong} from './outcome.js';

const TOLD = ['TimeExpired', 'TimeClaimed', 'BotTookOver', 'TimeRestored'];

/** At which event the service let the deadlines of which seats come so many seconds later. */
export function listRestored({events}) {
  return ofType(events, 'TimeRestored').map(({fields: {position, data: {seats, seconds}}}) => ({seats, position, seconds}));
}

/** Whether the time of a seat ran out or was given, or what comes of that is there. */
export function tellsOfTimes({events}) {
  return events.some(({fields: {type, data}}) => TOLD.includes(type) || (type === 'OpeningsExpired' && data.seats.length > 0));
}

/** The clocks that run, by seat until when, and the seats whose time has run out; what an event makes of them. */
const CLOCKS = {
  ClockStarted: ({until, late}, {seat, data}) => ({until: new Map(until).set(seat, data.until), late}),
  ClockStopped: ({until, late}, {seat}) => ({until: without(until, seat), late: without(late, seat)}),
  TimeExpired({until, late}, {seat, data, at}) {
    need(until.get(seat) === data.until && at >= data.until, notYet(seat));
    return {until: without(until, seat), late: new Map(late).set(seat, at)};
  },
  TimeClaimed({until, late}, {data}) {
    need(late.has(data.expired), notYet(data.expired));
    return {until, late};
  },
  BotTookOver({until, late}, {seat}) {
    need(late.has(seat), notYet(seat));
    return {until, late: without(late, seat)};
  },
  SubstituteSeated: ({until, late}, {seat}) => ({until, late: without(late, seat)}),
  TimeRestored(clocks, {data: {seats, seconds}}) {
    const isGiven = seconds > 0 && seats.length > 0 && seats.every((seat) => clocks.until.has(seat));
    need(isGiven, 'it gives no time, or not to seats whose clocks run');
    return clocks;
  },
};

function notYet(seat) {
  return `the time of seat ${seat} had not run out`;
}

/** The same without a seat. */
function without(seats, seat) {
  return new Map([...seats].filter(([each]) => each !== seat));
}

/** Against the clocks that the record has: whose time can have run out, and been given. */
function requireDeadlines(events) {
  const past = [{until: new Map(), late: new Map()}];
  const hasClock = !isAbsent(events[0].fields.data.clock);
  for (const {fields} of events) {
    let clocks = past[past.length - 1];
    try {
      if (BACKWARD.includes(fields.type)) clocks = past[fields.data.back_to];
      else if (Object.hasOwn(CLOCKS, fields.type) && (hasClock || fields.type !== 'ClockStarted')) clocks = CLOCKS[fields.type](clocks, fields);
    } catch (error) {
      throw new Wrong(`event ${fields.position}: ${error.message}`);
    }
    past.push(clocks);
  }
}

/** Nobody but the operator saw when a time ran out, or why some was given; but none did before it can have. */
export function checkTimes({events}, expired, restored) {
  requireDeadlines(events);
  throw new Unchecked([expired.length > 0 && expiredWords(expired), restored.length > 0 && restoredWords(restored)].filter(Boolean).join('; '));
}

function restoredWords(restored) {
  const times = restored.map(({position, seconds}) => `${seconds} s at event ${position}`).join(', ');
  return `why deadlines were moved (${times}) rests on the operator's word`;
}

function expiredWords(expired) {
  const times = expired.map(({seat, position}) => `of seat ${seat} at event ${position}`).join(', ');
  const bots = expired.reduce((sum, each) => sum + each.bot, 0);
  const made = bots === 1 ? 'does the ply that a bot' : `do the ${bots} plies that bots`;
  const played = bots > 0 ? `, and so ${made} made after it` : '';
  return `that time ran out (${times}) rests on the operator's word${played}: `
    + 'the log covers the times of creation, seating and end alone';
}
