/** A game as it stands in a list, or on its box: its cover, who sits there, how they stand, what came last, and until when. */

import {drawing, icon, seal} from '../cards/art.js';
import {h} from '../dom.js';
import {isBot} from '../players.js';
import {now} from '../server-time.js';
import {unreadOf} from '../unread.js';
import {seatsOf} from './seats.js';

const SOON = 3_600_000;

/** The cover of a game. */
export function coverOf(kind, ctx, seat) {
  const look = kind.layout.cover(ctx, seat);
  return h('span', {class: `cover ${look.classes}`, 'aria-hidden': 'true'},
    drawing(look.ground, 'ground', '0 0 100 100', {preserveAspectRatio: 'xMidYMid slice'}), drawing(look.art, 'main', look.box));
}

/** The lid of a game's box: its picture, a title, and some cards. */
export function lidOf(kind, title) {
  const [scene, cards] = kind.layout.lid(kind);
  return h('div', {class: 'lid'}, scene, title,
    h('div', {class: 'spread', 'aria-hidden': 'true'}, cards.map((each, nth) => h('div', {class: `tilt${nth + 1}`}, each))));
}

/** The title of a table and the name of its game, or that alone. */
export function titleOf({title}, kind) {
  return title === null ? kind.catalogue.name : `${title} · ${kind.catalogue.name}`;
}

export function hasFreeSeat({seats}) {
  return seats.some(({player}) => player === null);
}

/** Until when somebody has time, or since when a game waits. */
function timeOf(game, words) {
  if (!game.deadline) return h('time', {class: 'when', datetime: game.updated_at, title: words.moment(game.updated_at)}, words.distance(game.updated_at));
  const soon = new Date(game.deadline) - now() < SOON;
  return h('time', {class: `when ${soon ? 'soon' : ''}`, datetime: game.deadline, title: words.moment(game.deadline)}, icon('clock'), words.t('time-runs-out', {when: words.distance(game.deadline)}));
}

/** The latest games of at least two people, up to so many that `fits` takes: practice against bots is watched by nobody. */
export async function worthWatching(service, most, fits = () => true) {
  const {games} = await service.get('/games?status=playing&limit=20');
  const hasTwo = ({seats}) => seats.filter(({player}) => player && !isBot(player)).length > 1;
  return games.filter((game) => hasTwo(game) && fits(game)).slice(0, most);
}

/** A row of the lobby. `seen` is the view of the game once it was read, `news` what came last. */
export function gameRow({game, kind, me, words, seen = null, news = null, mine = false}) {
  const ctx = {...kind, game: seen};
  const own = game.seats.find(({player}) => player !== null && player.id === me?.id)?.seat ?? 0;
  const order = [own, ...game.seats.map(({seat}) => seat).filter((seat) => seat !== own)];
  const waits = game.status === 'open';
  return h('li', {class: `game ${mine ? 'mine' : ''}`, 'data-key': `row:${game.id}`},
    coverOf(kind, ctx, own),
    h('div', {class: 'what'}, h('h3', {}, titleOf(game, kind), ' ', unreadOf(game, words)), seatsOf({...game, to_act: seen?.to_act ?? []}, me, words),
      game.tag && h('span', {class: 'tag'}, `#${game.tag}`),
      h('p', {class: 'last'}, [news, seen?.state && words.t('turn', {turn: seen.state.turn})].filter(Boolean).join(' · ')),),
    h('div', {class: 'stand'}, waits ? hasFreeSeat(game) && h('span', {class: 'calm whole'}, words.t('begins-when-full'))
      : seen?.state && order.map((seat) => h('span', {class: 'one'}, seal(seat), kind.layout.standing(ctx, seat)))),
    h('div', {class: 'go-there'}, timeOf(game, words),
      h('a', {href: `#/game/${game.id}`, class: `button btn ${mine ? 'go' : ''}`, 'data-key': `game:${game.id}`},
        words.t(mine ? 'to-the-table' : waits && hasFreeSeat(game) ? 'invite' : 'look'))));
}
