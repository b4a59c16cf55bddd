/** A replay in a frame of somebody else's page: whatever is clicked there, nothing is done in the name of a player. */

import {Service} from '../api.js';
import {drawing, loadArt} from '../cards/art.js';
import {h, redraw} from '../dom.js';
import {askedGame} from '../ids.js';
import {Notices} from '../problems.js';
import {loadWords, wantedLanguage} from '../words.js';
import {StoredGame} from './source.js';
import {Replay} from './viewer.js';

/** Board and controls; all else is on the page of replays. */
class EmbeddedReplay extends Replay {
  isEmbedded = true;

  /** The page of replays does. */
  verify() {}

  parts() {
    return [h('div', {class: 'table replay'}, this.board), this.controls.place];
  }

  draw() {
    super.draw();
    const address = new URL('replay', document.baseURI);
    address.search = this.address().search;
    this.leave.href = address.href;
  }
}

// A frame may have no right to what the browser keeps, and must not use it: the token of a player lies there.
const language = wantedLanguage(null);
const [words, art] = await Promise.all([loadWords(language), loadArt()]);
const service = new Service(language, null);
const notices = new Notices(words, service);
const place = h('main', {id: 'main', tabindex: '-1'});
const crumb = h('span', {class: 'crumb'});
const leave = h('a', {class: 'btn', href: 'replay', target: '_blank', rel: 'noopener'}, words.t('open-replay'));
const brand = h('span', {class: 'brand'}, drawing('house', '', '0 0 40 40'), h('span', {}, 'Cartulary'));
const opening = h('p', {class: 'opening', role: 'status'});
redraw(document.body, art, h('header', {class: 'top'}, brand, crumb, leave), opening, place);
document.body.classList.add('embedded');
document.title = words.t('replay');
const stage = h('div', {class: 'stage'});
redraw(place, notices.place, stage);
opening.append(words.t('opening-page'));
const replay = new EmbeddedReplay({words, service, me: null, notices, place, crumb, leave, stage});
const game = askedGame();
try {
  if (game === null) notices.say(words.t('no-game'));
  else await replay.show(await StoredGame.open(service, game));
} catch (error) {
  notices.problem(error);
}
opening.remove();
document.body.dataset.ready = 'yes';
