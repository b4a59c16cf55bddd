/** A new game with all that can be chosen, as the catalogue lists it. */

import {field, h, redraw, select} from '../dom.js';
import {kindOfGame} from '../game.js';
import {wordOf} from '../narration.js';
import {runs} from '../subjects.js';
import {BOTS, botWords, editionFor, openTable} from './bots.js';
import {ClockChoice, clockOf} from './clock-choice.js';
import {LANGUAGES, loadOptionHelp} from '../words.js';
import {LONGEST_TITLE, sitDown} from './waiting-room.js';

const RELIABILITIES = [60, 70, 80, 90, 95];

/** The form, drawn anew where a choice changes what else there is to choose. */
export class Creation {
  constructor(page, game) {
    Object.assign(this, page, {game});
    this.form = h('form', {class: 'panel', onsubmit: (event) => this.submit(event)});
  }

  async open() {
    const {words} = this;
    [this.catalogue, this.help] = await Promise.all([this.service.get('/catalogue'), loadOptionHelp(words.language)]);
    if (this.service.token === null) {
      redraw(this.place, h('h1', {}, words.t('set-up')), this.notices.place, this.signIn());
      return;
    }
    redraw(this.place, h('p', {}, h('a', {href: '#/'}, words.t('to-lobby'))), h('h1', {}, words.t('set-up')),
      this.notices.place, this.form);
    const {games} = this.catalogue;
    await this.choose((games.find(({id}) => id === this.game) ?? games[0]).id);
  }

  close() {}

  async choose(id) {
    this.kind = await kindOfGame(this.service, this.words, id);
    this.seats = 2;
    this.draw();
  }

  draw() {
    const {words, kind: {catalogue}} = this;
    const games = this.catalogue.games.map(({id, name}) => [id, name]);
    redraw(this.form,
      field(words.t('game'), select('game', games, catalogue.id, (event) => this.choose(event.target.value))),
      h('div', {class: 'fields'},
        this.editions(),
        field(words.t('seats'), select('seats', catalogue.seats.map((each) => [String(each), words.number(each)]),
          String(this.seats), (event) => this.reseat(Number(event.target.value))))),
      this.opponents = h('fieldset', {}, h('legend', {}, words.t('opponents')), h('div', {class: 'fields'}, this.places())),
      h('fieldset', {}, h('legend', {}, words.t('clock')), new ClockChoice(words).place),
      h('label', {class: 'check'}, h('input', {type: 'checkbox', name: 'listed'}), words.t('listed')),
      h('details', {'data-key': 'about-table'}, h('summary', {}, words.t('about-table')),
        field(words.t('table-title'), h('input', {name: 'title', maxlength: LONGEST_TITLE, autocomplete: 'off'})),
        h('div', {class: 'fields'}, this.reliability(), this.language())),
      h('details', {'data-key': 'house-rules'}, h('summary', {}, words.t('house-rules')), h('p', {class: 'hint'}, words.t('house-rules-help')),
        h('div', {class: 'fields'}, this.options().map((each) => this.option(each)))),
      h('button', {type: 'submit', class: 'main'}, words.t('create')));
  }

  /** The editions, and a sentence on the one that is chosen. */
  editions() {
    const {words, kind: {catalogue: {id: game, editions}}} = this;
    const told = this.help[game].edition;
    const said = h('small', {});
    const tell = (id) => redraw(said, told && `${told[id]} ${told.all}`);
    const usual = editionFor(words.language, editions.map(({id}) => id));
    tell(usual);
    return h('label', {class: 'field'}, h('span', {}, words.t('edition')),
      select('edition', editions.map(({id, name}) => [id, name]), usual, (event) => tell(event.target.value)), said);
  }

  reseat(seats) {
    this.seats = seats;
    this.opponents.querySelector('.fields').replaceChildren(...this.places());
  }

  /** Who else is to sit there: people, or bots. */
  places() {
    const {words} = this;
    const choices = [['', words.t('a-person')], ...BOTS.map((each) => [each, botWords(each, words)])];
    return Array.from({length: this.seats - 1}, (_, nth) =>
      field(words.t('seat-number', {number: nth + 2}), select(`seat-${nth + 1}`, choices, '')));
  }

  /** The options of the game, without those of what does not run. */
  options() {
    return [...this.kind.catalogue.options, ...this.catalogue.options].filter(({name}) => name !== 'team_chat' || runs('chat'));
  }

  /** What an option of the game, or of every game, means; null where its name says it. */
  helpOn(name) {
    return this.help[this.kind.catalogue.id][name] ?? this.help['every-game'][name] ?? null;
  }

  option({name, values, default: usual}) {
    const {words, kind: {names}} = this;
    const title = wordOf(names, name, 'option');
    if (values.every((each) => typeof each === 'boolean')) {
      return h('label', {class: 'check'}, h('input', {type: 'checkbox', name: `option-${name}`, checked: usual}), h('span', {}, title, h('small', {}, this.helpOn(name))));
    }
    return field(title, select(`option-${name}`, values.map((each) => [String(each), wordOf(names, each, 'option')]), String(usual)), this.helpOn(name));
  }

  /** How reliable others have to be to sit down uninvited. */
  reliability() {
    const {words} = this;
    return field(words.t('least-reliability'), select('min-reliability', [['', words.t('least-reliability.any')],
      ...RELIABILITIES.map((value) => [String(value), words.t('least-reliability.value', {value})])], ''));
  }

  /** In which language the players will talk. */
  language() {
    const {words} = this;
    return field(words.t('table-language'), select('table-language', [['', words.t('table-language.any')], ...Object.entries(LANGUAGES)], ''));
  }

  /** What was chosen, as the service takes it. */
  wish() {
    const {kind: {catalogue}} = this;
    const given = new FormData(this.form);
    const options = Object.fromEntries(this.options().flatMap(({name, values, default: usual}) => {
      const chosen = given.get(`option-${name}`);
      if (values.every((each) => typeof each === 'boolean')) return [[name, chosen !== null]];
      const value = values.find((each) => String(each) === chosen);
      return ['fairness', 'team_chat'].includes(name) && value === usual ? [] : [[name, value]];
    }));
    return {
      game: catalogue.id, edition: given.get('edition'), seats: Number(given.get('seats')), options,
      private: given.get('listed') === null, clock: clockOf(given), min_reliability: Number(given.get('min-reliability')) || null,
      title: given.get('title').trim() || null, language: given.get('table-language') || null,
    };
  }

  submit(event) {
    event.preventDefault();
    const given = new FormData(this.form);
    const bots = Array.from({length: this.seats - 1}, (_, nth) => [nth + 1, given.get(`seat-${nth + 1}`)])
      .filter(([, bot]) => bot);
    return this.notices.trying(() => openTable(this.service, '/games', this.wish(), async (game) => {
      // After a reload some sit there already.
      const isFree = (seat) => game.seats[seat].player === null;
      if (isFree(0)) await sitDown(this, game, 0);
      for (const [seat, bot] of bots.filter(([each]) => isFree(each))) await this.service.create(`/games/${game.id}/seats`, {seat, bot});
    }));
  }
}
