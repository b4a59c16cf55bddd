/** The offer to tell a player who waits at a table of their turn, made until it is answered once on a device. */

import {button, h, redraw} from '../dom.js';
import {hasPush, pushSubscription, subscribePush} from '../push.js';
import {onDevice} from '../storage.js';
import {runs} from '../subjects.js';

const ANSWERED = 'cartulary-notice-offer';

/** The offer with its answers; null where it was answered, or the service sends no notices. */
export function noticeOffer({words, service, notices}) {
  if (!runs('notices') || onDevice.read(ANSWERED) !== null) return null;
  const place = h('div', {class: 'offer', 'data-key': 'notice-offer'});
  const end = (said = null) => {
    onDevice.write(ANSWERED, 'yes');
    redraw(place, said && h('p', {role: 'status'}, words.t(said)));
  };
  const subscribe = () => notices.trying(async () => {
    await subscribePush(service, words.language).catch((error) => {
      if (Notification.permission !== 'denied') throw error;
    });
    end(Notification.permission === 'denied' ? 'push-denied' : 'push-on');
  });
  const canPush = hasPush() && Notification.permission !== 'denied';
  redraw(place, h('p', {}, words.t('notice-offer')), h('div', {class: 'buttons'},
    canPush && button(words.t('push-begin'), subscribe, {'data-key': 'offer-push'}),
    h('a', {href: '#/me', class: 'button', onclick: () => end(), 'data-key': 'offer-settings'}, words.t(runs('mail') ? 'notice-other-ways' : 'notice-in-chat')),
    button(words.t('no-thanks'), () => end(), {class: 'quiet', 'data-key': 'offer-no'})));
  pushSubscription().then((subscription) => subscription && end());
  return place;
}
