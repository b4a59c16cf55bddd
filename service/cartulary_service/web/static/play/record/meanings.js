/** What it means that checks of a record fail, and what to do about it. */

import {h} from '../dom.js';
import {loadRecordWords} from '../words.js';

/** The names of the checks that fail, what that means, and what to keep; null if none does. */
export async function failureWords({checks}, language) {
  const failed = checks.filter(({holds}) => holds === false).map(({check}) => check);
  if (failed.length === 0) return null;
  const words = await loadRecordWords(language);
  const meanings = failed.map((check) => words.t(words.has(`means.${check}`) ? `means.${check}` : 'means.other'));
  return h('div', {class: 'failed'}, h('ul', {}, failed.map((check) => h('li', {}, '✗ ', h('b', {}, check)))),
    [...new Set(meanings), words.t('keep')].map((text) => h('p', {}, text)));
}
