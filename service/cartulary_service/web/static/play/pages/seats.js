/** Who sits at a table, as lists show it. */

import {seal} from '../cards/art.js';
import {h} from '../dom.js';
import {distinguish, playerLink} from '../players.js';

/** Who sits at a table, with a seal each; those who are awaited stand out. */
export function seatsOf(game, me, words) {
  const names = distinguish(game.seats.map(({player}) => player), words);
  return h('p', {class: 'people'}, game.seats.map(({seat, player}) => {
    const mine = player !== null && player.id === me?.id;
    const awaited = game.to_act?.includes(seat);
    return h('span', {class: awaited ? `now ${mine ? '' : 'other'}` : ''}, player ? seal(seat) : h('i', {class: 'free'}),
      mine ? words.t('you-player') : player ? playerLink(player, names[seat]) : words.t('nobody-yet'));
  }));
}
