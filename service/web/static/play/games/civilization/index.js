/** Sid Meier's Civilization: The Card Game, laid out: the market, a war if there is one, then each empire. */

import {about} from '../../table/card-help.js';
import {fact, heap, ordered, seatHead, spread, total} from '../../cards/cards.js';
import {h, unseen} from '../../dom.js';
import {icon} from '../../cards/icons.js';

const RESOURCES = ['food', 'production', 'commerce'];

/** What a card looks like, with what it costs and gives. */
function faceOf(ctx, tells = false) {
  return (kind) => {
    const {sort, cost, happiness, culture, takes, destroys, resource, name} = ctx.kinds[kind];
    const parts = sort === 'bonus' ? [] : [
      cost > 0 && fact('production', ctx.words.t('civ.cost'), cost),
      happiness > 0 && fact('happiness', ctx.names.happiness, happiness),
      culture > 0 && fact('culture', ctx.names.culture, culture),
      takes > 0 && fact('population', ctx.words.t('civ.takes'), takes),
      destroys > 0 && fact('building', ctx.words.t('civ.destroys'), destroys),
    ];
    const mark = icon(sort === 'bonus' ? resource ?? 'any' : sort);
    const detail = parts.some(Boolean) && h('span', {class: 'card-facts'}, parts);
    return {name, mark, detail, classes: `sort-${sort}`, title: ctx.help[kind] ?? ctx.names[sort],
      tells: tells && ctx.help[kind]};
  };
}

/** Something of the market, or a plot, that can be chosen where an action names it. */
function choosable(ctx, key, kind, className, inside, tells = null) {
  if (!ctx.chosen?.can(kind)) return h('li', {class: className}, inside, tells);
  return h('li', {class: `${className} choosable`}, h('button', {
    type: 'button', 'aria-pressed': String(ctx.chosen.has(key)), 'data-key': key, 'data-kind': kind,
    onclick: () => ctx.chosen.toggle(key, kind),
  }, inside), tells);
}

/** What a plot gives. */
function yields(ctx, terrain) {
  const {yield: gives} = ctx.terrains[terrain];
  return RESOURCES.filter((resource) => gives[resource] > 0).map((resource) => fact(resource, ctx.names[resource], gives[resource]));
}

/** Technologies and plots for sale, leaders, decks. */
function market(ctx) {
  const {words, names, game: {state}} = ctx;
  const leader = (seat) => (seat === null ? words.t('nobody') : ctx.players[seat]);
  return h('section', {class: 'middle', 'aria-label': words.t('middle')},
    h('p', {class: 'facts'},
      h('span', {}, words.t('turn', {turn: state.turn})),
      fact('deck', names.deck, state.deck.count), fact('discard', names.discard, total(state.discard)),
      h('span', {class: 'fact'}, icon('happiness'), names.happiness_leader, ': ', h('b', {}, leader(state.leaders.happiness))),
      h('span', {class: 'fact'}, icon('culture'), names.culture_leader, ': ', h('b', {}, leader(state.leaders.culture)))),
    h('div', {class: 'market'},
      h('div', {}, h('h3', {}, words.t('civ.technologies', {count: state.technologies.deck})),
        h('ul', {class: 'cards'}, state.technologies.open.map((id) => choosable(ctx, `technology:${id}`, id, 'card sort-technology', [
          icon('technology'), h('span', {class: 'card-name'}, names[id]),
          h('span', {class: 'card-facts'}, fact('commerce', words.t('civ.cost'), ctx.technologies[id].cost))], about(names[id], ctx.help[id], words, `technology:${id}`))))),
      h('div', {}, h('h3', {}, words.t('civ.plots', {count: state.plots.deck})),
        h('ul', {class: 'cards'}, state.plots.open.map((id, nth) => choosable(ctx, `terrain:${id}:${nth}`, id, `card land land-${id}`, [
          icon(id), h('span', {class: 'card-name'}, names[id]), h('span', {class: 'card-facts'}, yields(ctx, id))]))))),
    total(state.discard) > 0 && h('details', {'data-key': 'discard'},
      h('summary', {}, `${names.discard} (${total(state.discard)})`),
      heap(state.discard, 'discard', {...ctx, chosen: null}, faceOf(ctx))),
    state.war && war(ctx));
}

/** The battles of a war. */
function war(ctx) {
  const {words, names, game: {state}} = ctx;
  const units = (title, counts) => total(counts) > 0 && h('p', {}, title, ' ',
    ordered(counts, ctx.catalogue.kinds).map(([kind, number]) => `${names[kind]}${number > 1 ? ` ×${number}` : ''}`).join(', '));
  return h('div', {class: 'war'}, h('h3', {}, icon('unit'), words.t('civ.war', {attacker: ctx.players[state.war.attacker]})),
    state.war.battles.map((battle) => h('div', {class: 'battle'},
      h('h4', {}, words.t('civ.against', {defender: ctx.players[battle.defender]})),
      units(words.t('civ.attacking'), battle.attacking), units(words.t('civ.stopped'), battle.stopped),
      units(words.t('civ.defending'), battle.defending),
      battle.population > 0 && h('p', {}, words.t('civ.takes'), ': ', h('b', {}, battle.population)),
      battle.buildings > 0 && h('p', {}, words.t('civ.destroys'), ': ', h('b', {}, battle.buildings)))));
}

