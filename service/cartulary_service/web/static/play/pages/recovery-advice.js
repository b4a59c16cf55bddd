/** Advice to keep recovery codes, for who has played and would lose the account with the browser's storage. */

import {button, h} from '../dom.js';
import {onDevice} from '../storage.js';
import {isGuest} from './account.js';

const DECLINED = 'cartulary-no-recovery';

/** A panel with the advice; null where it is not needed, not wanted or not possible, and for a guest, who takes a name first. */
export function adviseRecovery(me, words, changed) {
  if (isGuest(me) || me.token.origin !== null || me.recovery_codes_left > 0 || onDevice.read(DECLINED) === me.id) return null;
  const decline = () => {
    onDevice.write(DECLINED, me.id);
    changed();
  };
  return h('section', {class: 'panel', 'data-key': 'recovery-advice', 'aria-label': words.t('recovery-codes')},
    h('p', {}, words.t('recovery-advice')),
    h('p', {class: 'buttons'}, h('a', {href: '#/me', class: 'button btn'}, words.t('recovery-codes-make')),
      button(words.t('not-now'), decline, {class: 'quiet', 'data-key': 'decline-recovery'})));
}
