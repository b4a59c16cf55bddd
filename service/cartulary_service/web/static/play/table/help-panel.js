/** Help on the cards and effects of a game, to be read. */

import {h} from '../dom.js';
import {wordOf} from '../narration.js';

export function helpPanel({help, names, words}) {
  const terms = Object.entries(help).map(([id, text]) => [
    h('dt', {}, names[id] ?? wordOf(names, id, 'action')),
    h('dd', {}, text),
  ]);
  return (
    terms.length > 0 &&
    h('details', {class: 'panel rules', 'data-key': 'rules'}, h('summary', {}, words.t('rules')), h('dl', {}, terms))
  );
}
