/** The page of replays. */

import {Service} from '../api.js';
import {loadArt} from '../cards/art.js';
import {h} from '../dom.js';
import {endedNotice, readPlayer, signedIn} from '../pages/signed-in.js';
import {pageHead} from '../pages/page-header.js';
import {Notices} from '../problems.js';
import {loadWords, wantedLanguage} from '../words.js';
import {Replay} from './viewer.js';

let shown = null;

/** Show the page in a language. */
async function show(language = wantedLanguage()) {
  const [words, art] = await Promise.all([loadWords(language), loadArt()]);
  shown?.close();
  const service = new Service(language);
  const me = await readPlayer(service).catch(() => null);
  const notices = new Notices(words, service);
  const place = h('main', {id: 'main', tabindex: '-1'});
  const crumb = h('span', {class: 'crumb'});
  const account = me && signedIn(service, me, words, () => show(language));
  document.body.replaceChildren(art, pageHead(words, account, show, crumb), place);
  document.title = words.t('replay');
  document.body.dataset.ready = 'no';
  shown = new Replay({words, service, notices, place, crumb, aborts: new AbortController()});
  try {
    await shown.open();
  } catch (error) {
    notices.problem(error);
  }
  place.prepend(endedNotice(service, words) ?? '');
  document.body.dataset.ready = 'yes';
}

await show();
