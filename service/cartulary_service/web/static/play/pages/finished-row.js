/** A finished game in a list: who played, who won and how, and the way to its replay. */

import {seal} from '../cards/art.js';
import {h} from '../dom.js';
import {playersOf} from '../game.js';
import {resultWords} from '../results.js';
import {seatsOf} from './seats.js';

export function finishedRow(game, kind, words) {
  const [winner] = game.result?.winners ?? [];
  return h('li', {'data-key': `row:${game.id}`}, winner !== undefined && seal(winner),
    h('div', {}, h('b', {}, kind.catalogue.name), seatsOf(game, null, words),
      h('p', {class: 'small'}, game.result && resultWords(game.result, playersOf(game, words), kind), ' · ', words.t('turns', {count: game.turns}), ' · ',
        h('time', {datetime: game.updated_at}, words.moment(game.updated_at)))),
    h('a', {href: `replay?game=${game.id}&lang=${words.language}`, class: 'button btn go', 'data-key': `game:${game.id}`}, words.t('watch-it')));
}
