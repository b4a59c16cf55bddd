/** Signing in by a link, which works once and is removed from the address at once, or with a recovery code. */

import {recover} from './account.js';
import {become} from './signed-in.js';
import {Refused, Service, isUnanswered, looksLikeToken} from '../api.js';
import {button, h, keyed, redraw} from '../dom.js';
import {digestOf} from '../encoding.js';
import {inWindow, onDevice} from '../storage.js';
import {deviceName} from './device.js';

/** The token of a link that was used, until that is answered. */
const LINK = 'cartulary-link';
/** Beside its digest, for other tabs too: the id of that token. */
const ID = 'cartulary-link-';
const ADDRESS = /^#\/sign-in\/(.*)$/;

/**
 * The token of a link that signs in, taken out of the address at once, or of one that was used without an answer; null
 * where there is none.
 */
export function takenFromAddress() {
  const [, token] = ADDRESS.exec(location.hash) ?? [];
  if (token === undefined) return inWindow.read(LINK);
  history.replaceState(null, '', '#/');
  return token;
}

/** Signs in by the token of a link; who is signed in already as somebody else is asked first. */
export class Arrival {
  constructor(page, token) {
    Object.assign(this, page, {token});
  }

  async open() {
    const {words, me} = this;
    document.title = words.t('sign-in');
    redraw(this.place, h('h1', {}, words.t('sign-in')), this.notices.place, h('p', {}, h('a', {href: '#/'}, words.t('to-lobby'))));
    if (me === null) return this.signInByLink();
    this.offer(words.t('link-instead', {name: me.name}));
    return undefined;
  }

  offer(advice) {
    this.place.append(h('section', {class: 'panel'}, advice && h('p', {}, advice),
      h('div', {class: 'buttons'}, button(this.words.t('link-use'), () => this.signInByLink(), {class: 'main', 'data-key': 'use-link'}))));
  }

  close() {}

  /** Rotate the link's token into one of this device's own; whoever comes second finds the link used up. */
  async signInByLink() {
    const {words, service, token} = this;
    const linked = new Service(words.language, token);
    const kept = ID + await digestOf(token);
    const forget = () => [inWindow.remove(LINK), onDevice.remove(kept)];
    try {
      if (!looksLikeToken(token)) throw new Refused(401, {});
      const id = onDevice.read(kept) ?? (await linked.get('/me')).token.id;
      // The token is asked again for what replaces it if that answer was lost, and can no longer be asked for its id.
      inWindow.write(LINK, token);
      onDevice.write(kept, id);
      const own = await linked.create(`/me/tokens/${id}/rotation`, {label: deviceName()});
      forget();
      become(service, own.token, true);
      await this.reload();
    } catch (error) {
      const usedUp = error instanceof Refused && [401, 404].includes(error.status);
      if (!isUnanswered(error)) forget();
      if (usedUp) this.notices.say(words.t('link-used-up'), 'bad');
      else this.notices.problem(error);
      if (!usedUp && keyed(this.place, 'use-link') === null) this.offer(null);
    }
  }
}

/** Signs in with a recovery code; says who is signed in already. */
export class Recovery {
  constructor(page) {
    Object.assign(this, page);
  }

  async open() {
    const {words, me, service, notices} = this;
    document.title = words.t('recover-account');
    const done = (said) => {
      history.replaceState(null, '', '#/');
      return this.reload(said);
    };
    redraw(this.place, h('p', {class: 'crumbs'}, h('a', {href: '#/'}, words.t('to-lobby'))),
      h('h1', {}, words.t('recover-account')), notices.place, h('section', {class: 'panel'}, me && h('p', {}, words.t('recover-instead', {name: me.name})),
        recover(service, words, notices, done)));
  }

  close() {}
}
