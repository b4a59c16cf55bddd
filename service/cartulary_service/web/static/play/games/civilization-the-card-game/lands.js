/** One's own plots in a row: targets of what is picked, and what a look at one of them shows. */

import {drawing, icon, token} from '../../cards/art.js';
import {parted} from '../../cards/card.js';
import {button, h} from '../../dom.js';
import {wordOf} from '../../narration.js';
import {house, land} from './faces.js';
import {houseIntent, plotIntent} from './intent.js';

/** Beyond these numbers of plots they are narrower, and lie in several rows. */
const MANY = 5;
const CROWD = 7;

/** One's own plots. */
export function ownLands(ctx) {
  const {plots} = ctx.game.state.seats[ctx.you];
  return h(
    'ul',
    {
      class: `lands ${plots.length > CROWD ? 'many crowd' : plots.length > MANY ? 'many' : ''}`,
      'data-key': 'lands',
      'data-place': `plots:${ctx.you}`,
      'aria-label': ctx.words.t('civ.your-plots'),
    },
    plots.map((plot, number) => h('li', {'data-key': `place:${number}`}, ownLand(ctx, plot, number))),
    ctx.prices && h('li', {'data-key': 'place:new', class: 'narrow-only'}, newLand(ctx)),
  );
}

function nameOf(ctx, number) {
  return ctx.names[ctx.game.state.seats[ctx.you].plots[number].terrain];
}

function ownLand(ctx, plot, number) {
  const intent = plotIntent(ctx, number);
  const name = nameOf(ctx, number);
  const note = noteOf(ctx, plot, number, intent);
  const full = ctx.move?.type === 'build' && intent === null;
  const said = [ctx.words.t('civ.plot', {number: number + 1, terrain: name}), note && note.title];
  const touched = intent ? () => ctx.tap(intent.tap) : () => ctx.openSheet('plot', number);
  return land(ctx, plot.terrain, {
    tag: 'div',
    classes: [intent?.look, full && 'cannot'].filter(Boolean).join(' '),
    'data-key': `land:${number}`,
    population: plot.population,
    stands: [plot.buildings.map((id) => ownHouse(ctx, id, number)), sites(ctx, plot, intent)],
    foot: ctx.prices && nextPopulation(ctx, number),
    inside: [
      h('button', {
        type: 'button',
        class: `over ${intent?.look ?? ''}`,
        'data-key': `plot:${number}`,
        'data-zoom': `plot:${ctx.you},${number}`,
        'aria-label': said.filter(Boolean).join('. '),
        'aria-pressed': intent ? String(intent.look === 'chosen') : null,
        onclick: touched,
      }),
      note,
    ],
  });
}

/** A building of one's own: given up where a war destroys it, else a part of the plot. */
function ownHouse(ctx, id, number) {
  const intent = houseIntent(ctx, number, id);
  if (!intent) return house(ctx, id);
  return house(ctx, id, {
    tag: 'button',
    type: 'button',
    classes: intent.look,
    'data-key': `house:${number}:${id}`,
    'aria-label': ctx.words.t('civ.building-on', {building: ctx.names[id], plot: nameOf(ctx, number)}),
    onclick: () => ctx.tap(intent.tap),
  });
}

/** Where one more can stand: what the picked card would be there. */
function sites(ctx, {capacity, buildings}, intent) {
  const room = Math.max(0, capacity - buildings.length);
  const {words, move, names} = ctx;
  return Array.from({length: room}, (_, nth) => {
    const isFirst = nth === 0 && intent?.type === 'build';
    if (!isFirst) return h('span', {class: 'site'}, words.t('civ.room'));
    if (intent.look === 'target') return h('span', {class: 'site lit'}, words.t('civ.build-here'));
    const {building} = move.settled;
    return h('span', {class: `site ghost ${ctx.kinds[building].sort}`}, drawing(building, '', '0 0 64 64'), h('span', {}, parted(names[building], words)));
  });
}

