/** Who is signed in on this device, and a guest who becomes somebody. */

import {Refused, keepToken, keptToken} from '../api.js';
import {button, h} from '../dom.js';
import {named} from '../players.js';
import {onDevice} from '../storage.js';

/** Where a device keeps the id of its guest. */
export const GUEST = 'cartulary-guest';

let hasEnded = false;

/** Read who is signed in on this device; null for nobody. A token that is no longer good is forgotten; if it ends
 * later, `again` is called, which shows the page anew. */
export async function readPlayer(service, again) {
  if (service.token === null) return null;
  try {
    const me = await service.get('/me');
    service.whenEnded = again;
    hasEnded = false;
    return me;
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 401) throw error;
    keepToken(null);
    service.token = null;
    hasEnded = true;
    return null;
  }
}

/** A notice that the sign-in of this device has ended, and how to come back, until somebody signs in here; else null. */
export function endedNotice(words) {
  return hasEnded ? h('p', {class: 'notice bad', role: 'alert', 'data-key': 'sign-in-ended'}, words.t('problem.bad-token'), ' ',
    h('a', {href: 'play#/recover'}, words.t('recover-account'))) : null;
}

let underWay = null;

/** Become somebody new by `make`: who presses several ways to that, one after the other, becomes whoever came first. */
export async function becomeNew(service, make) {
  // Another tab may have made somebody meanwhile, whose only way back is the token that is kept.
  service.token ??= keptToken();
  if (service.token !== null) return;
  underWay ??= make().finally(() => {
    underWay = null;
  });
  await underWay;
}

/** A new player of that name, or whoever was asked for before without an answer. */
export async function makePlayer(service, name) {
  const {deviceName} = await import('./device.js');
  return service.create('/players', {name, label: deviceName()}, {name: 'player'});
}

/** Become a guest, who can take a name later. */
export function becomeGuest(service, words) {
  return becomeNew(service, async () => {
    const guest = words.t('guest');
    const {id, name, token} = await makePlayer(service, guest);
    if (name === guest) onDevice.write(GUEST, id);
    become(service, token, true);
  });
}

/** Be somebody from now on, on this device or only until the window is closed. */
export function become(service, token, forLong) {
  keepToken(token, forLong);
  service.token = token;
}

/** Who is signed in, and a way out. */
export function signedIn(service, me, words, done) {
  const isSure = async () => (await import('../question.js')).ask(words.t('sign-out-sure'), words.t('sign-out'), words.t('cancel'));
  const out = async () => {
    if (me.recovery_codes_left > 0 || await isSure()) {
      keepToken(null);
      service.token = null;
      done();
    }
  };
  const listen = (change) => ['click', 'keydown'].forEach((type) => document[change](type, shut));
  // Not once it is open: that is told a little later, and whoever is quick has pressed Escape by then.
  const place = h('details', {class: 'account', 'data-key': 'account'}, h('summary', {onclick: () => listen('addEventListener')}, named(me)),
    h('div', {class: 'sheet-body buttons'},
      h('a', {href: 'play#/me', class: 'button'}, words.t('settings')),
      button(words.t('sign-out'), out)));
  const shut = ({key, target}) => {
    if (key ? key === 'Escape' : !place.contains(target)) place.open = false;
  };
  place.addEventListener('toggle', () => place.open || listen('removeEventListener'));
  return place;
}
