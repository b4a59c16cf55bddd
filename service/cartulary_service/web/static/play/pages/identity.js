/** Parts of the settings about the account itself: name and handle, recovery codes, and where one is signed in. */

import {isUnanswered} from '../api.js';
import {button, field, h, redraw} from '../dom.js';
import {copy} from '../secure-context.js';
import {now} from '../server-time.js';
import {endBeingGuest, HANDLE, isGuest} from './account.js';
import {askToEnd, cameFrom, endingElsewhere, endingWith, hasEnded} from './rights.js';

const LONGEST_NAME = '40';
const EVERYTHING = 3;
const HOUR_AND_DELAY = 75 * 60_000;

/** Shows name and handle, to be changed. */
export class Profile {
  constructor(page) {
    Object.assign(this, page);
    this.place = h('section', {class: 'panel', 'aria-labelledby': 'profile'});
  }

  async draw() {
    const {words, me, notices} = this;
    const name = h('input', {name: 'own-name', required: true, maxlength: LONGEST_NAME, autocomplete: 'nickname',
      value: me.name});
    const handle = h('input', {name: 'own-handle', maxlength: '31', pattern: HANDLE, spellcheck: 'false',
      autocapitalize: 'none', value: me.handle ?? ''});
    const change = (event) => {
      event.preventDefault();
      return notices.trying(async () => {
        const wish = {name: name.value.trim(), handle: handle.value.trim() || null};
        await this.service.ask('/me', {method: 'PATCH', body: wish});
        endBeingGuest();
        await this.reload();
      });
    };
    redraw(this.place, h('h2', {id: 'profile'}, words.t('profile')), isGuest(me) && h('p', {}, words.t('guest-help')),
      h('form', {onsubmit: change}, h('div', {class: 'fields'}, field(words.t('name'), name),
        field(words.t('handle'), handle)), h('p', {class: 'hint'}, words.t('handle-help')),
      h('button', {type: 'submit', 'data-key': 'save-profile'}, words.t('save'))));
  }
}

/** Shows whether the player has opted in to ratings, to be changed. */
export class RatingChoice {
  constructor(page) {
    Object.assign(this, page);
    this.place = h('section', {class: 'panel', 'aria-labelledby': 'ratings'});
  }

  async draw() {
    const {words, me, notices} = this;
    const choose = ({target}) => notices.trying(async () => {
      try {
        await this.service.ask('/me', {method: 'PATCH', body: {rated: target.checked}});
        me.rated = target.checked;
      } finally {
        target.checked = me.rated;
      }
    });
    redraw(this.place, h('h2', {id: 'ratings'}, words.t('ratings')),
      h('label', {class: 'check'}, h('input', {type: 'checkbox', name: 'rated', checked: me.rated, onchange: choose}), words.t('be-rated')),
      h('p', {class: 'hint'}, words.t('ratings-help')));
  }
}

/** Shows how many recovery codes are left, and new ones once. */
export class RecoveryCodes {
  constructor(page) {
    Object.assign(this, page, {codes: null, copied: false, isUnsure: false, left: page.me?.recovery_codes_left});
    this.place = h('section', {class: 'panel', 'aria-labelledby': 'recovery-codes'});
  }

  async draw() {
    const {words, left, codes} = this;
    redraw(this.place, h('h2', {id: 'recovery-codes'}, words.t('recovery-codes')),
      h('p', {}, words.t('recovery-codes-help')),
      h('p', {}, h('b', {}, this.isUnsure ? words.t('recovery-codes-unsure') : words.t('recovery-codes-left', {count: left}))),
      codes === null ? this.offer() : this.shown());
  }

  /** A button that makes new codes. */
  offer() {
    if (this.me.token.origin !== null) return h('p', {class: 'hint', 'data-key': 'no-codes-here'}, this.words.t('problem.not-main-token'));
    const [key, look] = this.left > 0 ? ['recovery-codes-anew', 'quiet'] : ['recovery-codes-make', 'main'];
    return h('div', {class: 'buttons'},
      button(this.words.t(key), () => this.make(), {class: look, 'data-key': 'make-codes'}));
  }

  /** The new codes, until their owner says that they are kept. */
  shown() {
    const {words, codes} = this;
    const kept = () => {
      this.codes = null;
      return this.draw();
    };
    return [h('p', {role: 'status'}, words.t('recovery-codes-shown'), ' ', this.copied && words.t('copied')),
      h('ul', {class: 'codes', 'data-key': 'codes'}, codes.map((each) => h('li', {}, h('code', {}, each)))),
      h('div', {class: 'buttons'},
        button(words.t('recovery-codes-kept'), kept, {class: 'main', 'data-key': 'codes-kept'}),
        button(words.t('copy'), () => this.copy(), {'data-key': 'copy-codes'}),
        h('a', {class: 'button', href: this.file(), download: 'cartulary.txt', 'data-key': 'save-codes'},
          words.t('save-file')))];
  }

