/**
 * The games, one module each, and nothing else here names one. What a game tells of itself:
 * - `id`; `shapes`, those of its events, made of docs/events by `make released`;
 * - `counts`, `seats`: members of its events that count things, and that number a seat; `amounts`: what it pays with;
 * - `ofActive`: events that begin a ply of the seat whose turn it is, and are about another seat or about none;
 * - `zones`: what lies on its table before the game begins, besides the zones of every game;
 * - `follows`: what an event does to the table, by its type: (table, its fields, its position);
 * - `zonesOf(state)`: what lies where in a state of docs/record.md; of that, `secret`: what not everybody sees, and `calls`:
 *   what those zones are called that have another name in words;
 * - `hidden`: members of a state that not everybody sees, and what everybody sees of them: `backOf(kind)`, the back of
 *   a card, and `shownOf(state)`, all besides deck and hands.
 */

import {CARTA} from './games/carta-impera-victoria/index.js';
import {CIVILIZATION} from './games/civilization-the-card-game/index.js';

export const GAMES = Object.fromEntries([CARTA, CIVILIZATION].map((game) => [game.id, game]));
