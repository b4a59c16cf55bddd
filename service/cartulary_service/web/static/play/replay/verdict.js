/** The verdict on a record, above the board: whether it is true, by the verifier in the reader's browser. */

import {icon} from '../cards/art.js';
import {h, redraw} from '../dom.js';
import {addedKeysWords, pinnedKeys} from '../keys.js';
import {evidenceOf, lastKept, proofLink, proofWith} from '../receipts.js';

const SIGNS = {true: '✓', false: '✗', null: '?'};

/** What the usual game leaves unchecked, however honest it was. */
const LEFT_OPEN = new Set(['rules', 'receipt', 'log', 'times']);
const AUTHORITIES = ['own', 'delegate', 'order', 'bot', 'unsigned'];

/** By whose authority moves were made: how many each key has signed, and how many rest on the operator's word. */
function signedWords(authority, words) {
  const sum = (name) => authority.reduce((all, each) => all + each[name], 0);
  if (sum('own') + sum('delegate') + sum('order') === 0) return words.t('none-signed');
  const parts = AUTHORITIES.filter((name) => sum(name) > 0).map((name) => words.t(`authority.${name}`, {count: sum(name)}));
  return words.t('signed-moves', {parts: words.list(parts)});
}

/** Where a record is checked further, and the record itself, unless only invited players may read it. */
function linksOf({id, game}, words) {
  return h('p', {class: 'buttons'}, h('a', {href: `verify?game=${id}`}, words.t('verify-more')),
    !game.private && h('a', {href: `v1/games/${id}/audit`, download: `${id}.ndjson`}, words.t('download')));
}

/** The single checks, and what vouches for the shuffle. */
function checksOf({checks, dealt, begun_from: from, fairness, shuffle_receipt: receipt, deciding_seats: seats, authority}, source, forked, {words, trusting}) {
  const isTallied = checks.some(({check, holds}) => check === 'signatures' && holds);
  const vouched = seats.length > 0 ? words.t('vouched', {seats: words.list(seats.map((seat) => words.number(seat + 1))), version: receipt}) : words.t('not-vouched');
  return h('details', {'data-key': 'checks'}, h('summary', {}, words.t('verdict-checks', {count: checks.length})),
    h('div', {class: 'checks'}, h('p', {}, dealt && [words.t('verdict-fairness', {level: fairness}), ' ', from && `${words.t(`fairness-from.${from}`)} `, vouched, ' '], isTallied && signedWords(authority, words)),
      h('ul', {}, checks.map(({check, holds, words: text}) => h('li', {}, `${SIGNS[holds]} `, h('b', {}, check), ` ${trusting.withSeatsFromOne(text)}`))),
      source.id !== null && addedKeysWords(words).map((each) => h('p', {class: 'key-added'}, each)),
      forked !== null && h('pre', {}, forked.join('\n'))));
}

/** Checks a record, and shows what came of it. */
export class Verdict {
  constructor(replay) {
    const {words, service} = replay;
    Object.assign(this, {replay, words, service, checks: null});
    this.place = h('section', {class: 'verdict-box', 'aria-label': words.t('verdict')});
  }

  clear() {
    this.checks = null;
    this.place.className = 'verdict-box';
    redraw(this.place);
  }

  /** Check the record of a source, if it is all there; `refused` says why the service does not play it back. */
  async check(source, refused = null) {
    const {words, service} = this;
    redraw(this.place, h('p', {role: 'status'}, words.t('checking')));
    const bundle = await source.bundle();
    if (bundle === null) return this.clear();
    const [{verify}, {followLog}, trusting] = await Promise.all([import('../../verify.js'), import('../log.js'), import('../trust.js')]);
    this.trusting = trusting;
    // A file may come from another service, whose keys are not known here.
    const isOwn = source.id !== null;
    const kept = isOwn ? evidenceOf(source.id) : trusting.evidenceOfFile(bundle);
    const keys = await pinnedKeys(service);
    const isHeldAgainst = isOwn || kept.receipt.length > 0 || keys.includes(source.key);
    const own = isHeldAgainst ? {key: keys, ...kept} : {};
    const isKnown = isHeldAgainst && keys.length > 0;
    const askedAt = source.key === undefined ? trusting.readersTime() : undefined;
    const [report, forked] = await Promise.all([verify(bundle, {...own, keyShownBy: 'the service itself', askedAt}), isOwn ? followLog(service).catch(() => null) : null]);
    const meanings = report.verified ? null : await import('../record/meanings.js');
    const proof = report.game ? await proofWith(service, bundle, report.game) ?? report.proof : null;
    this.draw(report, source, {forked, proof, refused, isKnown}, meanings && await meanings.failureWords(report, words.language));
  }

  /**
   * Show a report; `forked` are two checkpoints of the log, and `proof` two notes on the game, that contradict each other,
   * or null, `refused` is why no board is shown, and `isKnown` whether the service itself showed the key.
   */
  draw(report, source, {forked, proof, refused, isKnown}, failed) {
    const {words, trusting} = this;
    const {verified, checks} = report;
    const isOfAnother = source.id !== null && Boolean(report.game) && report.game !== source.id;
    const isVerified = verified && !isOfAnother && proof === null && refused === null;
    const unchecked = checks.filter(({holds}) => isVerified && holds === null);
    const isGood = isVerified && forked === null;
    const isUsual = report.dealt && unchecked.every(({check}) => LEFT_OPEN.has(check));
    const covers = isKnown ? (isUsual ? 'verdict-usual' : 'verdict-open') : 'verdict-key';
    const verdict = isOfAnother ? 'another-game' : (isVerified ? covers : 'not-verified');
    const kept = lastKept(source.game.id);
    this.place.className = `verdict-box ${isGood ? 'good' : 'bad'} ${isGood && verdict === 'verdict-usual' ? 'usual' : ''}`;
    redraw(this.place, icon(isGood ? 'shield' : 'embargo', ''),
      h('div', {}, forked !== null && h('p', {class: 'verdict bad', role: 'status'}, words.t('log-forked')),
        refused !== null && h('p', {class: 'no-board', role: 'status'}, words.t('no-board', {reason: trusting.withSeatsFromOne(refused)})),
        proof !== null && h('p', {class: 'verdict bad proof', role: 'status'}, `${words.t('two-heads')} ${words.t('distrust-help')} `, proofLink(report.game, proof, words)),
        h('p', {class: `verdict ${isVerified ? 'open' : 'bad'}`, role: 'status'}, words.t(verdict)), failed),
      h('details', {'data-key': 'proof'}, h('summary', {}, words.t('details')),
        isVerified && [trusting.trust(report, kept, this.replay.placeOf(kept), words), h('p', {}, trusting.unsignedWords(report, words))],
        unchecked.length > 0 && [h('p', {}, words.t('unchecked')), h('ul', {class: 'unchecked'}, unchecked.map(({check}) => h('li', {}, words.t(`unchecked-${check}`))))],
        source.id !== null && linksOf(source, words), this.checks = checksOf(report, source, forked, this)));
    this.hideChecks(this.hidden);
  }

  /** Show or hide the single checks, which tell how long the game is. */
  hideChecks(hidden) {
    this.hidden = hidden;
    if (this.checks) this.checks.hidden = hidden;
  }
}
