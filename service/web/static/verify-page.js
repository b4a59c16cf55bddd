/** The page on which a bundle is checked. */

import {announce, answered, byId, element, terms} from './pages.js';
import {verify} from './verify.js';

const MARKS = {
  true: ['good', '\u2713', 'holds'],
  false: ['bad', '\u2717', 'WRONG'],
  null: ['open', '?', 'not checked'],
};
const LEVELS = {
  A: 'Every seat had committed to random bytes of its own before the first were opened. '
    + 'Nobody chose the deck if one of all, server and seats, was honest, and a receipt from before shows the order.',
  B: 'Every seat added random bytes as it sat down. '
    + 'Nobody chose the deck if the last one to sit down was not in league with the operator, and kept a receipt '
    + 'from before.',
  'partly B': 'Some seats added random bytes as they sat down. '
    + 'Nobody chose the deck if the last of these was not in league with the operator, and kept a receipt from before.',
  C: 'The seats added nothing, or not all was opened. Nobody chose the deck if the operator was honest.',
};
const UNCHECKED = {
  rules: 'the rules, so whether each move was legal and who won',
  receipt: 'whether history was rewritten since a receipt that you kept',
  signature: 'the signature, for this browser lacks Ed25519',
  seed: 'the seed of the shuffle, which the end of the game discloses',
  commitments: 'the hidden cards, which the end of the game discloses',
  deal: 'the deal and where each card lay',
  fork: 'the position from which the fork began',
  origin: 'whether the other game stood as the fork began',
};
const STATUSES = {
  open: 'open, not begun',
  playing: 'being played',
  finished: 'finished',
  abandoned: 'abandoned: void, for not all seats opened what they had committed to',
};

const game = new URLSearchParams(location.search).get('game');
let latest = 0;

/** The keys in the text area, none if it is empty. */
function keys() {
  return byId('keys').value.split('\n').map((line) => line.trim()).filter((line) => line !== '');
}

/** The bytes of the chosen bundle, or of the game that the address names; null without either. */
async function bundle() {
  const [file] = byId('bundle').files;
  if (file) return new Uint8Array(await file.arrayBuffer());
  if (game === null) return null;
  const answer = await answered(`./v1/games/${encodeURIComponent(game)}/audit`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The text of the chosen receipt, if one is. */
async function receipt() {
  const [file] = byId('receipt').files;
  return file ? file.text() : undefined;
}

/** The bytes of the chosen bundle of the game that a fork goes on from, if one is. */
async function origin() {
  const [file] = byId('origin').files;
  return file ? new Uint8Array(await file.arrayBuffer()) : undefined;
}

/** Check what is chosen, and show what comes of it unless something newer is being checked. */
async function check() {
  latest += 1;
  const ours = latest;
  const shown = (show, ...about) => ours === latest && show(...about);
  try {
    const bytes = await bundle();
    if (bytes === null) return shown(showNothing);
    shown(showWaiting);
    shown(showReport, await verify(bytes, {key: keys(), receipt: await receipt(), origin: await origin()}));
  } catch (error) {
    shown(showFailure, error);
  }
}

/** There is nothing to check yet. */
function showNothing() {
  announce(byId('verdict'), '', '', 'Choose an audit bundle first.');
  byId('report').replaceChildren();
}

/** A check has begun. */
function showWaiting() {
  announce(byId('verdict'), '', '\u2026', 'Checking.');
  byId('report').replaceChildren();
}

/** It could not be checked at all. */
function showFailure(error) {
  announce(byId('verdict'), 'open', '?', `Not checked. ${error.message}`);
  byId('report').replaceChildren();
}

/** The verdict, what the game is, and every check. */
function showReport(report) {
  const unchecked = report.checks.filter(({holds}) => holds === null);
  if (report.verified) announce(byId('verdict'), unchecked.length > 0 ? 'open' : 'good', '\u2713', verdict(unchecked));
  else announce(byId('verdict'), 'bad', '\u2717', 'NOT verified.');
  const checks = element('ul', {className: 'checks'}, ...report.checks.map(checkShown));
  byId('report').replaceChildren(...(report.game ? [about(report)] : []), element('h3', {}, 'Checks'), checks);
}

/** That a bundle holds, but for what was not checked. */
function verdict(unchecked) {
  if (unchecked.length === 0) return 'Verified.';
  return `Verified, except for what was not checked: ${unchecked.map(({check: name}) => UNCHECKED[name]).join('; ')}.`;
}

/** What the game is. */
function about({game: id, status, version, corrections, fairness}) {
  return terms([
    ['Game', element('code', {}, id)],
    ['Status', STATUSES[status]],
    ['Version', String(version)],
    ['Corrections by the operator', corrections === 0 ? 'none' : String(corrections)],
    ['Fairness', element('strong', {}, fairness), ` \u2013 ${LEVELS[fairness]}`],
  ]);
}

/** One check with its mark, its name and its words. */
function checkShown({check: name, holds, words}) {
  const [kind, mark, outcome] = MARKS[holds];
  return element(
    'li',
    {className: kind},
    element('span', {className: 'mark', ariaHidden: 'true'}, mark),
    element('span', {}, element('strong', {}, name), ` ${outcome}: ${words}`),
  );
}

/** Put the keys that the service names into the text area, unless something stands there. */
async function fillKeys() {
  try {
    const catalogue = await (await answered('./v1/catalogue')).json();
    byId('keys').value ||= catalogue.keys.map(({key}) => key).join('\n');
  } catch {
    byId('keys-help').textContent = 'The service does not say its keys. Put in those that you noted.';
  }
}

/** A file that is dropped anywhere is the bundle. */
function acceptDrops() {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    if (event.dataTransfer.files.length === 0) return;
    byId('bundle').files = event.dataTransfer.files;
    check();
  });
}

/** Begin. */
async function main() {
  acceptDrops();
  byId('form').addEventListener('submit', (event) => {
    event.preventDefault();
    check();
  });
  await fillKeys();
  byId('form').addEventListener('change', check);
  if (game !== null || byId('bundle').files.length > 0) await check();
}

await main();
