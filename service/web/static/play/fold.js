/** A game folded from its events, as somebody may see it: a frame for each ply. */

import {cartaFold} from './carta-fold.js';
import {civilizationFold} from './civilization-fold.js';

const FOLDS = {'carta-impera-victoria': cartaFold, 'civilization-the-card-game': civilizationFold};
const BEGINNINGS = new Set(['GameStarted', 'PositionSet']);
const BACK = new Set(['ActionsTakenBack', 'GameCorrected']);

/** The header and the events of an audit bundle. Throws where it is none. */
export function readBundle(text) {
  const [header, ...lines] = text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));
  if (!header?.format?.startsWith('cartulary-audit/')) throw new Error('no audit bundle');
  const events = lines.filter((line) => line.public !== undefined);
  return {header, events: events.map((line) => ({public: JSON.parse(line.public), private: line.private ?? {}}))};
}

/** For each type of event, whose seats see which hidden field. */
function secrets(catalogue) {
  return new Map(catalogue.events.map(({type, v, secret}) => [`${type} ${v}`, secret]));
}

/** An event as an audience sees it, all its fields together, and whether all was seen. */
function seen(row, audience, secret) {
  const {data, seat, type, ply, position, at, secrets: hidden} = row.public;
  const event = {...data, seat: data.seat ?? seat, actor: seat, type, ply, position, at};
  const mayKnow = (viewers) => audience === 'everything' || audience === 'given'
    || (Number.isInteger(audience) && viewers.some((name) => event[name] === audience));
  for (const [name, value] of Object.entries(row.private)) {
    if (mayKnow(secret[name] ?? [])) event[name] = value;
  }
  event.unveiled = Object.keys(hidden).every((name) => event[name] !== undefined);
  return event;
}

/** The events of each ply together. */
function byPly(rows) {
  const groups = [];
  for (const row of rows) {
    if (groups.at(-1)?.[0].public.ply === row.public.ply) groups.at(-1).push(row);
    else groups.push([row]);
  }
  return groups;
}

/**
 * Fold events for an audience: a seat, null for a spectator, 'everything', or 'given' for all that the events hold, which
 * is shown as the seat `you` sees it. Answers the game and its frames, each with the state at the end of a ply.
 */
export function foldGame(rows, catalogue, audience, you = null) {
  const game = FOLDS[catalogue.id](catalogue);
  const known = secrets(catalogue);
  const about = {players: [], options: {}, edition: null, result: null};
  const frames = [];
  let state = null;
  let created = null;
  let begun = false;
  let told = false;
  const standAs = (written) => {
    if (!written) return;
    state = {...game.initial(created), ...game.written(written)};
    told = true;
  };
  const apply = (event) => {
    if (event.type === 'GameCreated') {
      Object.assign(about, {options: event.options, edition: event.edition, seats: event.seats});
      about.players = Array(event.seats).fill(null);
      created = event;
      state = game.initial(event);
    } else if (event.type === 'SeatTaken') {
      about.players[event.seat] = {id: event.player, bot: event.bot};
    } else if (event.type === 'SeatLeft') {
      about.players[event.seat] = null;
    } else if (event.type === 'SeatSaw') {
      standAs(event.state);
    } else if (event.type === 'ForkBegan') {
      standAs(event.whole ?? (told ? null : event.state));
      begun = true;
    } else if (BACK.has(event.type)) {
      const then = frames.findLast((frame) => frame.version === event.back_to);
      if (then?.whole) state = structuredClone(then.whole);
    } else {
      game.evolve(state, event);
      begun ||= BEGINNINGS.has(event.type);
      if (event.type === 'GameEnded') about.result = {kind: event.kind, winners: event.winners, points: event.points};
    }
  };
  for (const group of byPly(rows)) {
    const events = group.map((row) => seen(row, audience, known.get(`${row.public.type} ${row.public.v}`) ?? {}));
    events.forEach(apply);
    const {ply, at, actor} = events[0];
    const whole = begun ? structuredClone(state) : null;
    frames.push({ply, at, actor, events, version: events.at(-1).position, whole});
  }
  for (const frame of frames) {
    frame.state = frame.whole && game.view(frame.whole, audience === 'given' ? you : audience);
    delete frame.whole;
  }
  return {about, frames: frames.filter((frame) => frame.state !== null)};
}