/** What is to be known of a plot at a glance: that it is full, or what a tap there changes. */
function noteOf(ctx, plot, number, intent) {
  const {words, move, names, kinds, prices} = ctx;
  const note = (classes, sign, text, short) =>
    h(
      'span',
      {class: `remark ${classes}`, title: text},
      sign,
      h('span', {class: 'wide-only'}, text),
      h('span', {class: 'narrow-only', 'aria-hidden': 'true'}, short),
    );
  const {population, buildings, capacity} = plot;
  if (move?.type === 'build') {
    if (intent === null) {
      const full = buildings.length >= capacity;
      const text = words.t('civ.full', {have: buildings.length, all: capacity});
      return full && note('no', icon('lock'), text, `${buildings.length} / ${capacity}`);
    }
    const {building} = move.settled;
    const gain = prices.gains[building]?.[number] ?? null;
    const resource = kinds[building].multiplies;
    if (gain === null) return null;
    if (gain === 0) return note('dull', null, words.t('civ.no-gain'), ['+0', token(resource)]);
    const text = words.t('civ.gain', {count: gain, resource: names[resource]});
    return note('yes', null, text, [`+${gain}`, token(resource)]);
  }
  if (intent?.count > 0) {
    const change = intent.type === 'resettle' ? `+${intent.count}` : `−${intent.count}`;
    return note('yes', token('population', ''), change, change);
  }
  if (intent?.look === 'chosen' && ['settle', 'buy_population'].includes(intent.type)) {
    const change = `${population} → ${population + 1}`;
    return note('yes', token('population', ''), change, change);
  }
  return null;
}

/** What one more population costs. */
function nextPopulation(ctx, number) {
  const can = ctx.move?.of('buy_population').some((form) => form.plot === number) && !ctx.move.begun;
  return h(
    'span',
    {class: `next-population ${can ? 'lit' : ''}`, title: wordOf(ctx.names, 'buy_population', 'action')},
    icon('plus'),
    token('population', ''),
    h('b', {}, ctx.prices.population[number]),
    token('food', ''),
  );
}

/** On a narrow screen: the way to the plots of the market. */
function newLand(ctx) {
  const {words, names, move} = ctx;
  const can = move && !move.begun && move.offers('buy_plot');
  return h(
    'button',
    {type: 'button', class: `newland ${can ? 'lit' : ''}`, 'data-key': 'to-market', onclick: () => ctx.openSheet('market')},
    h('b', {}, `+ ${names.plot}`),
    h('small', {}, words.t('civ.any-mix', {price: ctx.prices.plot})),
  );
}

/** A plot in full: what stands there with what it does, and what can be torn down. */
export function plotSheet(ctx, number) {
  const {words, names, help, move} = ctx;
  const plot = ctx.game.state.seats[ctx.you].plots[number];
  const population = plot && move?.of('buy_population').find((form) => form.plot === number);
  return [
    h('h2', {}, words.t('civ.plot', {number: number + 1, terrain: names[plot.terrain]})),
    land(ctx, plot.terrain, {
      population: plot.population,
      stands: plot.buildings.map((id) => house(ctx, id)),
      classes: 'large',
      foot: null,
    }),
    h(
      'ul',
      {class: 'standing'},
      plot.buildings.map((building) =>
        h(
          'li',
          {'data-key': `standing:${building}`},
          h('p', {}, h('b', {}, names[building]), help[building] && ` – ${help[building]}`),
          move?.of('tear_down').some((form) => form.plot === number && form.building === building) &&
            button(words.t('civ.do-tear-down', {building: names[building]}), () => begin('tear_down', {building, plot: number}), {
              class: 'btn',
              'data-key': `tear-down:${building}`,
            }),
        ),
      ),
    ),
    population &&
      button(words.t('civ.do-population', {plot: names[plot.terrain]}), () => begin('buy_population', {plot: number}), {
        class: 'btn',
        'data-key': 'more-population',
      }),
  ];

  function begin(type, settled) {
    ctx.tap(() => move.begin(type, settled));
  }
}
