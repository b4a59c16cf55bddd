/** What went wrong, in words. */

import {Away, Refused} from './api.js';
import {h} from './dom.js';

const OF_STATUS = [401, 403, 404, 409, 412, 413, 429, 500, 503];

/** An error as a sentence; what the service says of it follows in its own words. */
export function problemWords(error, words) {
  if (error instanceof Away) return words.t('problem.away');
  if (!(error instanceof Refused)) return words.t('problem.page', {detail: error.message});
  const {status, problem} = error;
  const own = [problem.rule, problem.type?.split('/').at(-1)].map((name) => `problem.${name}`).find((key) => words.has(key));
  const known = words.t(own ?? (OF_STATUS.includes(status) ? `problem.${status}` : 'problem.refused'));
  const ruling = problem.ruling ? ` (${problem.ruling})` : '';
  const fields = Object.entries(problem.errors ?? {}).map(([name, said]) => `${name}: ${JSON.stringify(said)}`);
  return [known, [problem.detail, ...fields].join(' ') + ruling].join(' ');
}

/** A place where what went wrong is said, and read aloud. */
export class Notices {
  constructor(words) {
    this.words = words;
    this.place = h('div', {class: 'notices', role: 'alert'});
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

  /** Read what nobody asked for, and say what went wrong. */
  reading(what) {
    return what().catch((error) => this.problem(error));
  }

  problem(error) {
    this.say(problemWords(error, this.words), 'bad');
  }

  /** Say a text, or what stands in its place. */
  say(text, kind = '') {
    this.place.replaceChildren(h('p', {class: `notice ${kind}`}, text));
  }

  clear() {
    this.place.replaceChildren();
  }
}
