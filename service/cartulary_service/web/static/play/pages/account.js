/** Forms to be somebody: a name to register, or an account that one has already. */

import {Refused, looksLikeToken, tokenPassesWith} from '../api.js';
import {button, field, h} from '../dom.js';
import {onDevice} from '../storage.js';
import {runs} from '../subjects.js';
import {deviceName} from './device.js';
import {hasEnded} from './rights.js';
import {GUEST, become, becomeNew, makePlayer} from './signed-in.js';

/** A handle, as the service takes it. */
export const HANDLE = '@?[\\p{L}\\p{M}\\p{Nd}\\u200c\\u200d]+([\\-_.][\\p{L}\\p{M}\\p{Nd}\\u200c\\u200d]+)*';

/** Register a player of that name, and be them from now on; who is somebody already gets no second account. */
export async function register(service, name, forLong = true) {
  await becomeNew(service, async () => {
    const made = await makePlayer(service, name);
    // Until the name has arrived, this is a guest, who can be asked for it again.
    if (made.name !== name) onDevice.write(GUEST, made.id);
    become(service, made.token, forLong);
  });
  const guest = onDevice.read(GUEST);
  if (guest === null || (await service.get('/me')).id !== guest) return;
  await service.ask('/me', {method: 'PATCH', body: {name, handle: null}});
  onDevice.remove(GUEST);
}

/** A form to register by a name, or to sign in; `done` comes after either. */
export function signIn(service, words, notices, done) {
  const name = h('input', {name: 'name', required: true, maxlength: '40', autocomplete: 'nickname', 'data-key': 'name'});
  const keep = h('input', {type: 'checkbox', name: 'keep', checked: true});
  const begin = (event) => {
    event.preventDefault();
    return notices.trying(async () => {
      await register(service, name.value.trim(), keep.checked);
      await done();
    });
  };
  return h('section', {class: 'panel'}, h('h2', {}, words.t('who-are-you')),
    h('form', {onsubmit: begin, class: 'row'}, field(words.t('name'), name),
      h('button', {type: 'submit', class: 'main'}, words.t('register'))),
    h('label', {class: 'check'}, keep, words.t('keep-token')),
    comeBack(service, words, notices, done, keep));
}

/** Ways back to an account that one has: a recovery code, or a token. */
export function comeBack(service, words, notices, done, keep = {checked: true}) {
  return h('details', {class: 'come-back', 'data-key': 'come-back'}, h('summary', {}, words.t('have-account')),
    recover(service, words, notices, done, keep), signInWithToken(service, words, notices, done, keep));
}

/** A form to sign in with a recovery code, which can be mailed. */
export function recover(service, words, notices, done, keep = {checked: true}) {
  const handle = h('input', {name: 'handle', required: true, maxlength: '31', pattern: HANDLE, autocomplete: 'username',
    autocapitalize: 'none', spellcheck: 'false', 'data-key': 'handle'});
  const code = h('input', {name: 'code', required: true, maxlength: '100', autocomplete: 'one-time-code',
    autocapitalize: 'characters', spellcheck: 'false', placeholder: '7K3M-Q0ZD-8R5X-W2NA', 'data-key': 'code'});
  const others = h('input', {type: 'checkbox', name: 'revoke-others'});
  const redeem = (event) => {
    event.preventDefault();
    return notices.trying(async () => {
      // However they are typed, it is the same wish.
      const wish = {handle: handle.value.trim().replace(/^@/, '').toLowerCase(), code: code.value.replace(/[\s-]/g, '').toUpperCase(), revoke_others: others.checked, label: deviceName()};
      const read = async (answer) => ({token: (await answer.json()).token, ended: hasEnded(words, answer)});
      const {token, ended} = await service.create('/recoveries', wish, {read, secret: true});
      become(service, token, keep.checked);
      await done(ended);
    });
  };
  const askForMail = () => handle.reportValidity() && notices.trying(async () => {
    await service.ask('/recoveries/mail', {method: 'POST', body: {handle: handle.value}});
    notices.say(words.t('recovery-mailed'));
    code.focus();
  });
  return h('form', {class: 'recover', onsubmit: redeem}, h('p', {class: 'hint'}, words.t('recover-help')),
    field(words.t('handle'), handle), field(words.t('recovery-code'), code),
    h('label', {class: 'check'}, others, words.t('sign-out-others')), h('p', {class: 'hint'}, words.t('sign-out-others-help')),
    h('p', {class: 'buttons'}, h('button', {type: 'submit', 'data-key': 'recover'}, words.t('sign-in')),
      runs('mail') && button(words.t('mail-recovery'), askForMail, {class: 'quiet', 'data-key': 'mail-recovery'})));
}

/** A form to sign in with a token that one has. */
function signInWithToken(service, words, notices, done, keep) {
  const token = h('input', {name: 'token', type: 'password', autocomplete: 'off', spellcheck: 'false'});
  const paste = async (event) => {
    event.preventDefault();
    const given = token.value.trim();
    if (!looksLikeToken(given)) return notices.say(words.t('no-token'), 'bad');
    try {
      service.token = given;
      await service.get('/me');
      become(service, given, keep.checked);
      await done();
    } catch (error) {
      service.token = null;
      if (error instanceof Refused && error.status === 401) notices.say(words.t('token-unknown'), 'bad');
      else notices.problem(error);
    }
    return undefined;
  };
  return h('details', {}, h('summary', {}, words.t('have-token')),
    h('form', {onsubmit: paste, class: 'row'}, field(words.t('token'), token),
      h('button', {type: 'submit'}, words.t('sign-in'))));
}

/** A notice that this browser does not keep the sign-in, and what to do about it; null where it does. */
export function passingNotice(words) {
  const lostWith = tokenPassesWith();
  if (lostWith === null) return null;
  return h('p', {class: 'notice', role: 'status', 'data-key': 'sign-in-passing'},
    words.t(lostWith === 'page' ? 'sign-in-passing' : 'sign-in-passing-window'), ' ',
    h('a', {href: 'play#/me'}, words.t('recovery-codes-make')));
}

/** Whether a player began as a guest on this device, and has no name yet. */
export function isGuest({id}) {
  return onDevice.read(GUEST) === id;
}

/** Remember that the guest of this device has a name now. */
export function endBeingGuest() {
  onDevice.remove(GUEST);
}

/** A form in which a guest takes a name; `done` comes after it. */
export function nameGuest(service, words, notices, done) {
  const name = h('input', {name: 'name', required: true, maxlength: '40', autocomplete: 'nickname', 'data-key': 'guest-name'});
  const take = (event) => {
    event.preventDefault();
    return notices.trying(async () => {
      await service.ask('/me', {method: 'PATCH', body: {name: name.value.trim(), handle: null}});
      endBeingGuest();
      await done();
    });
  };
  return h('form', {class: 'panel row', onsubmit: take, 'data-key': 'name-guest'}, field(words.t('guest-help'), name),
    h('button', {type: 'submit', class: 'btn go', 'data-key': 'take-name'}, words.t('take-name')));
}

/** The token of who is signed in, for their programs: shown when asked for. */
export function ownToken({service, words}) {
  const shown = h('code', {class: 'secret', hidden: true}, service.token);
  const show = () => {
    shown.hidden = !shown.hidden;
  };
  return h('section', {class: 'panel'}, h('p', {}, words.t('token-help')), h('p', {class: 'buttons'}, button(words.t('show-token'), show)), shown);
}
