/** What went wrong, in words. */

import {Away, Refused} from './api.js';
import {button, h} from './dom.js';

/** Statuses of which a text says all that there is to say. */
const SAID_BY_STATUS = [401, 404, 412, 413, 429, 500, 503];

/** An error as a sentence in the reader's language. What we have no words for, the service says in its own. */
function problemWords(error, words) {
  if (error instanceof Away) return words.t('problem.away');
  if (!(error instanceof Refused)) return words.t('problem.page', {detail: error.message});
  const {status, problem, reason} = error;
  const ruling = problem.ruling ? ` (${problem.ruling})` : '';
  if (reason !== null) return `${words.t('not-possible')} ${reason}${ruling}`;
  if (problem.code === 'suspended') return suspensionWords(problem, words);
  const own = `problem.${problem.type?.split('/').at(-1)}`;
  const fields = (problem.pointers ?? []).map(({pointer, detail}) => `${pointer.slice(1)}: ${detail}`);
  if (fields.length > 0) return [words.t('problem.refused'), ...fields].join(' ');
  if (words.has(own)) return words.t(own);
  if (SAID_BY_STATUS.includes(status)) return words.t(`problem.${status}`);
  if (status > 500) return words.t('problem.503');
  const known = words.t(status === 403 ? 'problem.403' : 'problem.refused');
  return [known, problem.detail + ruling].join(' ');
}

/** Until when a player is suspended, and why. */
function suspensionWords({until, reason}, words) {
  const end = until ? words.t('suspended-until', {time: words.moment(until)}) : words.t('suspended');
  return reason ? `${end} ${words.t('suspended-because', {reason})}` : end;
}

/** A place where what went wrong is said, and read aloud: until it is closed, the next thing is done, or `lasts` is over. */
export class Notices {
  /** Milliseconds, at a table, where it would stand over the game; null where it stays. */
  lasts = null;

  constructor(words, service, role = 'alert') {
    this.words = words;
    this.service = service;
    this.place = h('div', {class: 'notices', role});
  }

  /** Do what somebody asked for, and say what went wrong, in place of what was said before. */
  async trying(what) {
    this.clear();
    try {
      await what();
    } catch (error) {
      this.problem(error);
      this.place.scrollIntoView({block: 'nearest'});
    }
  }

  /** Read what nobody asked for, and say what went wrong; it is read again once the service answers again. */
  async reading(what) {
    try {
      await what();
    } catch (error) {
      if (error instanceof Away) this.awaitService(this.words.t('problem.away-reading'), () => this.reading(what));
      else this.problem(error);
    }
  }

  problem(error) {
    if (error instanceof Away) this.awaitService(problemWords(error, this.words));
    else this.say(problemWords(error, this.words), 'bad');
  }

  /** Say that the service does not answer, until it does. */
  async awaitService(text, again = () => {}) {
    this.show(h('p', {class: 'notice bad away'}, text));
    const said = this.place.firstChild;
    while (!await this.service.answers()) if (!said.isConnected) return;
    if (!said.isConnected) return;
    this.clear();
    again();
  }

  /** Say a text, or what stands in its place, with a way to close it. */
  say(text, kind = '') {
    this.show(h('p', {class: `notice ${kind}`}, h('span', {}, text),
      button('×', () => this.clear(), {class: 'shut', 'aria-label': this.words.t('close'), 'data-key': 'close-notice'})));
    if (this.lasts !== null) this.ending = setTimeout(() => this.clear(), this.lasts);
  }

  show(said) {
    clearTimeout(this.ending);
    this.place.replaceChildren(said);
  }

  clear() {
    clearTimeout(this.ending);
    this.place.replaceChildren();
  }
}
