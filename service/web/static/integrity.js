/** The page that shows how sound the whole record is. */

import {announce, answered, byId, element, moment, number, terms} from './pages.js';

const STATUSES = ['open', 'playing', 'finished', 'abandoned'];
const OUTCOMES = {
  differs: 'the rules make something else of it',
  illegal: 'the rules refuse it',
  broken: 'its chain or a commitment does not hold',
};

/** Ask the service, and show what it answers. */
async function main() {
  try {
    show(await (await answered('./v1/integrity')).json());
  } catch (error) {
    announce(byId('verdict'), 'open', '?', `Not known. ${error.message}`);
  }
}

/** All of it. */
function show(integrity) {
  showVerdict(integrity);
  const {games, events, checked, last_run: last, running, mismatches, keys} = integrity;
  byId('report').replaceChildren(
    ...section('Mismatches', mismatchesShown(mismatches)),
    ...section('Games', gamesShown(games, events, checked)),
    ...section('Last run', last === null ? 'There has been none yet.' : runShown(last)),
    ...(running === null ? [] : section('Running now', runShown(running))),
    ...section('Keys', keysShown(keys)),
  );
}

/** What it comes to. */
function showVerdict({checked, mismatches}) {
  const place = byId('verdict');
  const count = `${number(mismatches.length)} ${mismatches.length === 1 ? 'mismatch' : 'mismatches'}`;
  if (mismatches.length > 0) announce(place, 'bad', '\u2717', `${count} found.`);
  else if (checked.games === 0) announce(place, 'open', '?', 'Nothing has been checked yet.');
  else announce(place, 'good', '\u2713', `No mismatch in the ${number(checked.games)} games that were checked.`);
}

/** A heading, and what stands under it. */
function section(heading, about) {
  return [element('h2', {}, heading), typeof about === 'string' ? element('p', {}, about) : about];
}

/** How many games there are of each status, and how many were checked. */
function gamesShown(games, events, checked) {
  const total = STATUSES.reduce((sum, status) => sum + games[status], 0);
  return terms([
    ...STATUSES.map((status) => [capital(status), number(games[status])]),
    ['All games', `${number(total)}, with ${number(events)} events`],
    ['Of these checked', `${number(checked.games)}, with ${number(checked.events)} events`],
  ]);
}

/** A run of the check. */
function runShown({everything, started_at: started, finished_at: finished, games, events, mismatches}) {
  return terms([
    ['Scope', everything ? 'every game' : 'part of the games'],
    ['Started', moment(started)],
    ...(finished === null ? [] : [['Finished', moment(finished)]]),
    ['Games', number(games)],
    ['Events', number(events)],
    ['Mismatches', number(mismatches)],
  ]);
}

/** Every game of which something else is stored than follows. */
function mismatchesShown(mismatches) {
  if (mismatches.length === 0) return 'There are none.';
  return element('ul', {className: 'checks'}, ...mismatches.map(mismatchShown));
}

/** One of these games. */
function mismatchShown({game, version, outcome, position, checked_at: checked}) {
  const link = element('a', {href: `/verify?game=${encodeURIComponent(game)}`}, game);
  const where = position === null ? '' : `, at event ${number(position)}`;
  const found = ` ${outcome}: ${OUTCOMES[outcome]}${where}; checked at version ${number(version)}, `;
  return element(
    'li',
    {className: 'bad'},
    element('span', {className: 'mark', ariaHidden: 'true'}, '\u2717'),
    element('span', {}, link, found, moment(checked)),
  );
}

/** The keys with which the service signs, and their fingerprints. */
function keysShown(keys) {
  if (keys.length === 0) return 'There are none.';
  return terms(keys.map(({key, fingerprint}) => [`Fingerprint ${fingerprint}`, element('code', {}, key)]));
}

/** A word with a capital letter. */
function capital(word) {
  return word[0].toUpperCase() + word.slice(1);
}

await main();
