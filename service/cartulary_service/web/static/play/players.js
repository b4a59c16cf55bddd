/** What players are called: a name, and a handle that nobody else has. */

import {h} from './dom.js';
import {botWords} from './pages/bots.js';

const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Hangul}/u];
const ALIKE = [[/[i1|]/g, 'l'], [/0/g, 'o'], [/rn/g, 'm']];

/** What a player is called: bots of the service by the page's words, people by the name that they chose. */
export function calledBy(player, words) {
  const strategy = strategyOf(player);
  return strategy === null ? player.name : botWords(strategy, words);
}

/** A name, with the handle in small letters behind it. */
export function named({name, handle}) {
  return [h('bdi', {}, name), handle && [' ', h('span', {class: 'handle'}, `@${handle}`)]];
}

/** A name that leads to the player's page; the name alone where there is none: of bots of the service, of who has gone. */
export function playerLink(player, name = player.name) {
  const shown = h('bdi', {}, name);
  if (!player.id || !player.handle || isBot(player)) return shown;
  const page = location.pathname.endsWith('/play') ? '' : 'play';
  return h('a', {class: 'player-link', href: `${page}#/player/${player.id}`}, shown);
}

/** The same, with the handle behind it. */
export function namedLink(player) {
  return [playerLink(player), player.handle && [' ', h('span', {class: 'handle'}, `@${player.handle}`)]];
}

/** The name of a seat at a table, as a link where somebody sits there. */
export function nameOf({game, players}, seat) {
  const {player} = game.seats[seat];
  return player ? playerLink(player, players[seat]) : h('bdi', {}, players[seat]);
}

/** A name and the handle, where there is only text. */
export function labelOf({name, handle}) {
  return handle ? `${name} (@${handle})` : name;
}

/**
 * Names for use within sentences; null where nobody sits. Where two could be confused, people have their handles, and bots
 * numbers.
 */
export function distinguish(players, words) {
  const names = players.map((player) => player && calledBy(player, words));
  const known = names.map((name) => name && looksOf(name));
  return players.map((player, place) => {
    if (!player) return null;
    const isTwin = known.some((other, there) => other !== null && there !== place && confusable(other, known[place]));
    if (!isTwin) return names[place];
    return isBot(player) ? `${names[place]} ${names.slice(0, place + 1).filter((name) => name === names[place]).length}` : labelOf(player);
  });
}

/** A text of the service with its bots' names replaced by the page's words. */
export function withBotWords(text, players, words) {
  return players.filter((player) => player && isBot(player))
    .reduce((told, player) => told.replaceAll(player.name, calledBy(player, words)), text);
}

/** The id of the player with a handle, with or without @; null where nobody has it. */
export async function idOf(service, handle) {
  const asked = handle.trim().replace(/^@/, '');
  const {players: [found]} = await service.get(`/players?handle=${encodeURIComponent(asked)}&limit=1`);
  return found?.handle.toLowerCase() === asked.toLowerCase() ? found.id : null;
}

/** Whether a player is a bot. */
export function isBot({handle}) {
  return handle?.startsWith('bot:') ?? false;
}

/** The strategy that a bot of the service plays by; null for people. */
export function strategyOf({handle}) {
  return /^bot:(.+)-[^-]+$/.exec(handle ?? '')?.[1] ?? null;
}

/** A name without what the eye passes over, and the scripts that it is written in. */
function looksOf(name) {
  const folded = name.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{S}]/gu, '');
  const text = ALIKE.reduce((each, [from, to]) => each.replace(from, to), folded);
  return {text, scripts: SCRIPTS.map((script) => script.test(text)).join()};
}

/** Whether two names look alike, or may do so because they are written in different scripts. */
function confusable(one, other) {
  return one.text === other.text || (one.scripts !== other.scripts && one.text.length === other.text.length);
}
