/** The consent page of OAuth: a program asks to act for the player, who lets it or refuses. */

import {Refused, Service} from './api.js';
import {loadArt} from './cards/art.js';
import {button, h, redraw} from './dom.js';
import {signIn} from './pages/account.js';
import {endedNotice, readPlayer, signedIn} from './pages/signed-in.js';
import {pageHead} from './pages/page-header.js';
import {Notices} from './problems.js';
import {loadWords, wantedLanguage} from './words.js';

/** The authorization request, as the program has put it into the address. */
const REQUEST = Object.fromEntries(new URLSearchParams(location.search));
const PARAMETERS = ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'code_challenge_method'];

/** The parameters that the service knows; others are ignored, as OAuth wants it. */
function wish() {
  return Object.fromEntries(PARAMETERS.filter((name) => REQUEST[name] !== undefined).map((name) => [name, REQUEST[name]]));
}

/** Where a program is, as far as its address proves it: a host, or the scheme of an application. */
function placeOf(address) {
  const {protocol, host} = new URL(address);
  return host || protocol.replace(/:$/, '');
}

/** Go to an address of the program's, which the service has checked. */
function leave(address) {
  if (!/^(javascript|data|blob):/i.test(address)) location.assign(address);
}

/** Show what the program asks for, and the two answers. */
function showQuestion(place, {service, me, words, notices, asked}) {
  const agree = () => notices.trying(async () => {
    const {redirect_to: address} = await service.post('/me/consents', wish());
    leave(address);
  });
  const scopes = asked.scopes.map((scope) => h('li', {class: scope === 'manage' ? 'bad' : null}, words.t(`scope.${scope}`)));
  redraw(place, h('h1', {}, words.t('consent', {program: asked.client.name})), notices.place,
    h('section', {class: 'panel'},
      h('p', {}, words.t('consent-asks', {program: asked.client.name, player: me.name})),
      h('ul', {}, scopes),
      h('p', {}, words.t('consent-back', {place: placeOf(asked.redirect_uri)}), ' ', words.t('consent-unverified')),
      asked.client.uri && h('p', {}, h('a', {href: asked.client.uri, rel: 'noreferrer'}, asked.client.uri)),
      h('p', {class: 'hint'}, words.t('consent-end')),
      h('div', {class: 'buttons'},
        button(words.t('consent-yes'), agree, {class: 'main', 'data-key': 'agree'}),
        button(words.t('consent-no'), () => leave(asked.denied_to), {'data-key': 'refuse'}))));
}

/** Read the request; one that is wrong goes back to the program with the reason, if the program is known. */
async function readRequest(service) {
  try {
    return await service.get(`/oauth/authorization?${new URLSearchParams(wish())}`);
  } catch (error) {
    const address = error instanceof Refused ? error.problem.redirect_to : undefined;
    if (address !== undefined) leave(address);
    throw error;
  }
}

/** Show the page in a language. */
async function show(language = wantedLanguage()) {
  const [words, art] = await Promise.all([loadWords(language), loadArt()]);
  const service = new Service(language);
  const notices = new Notices(words, service);
  const place = h('main', {id: 'main', tabindex: '-1'});
  const again = () => show(language);
  document.title = words.t('consent-title');
  document.body.dataset.ready = 'no';
  try {
    const [asked, me] = await Promise.all([readRequest(service), readPlayer(service, again)]);
    document.body.replaceChildren(art, pageHead(words, me && signedIn(service, me, words, again), show), place);
    if (me) showQuestion(place, {service, me, words, notices, asked});
    else {
      redraw(place, h('h1', {}, words.t('consent', {program: asked.client.name})), endedNotice(words), notices.place,
        h('p', {}, words.t('consent-sign-in')), signIn(service, words, notices, again));
    }
  } catch (error) {
    document.body.replaceChildren(art, pageHead(words, null, show), place);
    redraw(place, h('h1', {}, words.t('consent-title')), notices.place);
    notices.problem(error);
  }
  document.body.dataset.ready = 'yes';
}

await show();
