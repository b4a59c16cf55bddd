/** The market: technologies at the reader's price, the tablets as the clock of the game, plots for sale. */

import {drawing, icon, seal, token} from '../../cards/art.js';
import {card, lookedAt, reason} from '../../cards/card.js';
import {h, unseen} from '../../dom.js';
import {land, technologyLook} from './faces.js';
import {offerIntent} from './intent.js';
import {shortOf, technologyPrice} from './prices.js';

/** The three parts of the market side by side; on a narrow screen the part that is needed now. */
export function market(ctx) {
  const {state} = ctx.game;
  return h(
    'section',
    {class: `market ${state.step === 'plots' ? 'of-plots' : ''}`, 'data-key': 'market', 'aria-label': ctx.words.t('middle')},
    technologies(ctx),
    tablets(ctx),
    plots(ctx),
  );
}

/** What has no room in the market: tablets, and on a narrow screen plots for sale. */
export function marketSheet(ctx) {
  return h('div', {class: 'market whole'}, tablets(ctx), plots(ctx));
}

function technologies(ctx) {
  const {words, game} = ctx;
  const {open, deck} = game.state.technologies;
  const off = open.length === 0 ? 0 : ctx.technologies[open[0]].cost - technologyPrice(ctx, open[0]);
  const told = [words.t('civ.more-to-come', {count: deck}), off > 0 && words.t('civ.your-price', {off})];
  return h(
    'div',
    {class: 'techs'},
    h(
      'h3',
      {},
      words.t('civ.known-technologies'),
      h('small', {}, told.filter(Boolean).join(' · ')),
      ctx.openSheet &&
        h(
          'button',
          {type: 'button', class: 'btn quiet open-market', 'data-key': 'open-market', onclick: () => ctx.openSheet('market')},
          words.t('civ.known', knownOf(ctx)),
          icon('right'),
        ),
    ),
    h(
      'div',
      {class: 'stall-row'},
      h(
        'ul',
        {class: 'stall', 'data-place': 'market'},
        open.map((id) => h('li', {'data-key': `slot:${id}`}, technology(ctx, id))),
      ),
      ctx.move && h('p', {class: 'stall-hint'}, ctx.layout.table.mainWords(ctx).hint),
    ),
  );
}

function technology(ctx, id) {
  const key = `technology:${id}`;
  const intent = offerIntent(ctx, 'technology', id, key);
  const why = intent ? null : reasonOf(ctx, id);
  const look = technologyLook(ctx, id);
  const classes = [intent && (intent.look === 'chosen' ? 'picked' : 'can'), why && 'cannot'].filter(Boolean).join(' ');
  const inside =
    why &&
    reason([
      h('span', {class: why.short ? 'unseen wide-only' : 'wide-only'}, why.text),
      h('span', {class: 'narrow-only', 'aria-hidden': 'true'}, why.short),
    ]);
  if (!intent && !why) return card(look, 'stall', {...lookedAt(ctx, `card:${id}`), 'data-key': key, 'data-kind': id});
  return card(look, 'stall', {
    tag: 'button',
    type: 'button',
    classes,
    'data-key': key,
    'data-kind': id,
    'data-zoom': `card:${id}`,
    'aria-label': [look.name, why?.text].filter(Boolean).join('. '),
    'aria-pressed': intent ? String(intent.look === 'chosen') : null,
    onclick: (event) => (intent ? ctx.tap(intent.tap) : why.short ? ctx.zoom(event.currentTarget) : ctx.explain(why)),
    inside,
  });
}

/** Why a technology cannot be bought: what is missing to its price, else as the service says. */
function reasonOf(ctx, id) {
  const why = ctx.reasons?.[id];
  if (!why) return null;
  const count = shortOf(ctx, 'commerce', technologyPrice(ctx, id));
  if (count === 0) return why;
  return {...why, text: ctx.words.t('civ.short', {count, resource: ctx.names.commerce}), short: [ctx.words.t('civ.short-count', {count}), token('commerce')]};
}

function knownOf(ctx) {
  const have = ctx.game.state.seats.reduce((sum, each) => sum + each.technologies.length, 0);
  return {have, all: ctx.catalogue.technologies.length};
}

/** All technologies as tablets: bought ones with the seal of their owner, open ones, those to come. */
function tablets(ctx) {
  const {words, names, players} = ctx;
  const {seats, technologies: market} = ctx.game.state;
  const {have, all} = knownOf(ctx);
  const sign = (id) => drawing(id, 'i', '0 0 48 48');
  const known = seats.flatMap(({technologies: own}, seat) => own.map((id) => ({id, seat})));
  const tablet = (classes, id, said, ...inside) =>
    h('li', {class: `tablet ${classes}`, title: said}, inside, unseen(said));
  return h(
    'div',
    {class: 'race'},
    h('h3', {}, words.t('civ.known', {have, all}), h('small', {}, words.t('civ.ends-with-last'))),
    h(
      'ul',
      {class: 'tablets'},
      known.map(({id, seat}) => tablet('sold', id, `${names[id]}: ${players[seat]}`, sign(id), seal(seat))),
      market.open.map((id) => tablet('open', id, names[id], sign(id))),
      Array.from({length: Math.max(0, all - known.length - market.open.length)}, () =>
        h('li', {class: 'tablet', 'aria-hidden': 'true'}, '?'),
      ),
    ),
  );
}

function plots(ctx) {
  const {words, names, prices} = ctx;
  const {open, deck} = ctx.game.state.plots;
  return h(
    'div',
    {class: 'sale'},
    h('h3', {}, names.plots, prices && h('small', {}, words.t('civ.next-plot', {price: prices.plot}))),
    h(
      'ul',
      {class: 'stall'},
      open.map((id, nth) => h('li', {'data-key': `offer:${id}:${nth}`}, offer(ctx, id, `sale:${id}:${nth}`))),
    ),
    h('p', {class: 'hint'}, words.t('civ.more-to-come', {count: deck})),
  );
}

function offer(ctx, id, key) {
  const intent = offerIntent(ctx, 'terrain', id, key);
  if (!intent) return land(ctx, id, {'data-key': key});
  return land(ctx, id, {
    tag: 'button',
    type: 'button',
    classes: intent.look === 'chosen' ? 'picked' : 'can',
    'data-key': key,
    'aria-pressed': String(intent.look === 'chosen'),
    onclick: () => ctx.tap(intent.tap),
  });
}
