/** The page that shows how sound the whole record is. */

import {h, redraw} from '../dom.js';
import {announce, point, showPage, terms, verdictPlace} from './site.js';

const STATUSES = ['open', 'playing', 'finished', 'abandoned'];

/** Ask the service, and show what it answers. */
async function open({service, words, place}) {
  const verdict = verdictPlace();
  const report = h('div', {id: 'report'});
  redraw(place, h('h1', {}, words.t('integrity-title')), h('p', {}, words.t('integrity-lead'), ' ', h('a', {href: 'verify'}, words.t('verify-title')), '.'),
    h('section', {class: 'panel'}, verdict, report));
  announce(verdict, '', words.t('asking'));
  try {
    const found = await service.get('/integrity');
    announce(verdict, ...judge(found, words));
    redraw(report, sections(found, words));
  } catch (error) {
    announce(verdict, 'open', words.t('not-checked', {reason: error.message}));
  }
}

/** What it comes to, as its kind and its words. */
function judge({checked, mismatches, redaction}, words) {
  if (redaction?.leaks > 0) return ['bad', words.t('leaks-found', {count: redaction.leaks})];
  if (mismatches.length > 0) return ['bad', words.t('mismatches-found', {count: mismatches.length})];
  if (checked.games === 0) return ['open', words.t('nothing-checked')];
  return ['good', words.t('no-mismatch', {count: checked.games})];
}

function sections({games, events, checked, last_run: last, running, redaction, mismatches, keys}, words) {
  const section = (heading, about) => [h('h2', {}, words.t(heading)), typeof about === 'string' ? h('p', {}, about) : about];
  return [
    section('mismatches', mismatches.length === 0 ? words.t('none') : h('ul', {class: 'checks'}, mismatches.map((each) => mismatch(each, words)))),
    section('games', counts(games, events, checked, words)),
    section('last-run', last === null ? words.t('no-run') : run(last, words)),
    running && section('running-now', run(running, words)),
    section('redaction-check', redaction === null ? words.t('no-run') : redactionRun(redaction, words)),
    section('keys-of-service', keys.length === 0 ? words.t('none')
      : h('ul', {}, keys.map(({key, fingerprint}) => h('li', {}, h('code', {}, key), h('p', {class: 'hint'}, words.t('fingerprint', {fingerprint})))))),
  ];
}

/** How many games there are of each status, and how many were checked. */
function counts(games, events, checked, words) {
  const total = STATUSES.reduce((sum, status) => sum + games[status], 0);
  return terms([
    ...STATUSES.map((status) => [words.t(`status.${status}`), words.number(games[status])]),
    [words.t('all-games'), words.t('with-events', {games: total, events})],
    [words.t('of-these-checked'), words.t('with-events', {games: checked.games, events: checked.events})],
  ]);
}

/** A run of the check. */
function run({everything, started_at: started, finished_at: finished, games, events, mismatches}, words) {
  const moment = (at) => h('time', {datetime: at}, words.moment(at));
  return terms([
    [words.t('scope'), words.t(everything ? 'scope-all' : 'scope-changed')],
    [words.t('started'), moment(started)],
    ...(finished === null ? [] : [[words.t('finished'), moment(finished)]]),
    [words.t('games'), words.number(games)], [words.t('events'), words.number(events)], [words.t('mismatches'), words.number(mismatches)],
  ]);
}

/** The last check of what audiences get. */
function redactionRun({finished_at: finished, games, events, leaks}, words) {
  return [
    h('p', {}, words.t('redaction-help')),
    terms([
      [words.t('finished'), h('time', {datetime: finished}, words.moment(finished))],
      [words.t('games'), words.number(games)], [words.t('events'), words.number(events)], [words.t('leaks'), words.number(leaks)],
    ]),
  ];
}

/** A game of which something else is stored than follows. */
function mismatch({game, version, outcome, position, checked_at: checked}, words) {
  const said = words.t('mismatch', {outcome, what: words.t(`outcome.${outcome}`), where: position === null ? '' : words.t('at-event', {position}), version});
  return point('bad', h('a', {href: `verify?game=${encodeURIComponent(game)}`}, game), ` ${said} `, h('time', {datetime: checked}, words.moment(checked)));
}

await showPage('integrity-title', open);
