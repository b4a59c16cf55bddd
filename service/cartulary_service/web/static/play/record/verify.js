/** The page on which a bundle is checked, in the reader's browser. */

import {field, h, redraw} from '../dom.js';
import {askedGame} from '../ids.js';
import {addedKeysWords, pinnedKeys} from '../keys.js';
import {evidenceOf, proofLink, proofWith} from '../receipts.js';
import {evidenceOfFile, readersTime, unsignedWords, withSeatsFromOne} from '../trust.js';
import {verify} from '../../verify.js';
import {quoted} from '../../verifier/players.js';
import {failureWords} from './meanings.js';
import {announce, point, showPage, terms, verdictPlace} from './site.js';

const KINDS = {true: 'good', false: 'bad', null: 'open'};
const HERE = '\uffff';
const NDJSON = '.ndjson,application/x-ndjson';

/** Whether two notes contradict each other and one key has signed both; of two keys one may be a stranger's. */
function isByOneKey({proof: given, proof_keys: signers}, proof) {
  return proof !== null && (proof !== given || signers[0] === signers[1]);
}

/** Reads what is chosen, checks it, and shows what comes of it. */
class Check {
  constructor({service, words, place}) {
    Object.assign(this, {service, words, place, latest: 0});
    this.game = askedGame();
    this.verdict = verdictPlace();
    this.report = h('div', {id: 'report'});
    const file = (id, accept) => h('input', {id, type: 'file', accept});
    this.bundle = file('bundle', NDJSON);
    this.receipt = file('receipt', null);
    this.receipt.multiple = true;
    this.origin = file('origin', NDJSON);
    this.keys = h('textarea', {id: 'keys', rows: '3', spellcheck: 'false', autocomplete: 'off'});
    this.listed = null;
    this.keysHelp = h('small', {}, words.t('keys-help'));
  }

  async open() {
    const {words} = this;
    const form = h('form', {id: 'form', class: 'panel', onsubmit: (event) => {
      event.preventDefault();
      this.check();
    }}, field(words.t('bundle'), this.bundle, words.t('bundle-help')), field(words.t('receipt'), this.receipt, words.t('receipt-help')),
    field(words.t('origin'), this.origin, words.t('origin-help')),
    h('label', {class: 'field'}, h('span', {}, words.t('keys')), this.keys, this.keysHelp),
    h('button', {type: 'submit', class: 'btn go'}, words.t('check')));
    redraw(this.place, h('h1', {}, words.t('verify-title')), h('p', {}, words.t('verify-lead')), form,
      h('section', {class: 'panel', 'aria-labelledby': 'result-heading'}, h('h2', {id: 'result-heading'}, words.t('result')), this.verdict, this.report),
      h('p', {class: 'hint'}, words.t('verify-trust'), ' ', h('a', {href: 'verify.js'}, 'verify.js'), '. ', words.t('verify-limits'), ' ',
        h('a', {href: 'integrity'}, words.t('integrity-title')), '.'));
    announce(this.verdict, '', words.t('nothing-checked'));
    this.acceptDrops();
    await this.fillKeys();
    form.addEventListener('change', () => this.check());
    if (this.game !== null) await this.check();
  }

