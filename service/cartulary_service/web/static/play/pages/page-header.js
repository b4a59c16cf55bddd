/** The head of all pages: the way home, where one is, the other pages, language, theme and account. */

import {drawing, icon} from '../cards/art.js';
import {button, h, select} from '../dom.js';
import {applyTheme, switchTheme} from '../theme.js';
import {keepLanguage, LANGUAGES} from '../words.js';

/** The head of a page. `changed` is called with a new language; `crumb` says where one is. */
export function pageHead(words, account, changed, crumb = null) {
  applyTheme();
  return h(
    'header',
    {class: 'top'},
    h('a', {class: 'skip', href: '#main', onclick: skip}, words.t('skip')),
    h('a', {href: 'play', class: 'brand'}, drawing('house', '', '0 0 40 40'), h('span', {}, 'Cartulary')),
    crumb,
    h('nav', {'aria-label': words.t('pages')}, pageLinks(words)),
    languageChoice(words, changed),
    themeSwitch(words),
    account,
  );
}

/** The other pages of players. */
export function pageLinks(words) {
  return [h('a', {href: 'play'}, words.t('lobby')), h('a', {href: 'replay'}, words.t('replay'))];
}

/** What only those look for who write programs or check records: their pages, and `more`. */
export function forAuditors(words, ...more) {
  return h('details', {class: 'panel', 'data-key': 'for-auditors'}, h('summary', {}, words.t('for-auditors')),
    h('p', {class: 'buttons'}, h('a', {href: 'verify', class: 'button btn'}, words.t('verify')), h('a', {href: 'docs/', class: 'button btn'}, words.t('docs'))),
    more);
}

/** A list of the languages; `changed` is called with the new one. */
export function languageChoice(words, changed) {
  const choice = select('language', Object.entries(LANGUAGES), words.language, (event) => {
    keepLanguage(event.target.value);
    const address = new URL(location.href);
    address.searchParams.delete('lang');
    history.replaceState(null, '', address);
    changed(event.target.value);
  });
  choice.setAttribute('aria-label', words.t('language'));
  return choice;
}

/** A button that changes between light and dark. */
export function themeSwitch(words) {
  return button(icon('theme'), switchTheme, {
    class: 'tool',
    'data-key': 'theme',
    'aria-label': words.t('theme'),
    title: words.t('theme'),
  });
}

function skip(event) {
  event.preventDefault();
  document.getElementById('main').focus();
}