  make() {
    return this.notices.trying(async () => {
      if (await this.haveComeMeanwhile()) return this.draw();
      const {codes} = await this.service.create('/me/recovery-codes').catch(async (error) => {
        this.isUnsure = isUnanswered(error);
        await this.draw();
        throw error;
      });
      Object.assign(this, {codes, copied: false, isUnsure: false, left: codes.length});
      this.me.recovery_codes_left = codes.length;
      return this.draw();
    });
  }

  /** Whether there are codes of which this page says nothing: another tab has made them, and new ones would end them. */
  async haveComeMeanwhile() {
    if (this.left > 0 || this.isUnsure) return false;
    this.left = (await this.service.get('/me')).recovery_codes_left;
    return this.left > 0;
  }

  async copy() {
    this.copied = await copy(this.text());
    await this.draw();
  }

  /** What its reader needs to come back, as lines. */
  text() {
    const {words, me, codes} = this;
    const address = new URL('play#/recover', document.baseURI).href;
    return [`Cartulary: ${words.t('recovery-codes')}`, address, `@${me.handle}`, '', ...codes, ''].join('\n');
  }

  file() {
    URL.revokeObjectURL(this.address);
    this.address = URL.createObjectURL(new Blob([this.text()], {type: 'text/plain'}));
    return this.address;
  }
}

/** Shows where one is signed in; each place can be signed out. */
export class Sessions {
  constructor(page) {
    Object.assign(this, page);
    this.place = h('section', {class: 'panel', 'aria-labelledby': 'sessions'});
  }

  async draw() {
    const {words, me} = this;
    const {tokens} = await this.service.get('/me/tokens');
    const own = tokens.filter(({consent, id}) => consent === null || id === me.token.id).sort(byUse(me.token.id));
    const line = lineOf(me.token, tokens);
    redraw(this.place, h('h2', {id: 'sessions'}, words.t('sessions')), h('p', {}, words.t('sessions-help')),
      h('ul', {class: 'rows'}, own.map((each) => this.row(each, line))),
      own.length > 1 && this.offerEnd());
  }

  /** A button that signs out everywhere else, where that is possible. */
  offerEnd() {
    const {words, me} = this;
    if (me.token.origin !== null) return h('p', {class: 'hint', 'data-key': 'no-end-here'}, words.t('problem.not-main-token'));
    return h('div', {class: 'buttons'}, button(words.t('sign-out-others'), () => this.endOthers(), {'data-key': 'end-others'}));
  }

  row({id, label, created_at: created, used_at: used, expires_at: end, scopes, origin}, line) {
    const {words} = this;
    const name = label ?? words.t('no-label');
    return h('li', {'data-key': `session:${id}`}, h('b', {}, h('bdi', {}, name)), ' ',
      id === line[0] && h('span', {class: 'tag'}, words.t('this-device')),
      scopes.length < EVERYTHING && h('span', {class: 'tag'}, words.t('session-limited')),
      end !== null && h('span', {class: 'tag'}, words.t('until', {at: words.moment(end)})), ' ',
      !line.includes(id) && button(words.t('sign-out'), () => this.end(id),
        {class: 'quiet', 'data-key': `end-session:${id}`, 'aria-label': words.t('sign-out-of', {device: name})}),
      h('p', {class: 'hint'}, [words.t('session-since', {at: words.moment(created)}), this.lastUse(used), cameFrom(words, origin)].filter(Boolean).join(' · ')));
  }

  /** When a token was last used. The service knows the hour. */
  lastUse(used) {
    const {words} = this;
    if (used === null) return words.t('session-unused');
    const isRecent = now() - new Date(used) < HOUR_AND_DELAY;
    return isRecent ? words.t('session-recent') : words.t('session-used', {when: words.distance(used)});
  }

  end(id) {
    const {words, service, notices} = this;
    return notices.trying(async () => {
      if (!await askToEnd(this, (rights) => endingWith(rights, id))) return;
      const answer = await service.remove(`/me/tokens/${id}`);
      await this.reload(hasEnded(words, answer));
    });
  }

  endOthers() {
    const {words, service, notices, me} = this;
    return notices.trying(async () => {
      if (!await askToEnd(this, (rights) => endingElsewhere(rights, me.token.id), words.t('sign-out-others-sure'))) return;
      const answer = await service.remove('/me/tokens');
      await this.reload(hasEnded(words, answer));
    });
  }
}

/** The ids of a token and of those that it came from, which it cannot end. */
function lineOf(token, tokens) {
  const line = [];
  for (let each = token; each; each = tokens.find(({id}) => id === each.origin?.id)) line.push(each.id);
  return line;
}

/** The token in use first, then those used last. */
function byUse(own) {
  return (one, other) => (other.id === own) - (one.id === own)
    || (other.used_at ?? '').localeCompare(one.used_at ?? '');
}