  /** A file that is dropped anywhere is the bundle. */
  acceptDrops() {
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      if (event.dataTransfer.files.length === 0) return;
      this.bundle.files = event.dataTransfer.files;
      this.check();
    });
  }

  /** Put the keys that the service showed at first into the text area, unless something stands there. */
  async fillKeys() {
    this.listed = (await pinnedKeys(this.service)).join('\n');
    this.keys.value ||= this.listed;
    if (this.listed === '') this.keysHelp.textContent = this.words.t('keys-unknown');
  }

  /** The bytes of the chosen bundle, or of the game that the address names; null without either. */
  async read() {
    const [file] = this.bundle.files;
    if (file) return new Uint8Array(await file.arrayBuffer());
    if (this.game === null) return null;
    const answer = await this.service.ask(`/games/${encodeURIComponent(this.game)}/audit?log=true`);
    return new Uint8Array(await answer.arrayBuffer());
  }

  /** Check what is chosen, and show what comes of it unless something newer is being checked. */
  async check() {
    this.latest += 1;
    const ours = this.latest;
    const {words} = this;
    const say = (kind, text, ...below) => {
      if (ours !== this.latest) return;
      announce(this.verdict, kind, text);
      redraw(this.report, below);
    };
    try {
      const bytes = await this.read();
      if (bytes === null) return say('', words.t('choose-bundle'));
      say('', words.t('checking'));
      const [origin] = this.origin.files;
      const keys = this.keys.value.split('\n').map((line) => line.trim()).filter((line) => line !== '');
      const text = new TextDecoder().decode(bytes);
      const kept = this.bundle.files.length === 0 ? {...evidenceOf(this.game), askedAt: readersTime()} : evidenceOfFile(text);
      const given = await Promise.all([...this.receipt.files].map((each) => each.text()));
      const isListed = keys.length > 0 && this.keys.value === this.listed;
      const report = await verify(bytes, {key: keys, keyShownBy: isListed ? 'the service itself' : undefined, ...kept, receipt: [...kept.receipt, ...given], origin: origin && new Uint8Array(await origin.arrayBuffer())});
      this.names = report.game ? await this.askNames(report.game) : {};
      const proof = report.game ? await proofWith(this.service, text, report.game) ?? report.proof : null;
      const [kind, verdict] = this.judge(report, proof);
      return say(kind, verdict, proof && h('p', {class: 'proof'}, isByOneKey(report, proof) && `${words.t('distrust-help')} `, proofLink(report.game, proof, words)), await failureWords(report, words.language), report.game && this.about(report), h('h3', {}, words.t('checks')),
        h('ul', {class: 'checks'}, report.checks.map((each) => this.shown(each, isListed))),
        isListed && addedKeysWords(words).map((each) => h('p', {class: 'key-added'}, each)));
    } catch (error) {
      return say('open', words.t('not-checked', {reason: error.message}));
    }
  }

  /** The verdict, as its kind and its words. */
  judge(report, proof) {
    const {words} = this;
    const {verified, checks} = report;
    if (this.isOfAnother(report)) return ['bad', words.t('another-game')];
    if (isByOneKey(report, proof)) return ['bad', `${words.t('not-verified')} ${words.t('two-heads')}`];
    if (!verified || proof !== null) return ['bad', words.t('not-verified')];
    const rests = unsignedWords(report, words);
    const say = (text) => (rests === null ? text : `${text} ${rests}`);
    const unchecked = checks.filter(({holds}) => holds === null).map(({check}) => words.t(`unchecked.${check}`));
    return ['partly', say(words.t('verified-except', {unchecked: unchecked.join('; ')}))];
  }

  /** Whether the service has answered with the record of another game than the address names. */
  isOfAnother({game}) {
    return this.bundle.files.length === 0 && this.game !== null && Boolean(game) && game !== this.game;
  }

  /** What the game is, and who played by which keys. */
  about(report) {
    const {words} = this;
    const {game, status, version, corrections, dealt, players} = report;
    return terms([
      [words.t('game'), h('code', {}, game)], [words.t('status'), words.t(`status.${status}`)], [words.t('version'), String(version)],
      [words.t('corrections'), corrections === 0 ? words.t('none') : String(corrections)],
      ...players.map((each) => [words.t('player-seat', {number: each.seat + 1}), this.describePlayer(each)]),
      ...(dealt ? this.shuffle(report) : [[words.t('fairness'), words.t('nothing-dealt')]]),
    ]);
  }

  /** The names of a game's players by their ids, as the service has them: the record has none. */
  async askNames(game) {
    const {seats} = await this.service.get(`/games/${encodeURIComponent(game)}`).catch(() => ({seats: []}));
    return Object.fromEntries(seats.filter(({player}) => player).map(({player}) => [player.id, player.handle ? `${player.name} (@${player.handle})` : player.name]));
  }

  /** Who sits at a seat, by which key, since when. A name is set off, for it can look like the words beside it. */
  describePlayer({player, bot, key, position}) {
    const {words, names} = this;
    const name = bot ? words.t('player-bot', {player: HERE}) : HERE;
    const [before, after] = words.t(key ? 'player-key' : 'player-without-key', {player: name, key, position}).split(HERE);
    return [before, h('b', {}, names[player] ?? quoted(player).slice(1, -1)), after];
  }

  /** Who had a hand in the shuffle, and what bears that out. */
  shuffle({fairness, begun_from: from, shuffle_receipt: receipt, deciding_seats: seats}) {
    const {words} = this;
    return [
      [words.t('fairness'), h('strong', {}, fairness), ` – ${words.t(`fairness.${fairness.replace(' ', '-')}`)}`, from && ` ${words.t(`fairness-from.${from}`)}`],
      [words.t('order'), seats.length > 0 ? words.t('vouched', {seats: words.list(seats.map((seat) => words.number(seat + 1))), version: String(receipt)}) : words.t('not-vouched')],
    ];
  }

  /** A check; of the signature it is said where nobody but the service has shown the key. */
  shown({check, holds, words: said}, isListed) {
    const whose = check === 'signature' && holds && isListed ? ` ${this.words.t('key-shown')}` : '';
    return point(KINDS[holds], h('strong', {}, check), ` ${this.words.t(`holds.${holds}`)}: ${withSeatsFromOne(said)}${whose}`);
  }
}

await showPage('verify-title', (page) => new Check(page).open());
