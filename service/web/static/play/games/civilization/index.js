/** Sid Meier's Civilization: The Card Game, laid out: the market, a war if there is one, then each empire. */

import {icon, seal, token} from '../../cards/art.js';
import {card, lookedAt} from '../../cards/card.js';
import {ordered, spread, total} from '../../cards/counts.js';
import {h, unseen} from '../../dom.js';
import {isBot, named} from '../../players.js';
import {land, lookOf, technologyLook} from './faces.js';
import {measures} from './measures.js';
import {zoomOf} from './zoom.js';
import {cover, lid, standing} from './cover.js';

const RESOURCES = ['food', 'production', 'commerce'];

export {cover, lid, lookOf, measures, standing, zoomOf};

/** Attributes of a card or a plot that can be chosen because an action names it. */
function chosenBy(ctx, key, kind) {
  if (!ctx.chosen?.can(kind)) return {};
  const pressed = ctx.chosen.has(key);
  return {
    tag: 'button',
    type: 'button',
    'aria-pressed': String(pressed),
    'data-key': key,
    'data-kind': kind,
    classes: pressed ? 'can picked' : 'can',
    onclick: () => ctx.chosen.toggle(key, kind),
  };
}

/** A card of a zone: to look at, or to choose. */
function item(ctx, look, zoom, key, kind, width) {
  return h('li', {}, card(look, width, {...lookedAt(ctx, zoom), ...chosenBy(ctx, key, kind)}));
}

/** The cards of a zone one by one. */
function cards(ctx, counts, zone, width) {
  return h(
    'ul',
    {class: 'spread'},
    spread(counts, ctx.catalogue.kinds).map(([kind, nth]) =>
      item(ctx, lookOf(ctx, kind), `card:${kind}`, `${zone}:${kind}:${nth}`, kind, width),
    ),
  );
}

/** Something with a sign, a word that is read, and a value. */
function fact(sign, words, value, className = '') {
  return h('span', {class: `fact ${className}`, title: words}, sign, unseen(`${words}: `), h('b', {}, value));
}

/** Technologies and plots for sale, leaders, decks. */
function market(ctx) {
  const {
    words,
    names,
    game: {state},
  } = ctx;
  const leader = (seat) => (seat === null ? words.t('nobody') : ctx.players[seat]);
  return h(
    'section',
    {class: 'middle', 'aria-label': words.t('middle')},
    h(
      'p',
      {class: 'facts'},
      h('span', {}, words.t('turn', {turn: state.turn})),
      fact(icon('deck'), names.deck, state.deck.count),
      fact(icon('discard'), names.discard, total(state.discard)),
      h(
        'span',
        {class: 'fact'},
        token('happiness'),
        names.happiness_leader,
        ': ',
        h('b', {}, leader(state.leaders.happiness)),
      ),
      h(
        'span',
        {class: 'fact'},
        token('culture-point'),
        names.culture_leader,
        ': ',
        h('b', {}, leader(state.leaders.culture)),
      ),
    ),
    h(
      'div',
      {class: 'market'},
      h(
        'div',
        {},
        h('h3', {}, words.t('civ.technologies', {count: state.technologies.deck})),
        h(
          'ul',
          {class: 'spread'},
          state.technologies.open.map((id) =>
            item(ctx, technologyLook(ctx, id), `card:${id}`, `technology:${id}`, id, 108),
          ),
        ),
      ),
      h(
        'div',
        {},
        h('h3', {}, words.t('civ.plots', {count: state.plots.deck})),
        h(
          'ul',
          {class: 'spread'},
          state.plots.open.map((id, nth) => h('li', {}, land(ctx, id, chosenBy(ctx, `terrain:${id}:${nth}`, id)))),
        ),
      ),
    ),
    total(state.discard) > 0 &&
      h(
        'details',
        {'data-key': 'discard'},
        h('summary', {}, `${names.discard} (${total(state.discard)})`),
        cards({...ctx, chosen: null}, state.discard, 'discard', 60),
      ),
    state.war && war(ctx),
  );
}

