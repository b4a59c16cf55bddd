/** The menu of a table, in groups: what the cards do, orders and clocks, settings, the page, and last how one leaves the game. */

import {icon} from '../cards/art.js';
import {button, h, redraw, update} from '../dom.js';
import {forAuditors, languageChoice, pageLinks, themeSwitch} from '../pages/page-header.js';
import {BESIDE, rulesLink} from '../pages/rules-link.js';
import {ask} from '../question.js';
import {hasWebCrypto} from '../secure-context.js';
import {clockPanel} from './clock.js';
import {helpPanel} from './help-panel.js';
import {prefers, setPreference} from './preferences.js';

export class Menu {
  constructor(table) {
    const {words, kind, game} = table;
    this.table = table;
    this.clock = h('div', {});
    this.doing = h('section', {});
    this.place = h(
      'section',
      {class: 'menu', id: 'menu', popover: 'auto', 'aria-label': words.t('menu')},
      h('h2', {}, words.t('menu')),
      kind.catalogue.editions.length > 1 && h('p', {class: 'hint'}, `${kind.catalogue.name} · ${kind.names[game.edition]}`),
      h('section', {}, h('p', {class: 'buttons'}, rulesLink(words, kind.catalogue.id, BESIDE)), helpPanel(kind)),
      h('section', {}, table.orders && table.orders.place, this.clock),
      h('section', {},
        ['one-tap', 'ask-at-end', 'ask-always'].map((name) => preference(words, name, (yes) => setPreference(name, yes))),
        preference(words, 'sounds', (yes) => table.sounds.switchTo(yes))),
      h('section', {},
        h('div', {class: 'buttons of-page'}, languageChoice(words, table.changeLanguage), themeSwitch(words), pageLinks(words),
          table.me && h('a', {href: '#/me'}, words.t('settings'))),
        forAuditors(words, preference(words, 'sign-moves', (yes) => setPreference('sign-moves', yes), !hasWebCrypto()),
          h('p', {class: 'hint'}, words.t(hasWebCrypto() ? 'sign-moves-lost' : 'sign-moves-insecure')))),
      this.doing,
    );
    this.opener = h(
      'button',
      {
        type: 'button',
        class: 'tool',
        popovertarget: 'menu',
        'data-key': 'menu',
        'aria-label': words.t('menu'),
        title: words.t('menu'),
      },
      icon('menu'),
    );
  }

  /** Open the menu at one of its parts. */
  open(part) {
    this.place.showPopover();
    const details = this.place.querySelector(`[data-key="${part}"]`);
    if (details) {
      details.open = true;
      details.querySelector('summary').focus();
    }
  }

  draw(ctx) {
    const {words, game, players} = ctx;
    const plays = game.you !== null && game.status === 'playing';
    update(
      this.doing,
      h(
        'div',
        {class: 'buttons'},
        plays && this.endings(words),
        plays && !game.vacant_seats.includes(game.you) && this.substitution(words),
        plays && button(words.t('resign'), () => this.resign(), {class: 'btn', 'data-key': 'resign'}),
        this.table.service.token === null && h('p', {class: 'hint'}, words.t('you-watch')),
      ),
    );
    // Its forms read their own fields, so they are made anew; what was put in is kept.
    redraw(this.clock, plays && game.clock && clockPanel({game, words, players}, (action) => ctx.send(action)));
  }

  /** Ways to end the game that all players have to agree to. */
  endings(words) {
    const agree = async (how) => {
      this.place.hidePopover();
      if (!await ask(`${words.t(`end-asks.${how}`)} ${words.t('end-help')}`, words.t(`end.${how}`), words.t('play-on'))) return;
      await this.table.acting.trying(() => this.table.acting.send({type: 'agree_end', how}));
    };
    return h(
      'details',
      {'data-key': 'endings'},
      h('summary', {}, words.t('end-by-agreement')),
      h('p', {class: 'hint'}, words.t('end-help')),
      ['draw', 'score', 'abort'].map((how) => button(words.t(`end.${how}`), () => agree(how), {'data-key': `end:${how}`})),
    );
  }

  /** Give up the seat to a substitute. */
  substitution(words) {
    const offer = () => {
      this.place.hidePopover();
      this.table.acting.trying(() => this.table.acting.send({type: 'offer_seat'}));
    };
    return h(
      'details',
      {'data-key': 'substitution'},
      h('summary', {}, words.t('substitute')),
      h('p', {class: 'hint'}, words.t('offer-help')),
      button(words.t('offer-seat'), offer, {'data-key': 'offer-seat'}),
    );
  }

  async resign() {
    const {words, acting} = this.table;
    this.place.hidePopover();
    if (!await ask(`${words.t('resign-asks')} ${this.afterResigning()}`, words.t('resign-yes'), words.t('play-on'))) return;
    await acting.trying(() => acting.send({type: 'resign'}));
  }

  /** Say who wins if the reader resigns, or that the others play on: the last seat or team wins. */
  afterResigning() {
    const {words, game, players} = this.table;
    const left = game.seats.filter(({seat}) => seat !== game.you && game.state.seats[seat].present);
    const sides = new Set(left.map(({seat, team}) => team ?? `seat ${seat}`));
    const names = words.list(left.map(({seat}) => players[seat]));
    return sides.size === 1 ? words.t('resign-wins', {count: left.length, players: names}) : words.t('resign-others', {players: names});
  }
}

/** A preference to be switched; `changed` is called with whether it is on. */
function preference(words, name, changed, disabled = false) {
  const box = h('input', {
    type: 'checkbox',
    checked: prefers(name) && !disabled,
    disabled,
    'data-key': name,
    onchange: () => changed(box.checked),
  });
  return h('label', {class: 'check'}, box, words.t(name));
}
