/** What the pages about the record share: the head of the site, their texts, verdicts and lists of terms. */

import {Service} from '../api.js';
import {loadArt} from '../cards/art.js';
import {h} from '../dom.js';
import {endedNotice, readPlayer, signedIn} from '../pages/signed-in.js';
import {pageHead} from '../pages/page-header.js';
import {loadRecordWords, loadWords, wantedLanguage} from '../words.js';

const MARKS = {good: '✓', partly: '–', bad: '✗', open: '?'};

/** Show a page in a language: `draw` fills its main part, given {service, words, place}. */
export async function showPage(title, draw, language = wantedLanguage()) {
  const [pageWords, words, art] = await Promise.all([loadWords(language), loadRecordWords(language), loadArt()]);
  const service = new Service(language);
  const again = (other = language) => showPage(title, draw, other);
  const me = await readPlayer(service, () => again()).catch(() => null);
  const place = h('main', {id: 'main', class: 'record', tabindex: '-1'});
  document.body.replaceChildren(art, pageHead(pageWords, me && signedIn(service, me, pageWords, () => again()), again), place);
  document.title = `${words.t(title)} – Cartulary`;
  await draw({service, words, place});
  place.prepend(endedNotice(pageWords) ?? '');
  document.body.dataset.ready = 'yes';
}

/** A place for a verdict, which is read aloud. */
export function verdictPlace() {
  return h('p', {id: 'verdict', class: 'verdict', 'aria-live': 'polite', 'aria-atomic': 'true'});
}

/** Say a verdict: good, partly (as far as could be checked), bad, or open; none of these while it is awaited. */
export function announce(place, kind, words) {
  place.className = `verdict ${kind}`;
  place.replaceChildren(kind in MARKS ? h('span', {class: 'mark', 'aria-hidden': 'true'}, `${MARKS[kind]} `) : '', words);
}

/** A list of terms, from [[term, text or element], …]. */
export function terms(rows) {
  return h('dl', {class: 'terms'}, rows.map(([term, ...about]) => [h('dt', {}, term), h('dd', {}, about)]));
}

/** A point of a list with a mark, such as a check. */
export function point(kind, ...about) {
  return h('li', {class: kind}, h('span', {class: 'mark', 'aria-hidden': 'true'}, MARKS[kind]), h('span', {}, about));
}