/** A plot with who lives there and what stands on it. */
function plotShown(ctx, seat, plot, number) {
  const {names, words} = ctx;
  const free = Math.max(0, plot.capacity - plot.buildings.length);
  const inside = [
    h('span', {class: 'plot-name'}, icon(plot.terrain), words.t('civ.plot', {number: number + 1, terrain: names[plot.terrain]})),
    h('span', {class: 'card-facts'}, yields(ctx, plot.terrain)),
    h('span', {class: 'people'}, Array.from({length: plot.population}, () => icon('population')),
      unseen(words.t('civ.population', {count: plot.population}))),
    plot.buildings.map((id) => h('span', {class: 'built'}, icon(ctx.kinds[id].sort), names[id])),
    Array.from({length: free}, () => h('span', {class: 'built free'}, words.t('civ.room'))),
  ];
  const mine = seat === ctx.you ? ctx : {...ctx, chosen: null};
  const help = plot.buildings.filter((id) => ctx.help[id]).map((id) => [h('b', {}, names[id]), ` – ${ctx.help[id]}`]);
  const told = about(words.t('civ.plot', {number: number + 1, terrain: names[plot.terrain]}), help, words, `plot:${seat}:${number}`);
  return choosable(mine, `plot:${number}`, `plot ${number}`, `plot land land-${plot.terrain}`, inside, told);
}

/** A seat's empire. */
function empire(ctx, seat) {
  const {words, names, game: {state}} = ctx;
  const own = state.seats[seat];
  const facts = [
    fact('points', words.t('civ.points'), own.points, 'big'),
    RESOURCES.map((resource) => fact(resource, names[resource], own.resources[resource])),
    fact('happiness', names.happiness, own.happiness), fact('culture', names.culture, own.culture),
    fact('hand', names.hand, own.hand_count),
    own.protected > 0 && fact('shield', words.t('civ.protected'), own.protected),
  ];
  const open = own.hand !== null && seat !== ctx.you && heap(own.hand, 'open', {...ctx, chosen: null}, faceOf(ctx));
  const known = total(own.known) > 0 && h('p', {class: 'known'}, words.t('known'), ' ',
    ordered(own.known, ctx.catalogue.kinds).map(([kind, number]) => `${names[kind]}${number > 1 ? ` ×${number}` : ''}`).join(', '));
  return h('section', {class: `seat empire ${ctx.game.to_act?.includes(seat) ? 'acting' : ''}`, 'aria-label': ctx.players[seat]},
    seatHead(ctx, seat, facts), open, known,
    h('ul', {class: 'plots'}, own.plots.map((plot, number) => plotShown(ctx, seat, plot, number))),
    own.technologies.length > 0 && h('ul', {class: 'cards heap'}, own.technologies.map((id) =>
      h('li', {class: 'card chip sort-technology'}, icon('technology'), names[id],
        about(names[id], ctx.help[id], words, `known:${seat}:${id}`)))));
}

/** The table. */
export function board(ctx) {
  const seats = ctx.game.seats.map(({seat}) => seat);
  const from = Math.max(0, ctx.you ?? 0);
  const around = [...seats.slice(from), ...seats.slice(0, from)];
  return [h('h2', {class: 'unseen'}, ctx.words.t('middle')), market(ctx), h('div', {class: 'seats'}, around.map((seat) => empire(ctx, seat)))];
}

/** One's hand. */
export function hand(ctx) {
  return spread(ctx.game.state.seats[ctx.you].hand ?? {}, 'hand', ctx, faceOf(ctx, true));
}

/** What is drawn over time. */
export function measures(ctx) {
  const {words, names} = ctx;
  const sum = (list, value) => list.reduce((all, each) => all + value(each), 0);
  return [
    {id: 'points', title: words.t('civ.points'), of: (state, seat) => state.seats[seat].points},
    {id: 'technologies', title: words.t('civ.known-technologies'), of: (state, seat) => state.seats[seat].technologies.length},
    {id: 'population', title: names.population, of: (state, seat) => sum(state.seats[seat].plots, (plot) => plot.population)},
    {id: 'happiness', title: names.happiness, of: (state, seat) => state.seats[seat].happiness},
    {id: 'culture', title: names.culture, of: (state, seat) => state.seats[seat].culture},
    {id: 'resources', title: words.t('civ.resources'), of: (state, seat) => total(state.seats[seat].resources)},
    {id: 'hand', title: names.hand, of: (state, seat) => state.seats[seat].hand_count},
  ];
}