/** The battles of a war. */
function war(ctx) {
  const {
    words,
    names,
    game: {state},
  } = ctx;
  const units = (title, counts) =>
    total(counts) > 0 &&
    h(
      'p',
      {},
      title,
      ' ',
      ordered(counts, ctx.catalogue.kinds)
        .map(([kind, number]) => `${names[kind]}${number > 1 ? ` ×${number}` : ''}`)
        .join(', '),
    );
  return h(
    'div',
    {class: 'war'},
    h('h3', {}, icon('war'), words.t('civ.war', {attacker: ctx.players[state.war.attacker]})),
    state.war.battles.map((battle) =>
      h(
        'div',
        {class: 'battle'},
        h('h4', {}, words.t('civ.against', {defender: ctx.players[battle.defender]})),
        units(words.t('civ.attacking'), battle.attacking),
        units(words.t('civ.stopped'), battle.stopped),
        units(words.t('civ.defending'), battle.defending),
        battle.population > 0 && h('p', {}, words.t('civ.takes'), ': ', h('b', {}, battle.population)),
        battle.buildings > 0 && h('p', {}, words.t('civ.destroys'), ': ', h('b', {}, battle.buildings)),
      ),
    ),
  );
}

/** A plot with who lives there and what stands on it. */
function plotShown(ctx, seat, plot, number) {
  const {names, words} = ctx;
  const mine = seat === ctx.you ? ctx : {...ctx, chosen: null};
  return h(
    'li',
    {},
    land(ctx, plot.terrain, {
      population: plot.population,
      buildings: plot.buildings,
      room: Math.max(0, plot.capacity - plot.buildings.length),
      name: words.t('civ.plot', {number: number + 1, terrain: names[plot.terrain]}),
      ...(plot.buildings.length > 0 ? lookedAt(ctx, `plot:${seat},${number}`) : {}),
      ...chosenBy(mine, `plot:${number}`, `plot ${number}`),
    }),
  );
}

/** The head of a seat's panel: player, tags, facts. */
function seatHead(ctx, seat, facts) {
  const {game, words} = ctx;
  const {player, team} = game.seats[seat];
  return h(
    'header',
    {class: 'seat-head'},
    seal(seat),
    h('h3', {}, player ? named(player) : ctx.players[seat]),
    seat === ctx.you && h('span', {class: 'tag'}, words.t('you')),
    team !== null && h('span', {class: 'tag'}, words.t('team', {team: team + 1})),
    player && isBot(player) && h('span', {class: 'tag'}, icon('bot'), words.t('bot')),
    !game.state.seats[seat].present && h('span', {class: 'tag'}, words.t('gone')),
    game.to_act?.includes(seat) && h('span', {class: 'tag acts'}, words.t('to-act')),
    h('p', {class: 'facts'}, facts),
  );
}

/** A seat's empire. */
function empire(ctx, seat) {
  const {
    words,
    names,
    game: {state},
  } = ctx;
  const own = state.seats[seat];
  const facts = [
    fact(icon('crown'), words.t('civ.points'), own.points, 'big'),
    RESOURCES.map((resource) => fact(token(resource), names[resource], own.resources[resource])),
    fact(token('happiness'), names.happiness, own.happiness),
    fact(token('culture-point'), names.culture, own.culture),
    fact(icon('hand'), names.hand, own.hand_count),
    own.protected > 0 && fact(icon('shield'), words.t('civ.protected'), own.protected),
  ];
  const open = own.hand !== null && seat !== ctx.you && cards({...ctx, chosen: null}, own.hand, 'open', 60);
  const known =
    total(own.known) > 0 &&
    h(
      'p',
      {class: 'known'},
      words.t('known'),
      ' ',
      ordered(own.known, ctx.catalogue.kinds)
        .map(([kind, number]) => `${names[kind]}${number > 1 ? ` ×${number}` : ''}`)
        .join(', '),
    );
  return h(
    'section',
    {
      class: `seat empire ${ctx.game.to_act?.includes(seat) ? 'acting' : ''}`,
      'data-key': `seat:${seat}`,
      'aria-label': ctx.players[seat],
    },
    seatHead(ctx, seat, facts),
    open,
    known,
    h(
      'ul',
      {class: 'plots'},
      own.plots.map((plot, number) => plotShown(ctx, seat, plot, number)),
    ),
    own.technologies.length > 0 &&
      h(
        'ul',
        {class: 'spread'},
        own.technologies.map((id) => h('li', {}, card(technologyLook(ctx, id), 60, lookedAt(ctx, `card:${id}`)))),
      ),
  );
}

/** The table. */
export function board(ctx) {
  const seats = ctx.game.seats.map(({seat}) => seat);
  const from = Math.max(0, ctx.you ?? 0);
  const around = [...seats.slice(from), ...seats.slice(0, from)];
  return [
    h('h2', {class: 'unseen'}, ctx.words.t('middle')),
    market(ctx),
    h(
      'div',
      {class: 'seats'},
      around.map((seat) => empire(ctx, seat)),
    ),
  ];
}

/** The hand of the reader. */
export function hand(ctx) {
  return cards(ctx, ctx.game.state.seats[ctx.you].hand ?? {}, 'hand', 108);
}
