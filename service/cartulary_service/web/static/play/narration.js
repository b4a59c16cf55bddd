/** Sentences for events, by the phrases of the catalogue. */

const NONE = '–';

/** What an id is called in a sense, such as `action`, `field` or `result`. */
export function wordOf(names, id, sense) {
  return names[`${id}@${sense}`] ?? names[id] ?? String(id);
}

/** A value by the names of what is in it, in a case or sense. */
function said(value, names, sense = '') {
  if (value === null || value === undefined) return NONE;
  if (Array.isArray(value)) return value.map((each) => said(each, names, sense)).join(', ') || NONE;
  if (typeof value === 'object') {
    const parts = Object.entries(value).filter(([, number]) => number);
    return parts.map(([key, number]) => said(key, names, sense) + (number === 1 ? '' : ` × ${number}`)).join(', ') || NONE;
  }
  return wordOf(names, value, sense);
}

/** Cards in a list as kinds with how many there are. */
function gathered(value) {
  if (!Array.isArray(value) || value.some((each) => typeof each !== 'string')) return value;
  const counts = {};
  for (const each of value) counts[each] = (counts[each] ?? 0) + 1;
  return counts;
}

/** The form of a word for a number: of two forms as in English, of three as in Russian and Ukrainian. */
function plural(number, words) {
  if (words.length < 3) return words.at(number === 1 ? 0 : -1);
  if (number % 10 === 1 && number % 100 !== 11) return words[0];
  return words[[2, 3, 4].includes(number % 10) && ![12, 13, 14].includes(number % 100) ? 1 : 2];
}

/** The number that a form makes of a value. */
function numberOf(value, form) {
  if (form === 'sum') return Object.values(value ?? {}).reduce((sum, each) => sum + each, 0);
  return form === 'count' ? value?.length ?? 0 : value;
}

function formatted(value, spec, {names, players}) {
  const [form, ...forms] = spec.split('|');
  const seat = (each) => (each === null || each === undefined ? NONE : players[each] ?? NONE);
  if (form === 'seat') return Array.isArray(value) ? value.map(seat).join(', ') || NONE : seat(value);
  if (forms.length > 0) return `${numberOf(value, form)} ${plural(numberOf(value, form), forms)}`;
  if (form === 'sum' || form === 'count') return String(numberOf(value, form));
  if (form === 'place') return [value].flat().map((each) => each + 1).join(', ') || NONE;
  if (form === 'time') return `${value.slice(0, 10)} ${value.slice(11, 16)} UTC`;
  return said(gathered(value), names, form);
}

/** What an event tells, or null, with its actor in front; `speech` is {phrases, names, players, substitutes, result}. */
export function sentence(event, speech) {
  const then = speechAt(speech, event);
  const told = deed(event, then);
  if (told === null || event.actor === null || event.actor === undefined) return told;
  return `${then.players[event.actor]}: ${told}`;
}

/** Where in the record substitutes have sat down, and who sat there before. */
export function substitutesOf(game, events) {
  const seated = events.filter(({type}) => type === 'SubstituteSeated');
  return seated.map(({position}, nth) => ({position, ...game.former_players?.[nth]}));
}

/** The former players who still sat at their seats at a position of the record, by seat. */
export function formerAt(substitutes, position) {
  const later = substitutes.filter((each) => each.player && position < each.position);
  return new Map(later.reverse().map(({seat, player}) => [seat, player]));
}

/** A speech with the names of who sat there at an event. */
export function speechAt(speech, {position}) {
  const former = formerAt(speech.substitutes, position);
  return former.size === 0 ? speech : {...speech, players: speech.players.map((name, seat) => former.get(seat)?.name ?? name)};
}

/** Where in the game a version is, in words: the turn and the move that it ends or stands in, or before the first. */
export function placeOf(version, events, words) {
  const before = events.filter(({position}) => position <= version);
  const turn = before.findLast((each) => each.turn)?.turn;
  return turn ? `${words.t('turn', {turn})} · ${words.t('ply', {ply: before.at(-1).ply})}` : words.t('trust-before');
}

/** What an event tells without its actor, or null. */
export function deed(event, speech) {
  const {phrases, result} = speech;
  const back = speech.backWords?.(event);
  if (back) return back;
  // The rules know of a resignation alone; that it came of the clock, the result says.
  if (event.type === 'GameEnded' && result) event = {...event, kind: result.kind};
  const special = event.unveiled ? `${event.type}@${event.kind}` : `${event.type}?`;
  const phrase = phrases[special] ?? phrases[event.type];
  if (!phrase) return null;
  return phrase.replace(/{(\w+)(?::([^}]*))?}/g, (_, name, form = '') => formatted(event[name], form, speech));
}

/** An event on the wire with all its fields together. */
export function flat(row, catalogue) {
  const {data, seat, type, v, ply, position, at} = row.public;
  const known = catalogue.events.find((each) => each.type === type && each.v === v);
  const event = {seat, ...data, ...row.private, actor: seat, type, ply, position, at};
  const hidden = row.public.secrets ? Object.keys(row.public.secrets) : Object.keys(known?.secret ?? {});
  return {...event, unveiled: hidden.every((name) => event[name] !== undefined)};
}
