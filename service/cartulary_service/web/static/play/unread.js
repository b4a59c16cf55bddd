/** The sign for unread chat messages: a number, and words for those who hear the page. */

import {icon} from './cards/art.js';
import {h, redraw, unseen} from './dom.js';

/** The service counts no further. */
const MOST = 100;

function content(count, words) {
  return [h('span', {'aria-hidden': 'true'}, count < MOST ? words.number(count) : `${words.number(MOST - 1)}+`), unseen(words.t('unread-messages', {count}))];
}

/** Show a number of unread messages in a sign, which hides where there are none. */
export function fillUnread(sign, count, words) {
  sign.hidden = count === 0;
  redraw(sign, count > 0 && content(count, words));
}

/** The unread messages of a listed game; null where there are none. */
export function unreadOf({unread_messages: count}, words) {
  return count > 0 ? h('span', {class: 'tag unread', title: words.t('unread-messages', {count})}, icon('chat'), content(count, words)) : null;
}
