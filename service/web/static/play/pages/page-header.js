/** The head of both pages: language and account. */

import {h, select} from '../dom.js';
import {keepLanguage, LANGUAGES} from '../words.js';

/** The head of a page. */
export function pageHead(words, account, changed) {
  const choice = select('language', Object.entries(LANGUAGES), words.language, (event) => {
    keepLanguage(event.target.value);
    const address = new URL(location.href);
    address.searchParams.delete('lang');
    history.replaceState(null, '', address);
    changed(event.target.value);
  });
  choice.setAttribute('aria-label', words.t('language'));
  return h('header', {class: 'page-head'},
    h('a', {class: 'skip', href: '#main', onclick: skip}, words.t('skip')),
    h('a', {href: 'play', class: 'home'}, 'Cartulary'),
    h('nav', {'aria-label': words.t('pages')},
      h('a', {href: 'play'}, words.t('lobby')), h('a', {href: 'replay'}, words.t('replay')), h('a', {href: 'verify'}, words.t('verify')),
      h('a', {href: 'docs/'}, words.t('docs'))),
    account, choice);
}

function skip(event) {
  event.preventDefault();
  document.getElementById('main').focus();
}
