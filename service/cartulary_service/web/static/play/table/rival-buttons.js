/** What can be touched at a rival's panel: to look at the seat, and to choose it as a target. */

import {h} from '../dom.js';

/** On a narrow screen the panel is one line, which opens. */
export function openButton({words, players, openRival}, seat) {
  return (
    openRival &&
    h('button', {
      type: 'button',
      class: 'open-rival',
      'data-key': `open:${seat}`,
      'aria-label': words.t('look-at', {player: players[seat]}),
      onclick: () => openRival(seat),
    })
  );
}

/** Choose the seat as the target of the move in the making; `chosen` is null where one touch settles it. */
export function aimButton({words, players}, seat, choose, chosen = null) {
  return h(
    'button',
    {
      type: 'button',
      class: 'btn aim-seat',
      'data-key': `aim:${seat}`,
      'aria-pressed': chosen === null ? null : String(chosen),
      onclick: choose,
    },
    words.t('choose-seat', {player: players[seat]}),
  );
}
