/** The way to the rules of a game. */

import {icon} from '../cards/art.js';
import {h} from '../dom.js';

/** What opens a link beside the table at which the reader sits. */
export const BESIDE = {target: '_blank', rel: 'noopener'};

/** A link to the rules of a game, in the reader's language. */
export function rulesLink(words, game, more = {}) {
  const translated = words.language === 'en' ? '' : `.${words.language}`;
  const address = `docs/guide/rules/${game}${translated}`;
  return h('a', {href: address, class: 'button btn', 'data-key': 'how-to-play', ...more}, icon('help'), words.t('how-it-plays'));
}
