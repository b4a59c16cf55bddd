/** What the page needs to know of a kind of game: its catalogue, its names, its layout. */

import * as carta from './games/carta-impera-victoria/cover.js';
import * as civilization from './games/civilization-the-card-game/cover.js';
import {askForModules} from './late-modules.js';
import {distinguish} from './players.js';
import {loadHelp} from './words.js';

const LAYOUTS = {'carta-impera-victoria': carta, 'civilization-the-card-game': civilization};

const byId = (list) => Object.fromEntries((list ?? []).map((each) => [each.id, each]));

/** A kind of game as lists show it, which have no cards to help with. */
export async function kindInList(service, words, id) {
  const catalogue = await service.catalogue(id);
  const maps = {kinds: byId(catalogue.kinds), effects: byId(catalogue.effects), technologies: byId(catalogue.technologies), terrains: byId(catalogue.plots)};
  return {words, catalogue, names: catalogue.names, layout: LAYOUTS[id], ...maps};
}

/** All about a kind of game that does not change while it is played. */
export async function kindOfGame(service, words, id, options = {}) {
  const [kind, help] = await Promise.all([kindInList(service, words, id), loadHelp(words.language)]);
  return {...kind, help: helpFor(help[id] ?? {}, options)};
}

/** The help that is true with these options: the text of `id@option=value`, if there is one, in place of that of `id`. */
function helpFor(texts, options) {
  const entries = Object.entries(texts).map(([key, text]) => [...key.split(/[@=]/), text]);
  const fitting = entries.filter(([, option, value]) => value === undefined || String(options[option]) === value);
  return Object.fromEntries(fitting.map((each) => [each[0], each.at(-1)]));
}

/** The same for one game, with its options and the layout of its table. */
export async function kindAtTable(service, words, {game: id, options, edition}) {
  askForModules(id);
  const [kind, layout] = await Promise.all([kindOfGame(service, words, id, {...options, edition}), LAYOUTS[id].loadLayout()]);
  return {...kind, layout: {...kind.layout, ...layout}};
}

/** What the players of a game are called. */
export function playersOf(game, words) {
  return distinguish(game.seats.map(({player}) => player), words).map((name, seat) => name ?? words.t('free-seat', {seat: seat + 1}));
}
