/** Help on the cards and effects of a game, to be read. */

import {h} from '../dom.js';

export function helpPanel({help, names, words}) {
  const terms = Object.entries(help).map(([id, text]) => [
    h('dt', {}, names[id] ?? (words.has(`action.${id}`) ? words.t(`action.${id}`) : id)),
    h('dd', {}, text),
  ]);
  return (
    terms.length > 0 &&
    h('details', {class: 'panel rules', 'data-key': 'rules'}, h('summary', {}, words.t('rules')), h('dl', {}, terms))
  );
}
