/** Standing orders: what is to be done for one's seat, said beforehand; nobody else sees them. */

import {labelOf, titleOf} from './action-words.js';
import {button, field, h, redraw, select} from '../dom.js';
import {actionFields} from './fields.js';
import {Notices} from '../problems.js';
import {orderHeaders} from './signing.js';

const KINDS = ['action', 'only_action', 'end_turn'];
const LATER = 1_500;
const LASTING = new Set(['only_action', 'end_turn']);

/** Shows one's orders in a game, gives new ones and tries them on what has been. */
export class Orders {
  constructor({service, words, id, kind, notices, placeOf}) {
    Object.assign(this, {service, words, id, kind, notices, placeOf, orders: []});
    this.list = h('ul', {class: 'rows'});
    this.form = h('form', {onsubmit: (event) => this.give(event)});
    this.said = h('div', {role: 'status'});
    this.refusals = new Notices(words, service, 'status');
    this.place = h('details', {class: 'panel', 'data-key': 'orders', hidden: true}, h('summary', {}, words.t('orders')),
      h('p', {class: 'hint'}, words.t('orders-help')), this.list, this.form, this.refusals.place, this.said);
  }

  /** Show the orders as they stand at this version of the game. */
  async at(game, players) {
    const first = this.game === undefined;
    const begun = !first && this.game.version === game.version;
    Object.assign(this, {game, players});
    this.place.hidden = game.status !== 'playing';
    if (this.place.hidden || begun) return;
    if (first) this.drawForm();
    await this.read();
    // What is due is done, and noted, a moment after the game has gone on.
    clearTimeout(this.later);
    this.later = setTimeout(() => this.place.isConnected && this.read(), LATER);
  }

  /** Read the orders; a seat that was just given to a substitute has none, and the table opens anew. */
  read() {
    return this.notices.reading(() => this.reread().catch((error) => {
      if (error.problem?.code !== 'no-seat') throw error;
    }));
  }

  async reread() {
    const {orders} = await this.service.get(`/games/${this.id}/orders`);
    this.orders = orders;
    redraw(this.list, this.orders.map((each) => this.line(each)));
  }

  line({id, condition, action, status, firings, reason}) {
    const {words} = this;
    return h('li', {}, h('span', {}, this.conditionWords(condition), action && [' → ', this.actionWords(action)]), ' ',
      h('span', {class: 'tag'}, words.t(`order.${status}`)),
      firings > 0 && status === 'waiting' && h('span', {class: 'tag'}, words.t('order.firings', {count: firings})),
      reason && h('p', {class: 'hint'}, reason),
      status === 'waiting' && button(words.t('withdraw'), () => this.withdraw(id), {class: 'quiet', 'data-key': `withdraw:${id}`}));
  }

  conditionWords({kind, seat, action}) {
    const {words, players} = this;
    if (kind === 'version') return words.t('order.at-version');
    if (kind !== 'action') return words.t(`order.${kind}`);
    return words.t('order.after', {player: players[seat], action: action ? titleOf({type: action}, this.kind) : words.t('order.anything')});
  }

  actionWords(action) {
    return [titleOf(action, this.kind), labelOf(action, this)].filter(Boolean).join(': ');
  }

  drawForm() {
    const {words, game, players} = this;
    const others = game.seats.map(({seat}) => seat).filter((seat) => seat !== game.you);
    const deeds = Object.keys(this.kind.catalogue.actions).map((type) => [type, titleOf({type}, this.kind)]);
    const kinds = KINDS.map((each) => [each, words.t(`order.when.${each}`)]);
    this.when = select('order-kind', kinds, 'action', () => this.drawParts());
    this.other = select('order-seat', others.map((seat) => [String(seat), players[seat]]), String(others[0]));
    this.after = select('order-after', [['', words.t('order.anything')], ...deeds], '');
    this.does = select('order-action', deeds, deeds[0][0], () => this.drawFields());
    this.parts = h('div', {});
    this.fields = h('div', {class: 'fields'});
    redraw(this.form, h('h3', {}, words.t('order-new')), field(words.t('order-when'), this.when), this.parts,
      h('div', {class: 'buttons'}, h('button', {type: 'submit', 'data-key': 'give-order'}, words.t('order-give')),
        button(words.t('order-try'), () => this.tried(), {'data-key': 'try-order', title: words.t('order-try-help')})));
    this.drawParts();
  }

  drawParts() {
    const {words} = this;
    const kind = this.when.value;
    redraw(this.parts,
      kind === 'action' && h('div', {class: 'fields'}, field(words.t('order-who'), this.other), field(words.t('order-does'), this.after)),
      !LASTING.has(kind) && [field(words.t('order-then'), this.does), this.fields]);
    this.drawFields();
  }

  /** What the action leaves open, by the shape that the catalogue gives. */
  drawFields() {
    this.chosen = actionFields(this.kind.catalogue.actions[this.does.value], this);
    redraw(this.fields, this.chosen.map(({place}) => place));
  }

  /** What was put in, as the service takes it. */
  wish() {
    const kind = this.when.value;
    const condition = {kind};
    if (kind === 'action') Object.assign(condition, {seat: Number(this.other.value), ...(this.after.value && {action: this.after.value})});
    if (LASTING.has(kind)) return {condition};
    const given = this.chosen.map(({name, read}) => [name, read()]).filter(([, value]) => value !== null);
    return {condition, action: {type: this.does.value, ...Object.fromEntries(given)}};
  }

  async give(event) {
    event.preventDefault();
    await this.saying(async () => {
      const wish = this.wish();
      const headers = await orderHeaders(this.service, this.words, this.game, wish);
      await this.service.create(`/games/${this.id}/orders`, wish, {headers});
      await this.reread();
      return h('p', {}, this.words.t('order-given'));
    });
  }

  /** What the order would have done so far. */
  async tried() {
    const {words} = this;
    await this.saying(async () => {
      const {outcomes} = await this.service.post(`/games/${this.id}/trials`, {...this.wish(), since: 1});
      if (outcomes.length === 0) return h('p', {}, words.t('order-nothing'));
      return [h('p', {}, words.t('order-would')), h('ul', {class: 'told'}, outcomes.map(({version, action, reason}) =>
        h('li', {}, h('a', {href: `replay?game=${this.id}&version=${version}&lang=${words.language}`}, this.placeOf(version)), ': ',
          [action && this.actionWords(action), reason].filter(Boolean).join(' – '))))];
    });
  }

  withdraw(order) {
    return this.notices.trying(async () => {
      await this.service.remove(`/games/${this.id}/orders/${order}`);
      await this.reread();
    });
  }

  /** Do something and say beside the form what came of it. */
  saying(what) {
    redraw(this.said);
    return this.refusals.trying(async () => redraw(this.said, await what()));
  }
}
