/** The page of replays: the archive, and the replay of the game that is chosen there, of the address, or of a file. */

import {Away, Service} from '../api.js';
import {loadArt} from '../cards/art.js';
import {h, redraw} from '../dom.js';
import {askedGame} from '../ids.js';
import {askForModules} from '../late-modules.js';
import {endedNotice, readPlayer, signedIn} from '../pages/signed-in.js';
import {pageHead} from '../pages/page-header.js';
import {Notices} from '../problems.js';
import {loadWords, wantedLanguage} from '../words.js';
import {Archive} from './archive.js';
import {BundleFile, StoredGame} from './source.js';

let shown = null;

/** Show the page in a language. */
async function show(language = wantedLanguage()) {
  const game = askedGame();
  if (game !== null) askForModules('any-game');
  const [words, art] = await Promise.all([loadWords(language), loadArt()]);
  shown?.close();
  shown = null;
  const service = new Service(language);
  const again = () => show(language);
  const me = await readPlayer(service, again).catch(() => null);
  const notices = new Notices(words, service);
  const place = h('main', {id: 'main', tabindex: '-1', class: game !== null && 'replaying'});
  const crumb = h('span', {class: 'crumb'}, game !== null && h('b', {}, words.t('replay')));
  const stage = h('div', {class: 'stage'});
  const account = me && signedIn(service, me, words, again);
  const opening = h('p', {class: 'opening', role: 'status'});
  document.body.replaceChildren(art, pageHead(words, account, show, crumb), opening, place);
  document.title = words.t('replay');
  document.body.dataset.ready = 'no';
  opening.append(words.t('opening-page'));
  redraw(place, notices.place, stage);
  const page = {words, service, me, notices, place, crumb, stage};
  try {
    await (game === null ? choose(page) : showFrom(page, await StoredGame.open(service, game)));
  } catch (error) {
    notices.problem(error);
  }
  opening.remove();
  place.prepend(endedNotice(words) ?? '');
  document.body.dataset.ready = 'yes';
}

/** Choose a game from the archive, or a file. */
async function choose(page) {
  const archive = new Archive({...page, load: (file) => load(page, file)});
  redraw(page.stage, archive.place);
  await archive.open();
}

/** Show what is in a file. */
async function load(page, file) {
  if (!file) return;
  const {words, service, notices} = page;
  notices.clear();
  let source;
  try {
    source = BundleFile.open(service, await file.text(), words);
  } catch {
    notices.say(words.t('no-bundle'), 'bad');
    return;
  }
  await notices.trying(() => showFrom(page, source).catch((error) => {
    if (!(error instanceof Away)) throw error;
    notices.say(words.t('not-sent'), 'bad');
  }));
}

/** Show a game from its source. */
async function showFrom(page, source) {
  askForModules('any-game');
  const {Replay} = await import('./viewer.js');
  shown?.close();
  shown = new Replay(page);
  await shown.show(source);
}

await show();
