/** Lobby and table, by what stands behind # in the address. */

import {passingNotice, signIn} from './pages/account.js';
import {DeadEnd} from './pages/dead-end.js';
import {endedNotice, readPlayer, signedIn} from './pages/signed-in.js';
import {Arrival, Recovery, takenFromAddress} from './pages/sign-in-link.js';
import {Away, Refused, Service} from './api.js';
import {loadArt} from './cards/art.js';
import {h} from './dom.js';
import {tellWhenFull} from './full-field.js';
import {askedGame, readId} from './ids.js';
import {pageHead} from './pages/page-header.js';
import {askForModules} from './late-modules.js';
import {labelOf} from './players.js';
import {keepPages} from './offline-shell.js';
import {Notices} from './problems.js';
import {Start} from './pages/start.js';
import {inWindow, WAITING} from './storage.js';
import {loadWords, wantedLanguage} from './words.js';

const AT_A_TABLE = '#/game/';

let shown = null;
let run = 0;
/** Whether something had the focus that is gone with an earlier screen. */
let isFocusLost = false;

/** The screen that the address names. What only a table needs is read when one is opened, so that the start page is small. */
async function screenOf(page, linked) {
  if (linked !== null) return new Arrival(page, linked);
  const [, name, named, invite] = location.hash.split('?')[0].split('/');
  const id = readId(named);
  if (name === 'game' && id !== null) {
    const invitation = page.me === null || invite ? await invitationOf(page, id, invite || null) : null;
    if (invitation !== null) return invitation;
    const {Table} = await import('./table/table.js');
    return new Table(page, id, invite || null);
  }
  if (name === 'player' && id !== null) return new (await import('./pages/player.js')).PlayerPage(page, id);
  if (name === 'new') return new (await import('./pages/create.js')).Creation(page, named);
  if (name === 'opponent') return new (await import('./pages/find-opponent.js')).OpponentPage(page, named);
  if (name === 'recover') return new Recovery(page);
  if (name === 'me') return new (await import('./pages/settings.js')).Settings(page);
  if (name) return name === 'game' ? noSuchGame(page) : new DeadEnd(page, page.words.t('no-such-page'));
  return page.me === null ? new Start(page) : new (await import('./pages/lobby.js')).Lobby(page);
}

/** How a table greets who does not sit there; null where it is to be shown itself. */
async function invitationOf(...link) {
  const {invitationTo} = await import('./pages/invitation.js');
  return invitationTo(...link);
}

/** A notice if the address was sent to another account than the one signed in; null if not. */
function meantForAnother(me, words) {
  const told = new URLSearchParams(location.hash.split('?')[1]).get('for')?.toLowerCase() ?? null;
  if (told === null || told === me?.id) return null;
  const text = me === null ? words.t('sent-to-a-player') : words.t('sent-to-another', {player: labelOf(me)});
  return h('p', {class: 'notice', role: 'status', 'data-key': 'sent-to'}, text);
}

/** Show the screen that the address names, in the language that is wanted. */
async function show(language = wantedLanguage(), said = null) {
  run += 1;
  const ours = run;
  isFocusLost ||= document.activeElement !== document.body;
  const linked = takenFromAddress();
  const service = new Service(language);
  let unread = null;
  const reload = (news = null) => show(language, news);
  const player = readPlayer(service, () => ours === run && reload()).catch((error) => {
    unread = error;
    return null;
  });
  const reads = Promise.all([loadWords(language), player, loadArt()]);
  // A table's modules are read while the rest is, not after it.
  if (location.hash.startsWith(AT_A_TABLE)) {
    askForModules('any-game');
    import('./table/table.js');
  } else if (service.token !== null) import('./pages/lobby.js');
  const [words, me, art] = await reads;
  if (ours !== run) return;
  shown?.close();
  const notices = new Notices(words, service);
  const place = h('main', {id: 'main', tabindex: '-1'});
  tellWhenFull(place, words);
  const crumb = h('span', {class: 'crumb'});
  const page = {changeLanguage: show, crumb, words, service, me, notices, place, reload, signIn: () => signIn(service, words, notices, (news) => reload(news).then(focusFirst))};
  const account = me && signedIn(service, me, words, reload);
  if (me && inWindow.read(WAITING)) import('./outbox.js').then(({outbox}) => outbox.deliver(service, me.id));
  const opening = h('p', {class: 'opening', role: 'status'});
  document.body.replaceChildren(art, pageHead(words, account, show, crumb), opening, place);
  document.body.dataset.ready = 'no';
  opening.append(words.t('opening-page'));
  try {
    if (unread !== null) throw unread;
    const screen = await screenOf(page, linked);
    if (ours !== run) return;
    shown = screen;
    await shown.open();
  } catch (error) {
    const isGone = error instanceof Refused && error.status === 404 && location.hash.startsWith(AT_A_TABLE);
    if (isGone) noSuchGame(page).open();
    else place.append(notices.place, service.token === null ? page.signIn() : '', h('p', {}, h('a', {href: '#/'}, words.t('to-lobby'))));
    if (error instanceof Away) notices.awaitService(words.t('problem.away-reading'), reload);
    else if (!isGone) notices.problem(error);
  }
  if (said !== null) notices.say(said);
  place.prepend(...[endedNotice(words), passingNotice(words), meantForAnother(me, words)].filter(Boolean));
  document.body.dataset.ready = 'yes';
  opening.remove();
  shown?.view?.focusTurn();
  if (isFocusLost) leadFocus();
  isFocusLost = false;
}

/** In the place of a table that is not there: a private one looks the same to a stranger. */
function noSuchGame(page) {
  return new DeadEnd(page, page.words.t('no-such-game'), page.words.t('no-such-game-help'));
}

/** Give the focus to what is to be done next at a table, else to the page, as what had it is gone. */
function leadFocus() {
  shown?.view?.focusNext();
  if (document.activeElement === document.body) document.getElementById('main').focus({preventScroll: true});
}

/** Give the focus to the first field of the page, where a form that had it is gone; else to the page. */
function focusFirst() {
  const main = document.getElementById('main');
  const fields = [...main.querySelectorAll('form :is(input, select)')];
  (fields.find((each) => each.checkVisibility()) ?? main).focus();
}

/** Go to the table that a shared link names before the #, where programs that show what a link leads to can read it. */
function takeSharedTable() {
  const game = askedGame();
  if (game === null) return;
  const address = new URL(location.href);
  address.searchParams.delete('game');
  if (address.hash === '' && readId(game) !== null) address.hash = AT_A_TABLE + game;
  history.replaceState(null, '', address);
}

takeSharedTable();
window.addEventListener('hashchange', async () => {
  await show();
  if (document.activeElement === document.body) document.getElementById('main').focus({preventScroll: true});
  scrollTo(0, 0);
});
await show();
// Not before: a table stands 50 to 120 ms later if a service worker begins meanwhile, on a processor slowed down fourfold.
keepPages();
