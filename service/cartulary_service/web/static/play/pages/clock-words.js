/** The clock of a game in words, for those who have not sat down yet. */

import {icon} from '../cards/art.js';
import {h} from '../dom.js';

/** How much time each player has, and what follows when it is over. */
export function clockFact({clock}, words) {
  return h('span', {class: 'clock-fact'}, icon('clock'), ' ', clock ? clockWords(clock.terms, words) : words.t('clock-said.none'));
}

function clockWords({kind, seconds, increment, on_expiry: then}, words) {
  const time = words.t(`clock-said.${kind}`, {span: words.span(seconds)});
  const gain = increment > 0 && words.t('clock-said.gain', {span: words.span(increment)});
  return `${[time, gain].filter(Boolean).join(', ')}. ${words.t('clock.on-expiry')}: ${words.t(`clock.${then}`)}.`;
}
