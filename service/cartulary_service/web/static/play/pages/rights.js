/** What ends with a token or with the access of a program, said before and after. */

import {ask} from '../question.js';

/** The rights that end with a token or consent. */
export function endingWith(rights, root) {
  const doomed = new Set([root]);
  for (let before = 0; before < doomed.size;) {
    before = doomed.size;
    for (const {id, origin} of rights) if (id !== null && doomed.has(origin?.id)) doomed.add(id);
  }
  return rights.filter(({origin}) => doomed.has(origin?.id));
}

/** The rights that end when the player signs out everywhere else. */
export function endingElsewhere(rights, own) {
  const isRoot = (kind) => kind === 'tokens' || kind === 'consents';
  return rights.filter(({kind, id, origin}) => (isRoot(kind) ? id !== own : origin?.id !== own));
}

/** How many of each kind, in words; the tokens of programs go without saying. */
function inWords(words, rights) {
  const counts = new Map();
  for (const {kind, origin} of rights) {
    if (kind !== 'tokens' || origin?.kind !== 'consent') counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].filter(([kind]) => words.has(`right.${kind}`)).map(([kind, count]) => words.t(`right.${kind}`, {count})).join(', ');
}

/** Ask the player, with what else will end. Without a question nothing is asked where nothing else ends. */
export async function askToEnd({service, words}, choose, question = null) {
  const {rights} = await service.get('/me/rights');
  const more = inWords(words, choose(rights));
  if (more === '' && question === null) return true;
  const text = [question, more && words.t('ends-with-it', {rights: more})].filter(Boolean).join('\n\n');
  return ask(text, words.t('end'), words.t('cancel'));
}

/** Where a right came from, for a list; null where that says nothing. */
export function cameFrom(words, origin) {
  if (!origin) return null;
  const name = origin.name ?? words.t('no-label');
  return words.t(origin.kind === 'token' ? 'from-device' : 'from-program', {name});
}

/** What an answer says has ended, in words; null for nothing. */
export function hasEnded(words, answer) {
  const said = [...(answer.headers.get('Ended') ?? '').matchAll(/(\w+)=(\d+)/g)];
  const parts = said.filter(([, kind]) => words.has(`right.${kind}`)).map(([, kind, count]) => words.t(`right.${kind}`, {count: Number(count)}));
  return parts.length > 0 ? words.t('has-ended', {rights: parts.join(', ')}) : null;
}
