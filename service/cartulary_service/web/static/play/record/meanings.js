/** What it means that checks of a record fail, and what to do about it. */

import {h} from '../dom.js';
import {loadRecordWords} from '../words.js';
import {AN_EXPORT} from '../../verifier/bundle.js';
import {CONTRADICTS} from '../../verifier/chain.js';
import {ABSENT} from '../../verifier/deal.js';
import {NO_FORK} from '../../verifier/forks.js';
import {BY_CLOCK, OTHERWISE, UNKNOWN_KEY} from '../../verifier/log.js';
import {FALSE_LINE, NOT_ONE} from '../../verifier/notes.js';

/** Checks of the file against what was given beside it, or is kept here. */
const GIVEN = ['receipt', 'entropy', 'origin'];
/** Checks that hidden values can fail, which lie outside the chain. */
const READS_HIDDEN = ['commitments', 'signatures', 'fork', 'deal'];
/** What it means that a check fails with these words. */
const SPECIAL = {[AN_EXPORT]: 'means.export', [NO_FORK]: 'means.no-fork', [UNKNOWN_KEY]: 'means.log-key', [NOT_ONE]: 'means.not-one', [FALSE_LINE]: 'means.false-line'};
/** The same of how these words end. */
const ENDINGS = [[[ABSENT], 'means.absent'], [BY_CLOCK, 'means.clock'], [OTHERWISE, 'means.log-names']];

/** The names of the checks that fail, what that means, and what to keep; null if none does. */
export async function failureWords({checks, proof_keys: signers}, language) {
  const failed = checks.filter(({holds}) => holds === false);
  if (failed.length === 0) return null;
  const words = await loadRecordWords(language);
  const hasFalseValues = failed.some(({check}) => check === 'commitments') && !failed.some(({check}) => check === 'seed');
  const meaningOf = ({check, words: said}) => {
    if (SPECIAL[said]) return SPECIAL[said];
    const ending = ENDINGS.find(([ends]) => ends.some((each) => said.endsWith(each)));
    if (ending) return ending[1];
    if (hasFalseValues && READS_HIDDEN.includes(check)) return 'means.hidden';
    return words.has(`means.${check}`) ? `means.${check}` : 'means.other';
  };
  const isOther = ({check, words: said}) => GIVEN.includes(check) && !said.startsWith(CONTRADICTS);
  const isOfTwoKeys = signers && signers[0] !== signers[1];
  const advice = failed.every(isOther) ? 'look' : 'keep';
  const isExport = failed.some(({words: said}) => said === AN_EXPORT);
  const texts = [...new Set(failed.map(meaningOf)), ...(isExport ? [] : [advice])].map((key) => words.t(key));
  return h('div', {class: 'failed'}, h('ul', {}, failed.map(({check}) => h('li', {}, '✗ ', h('b', {}, check)))),
    [isOfTwoKeys && words.t('proof-keys', {keys: signers.join(', ')}), ...texts].filter(Boolean).map((text) => h('p', {}, text)));
}
