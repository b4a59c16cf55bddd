/** CIV: Carta Impera Victoria, laid out: what all share, then each area by spheres with the way to victory. */

import {about} from '../../table/card-help.js';
import {fact, heap, ordered, seatHead, spread, total} from '../../cards/cards.js';
import {h, svg, unseen} from '../../dom.js';
import {icon} from '../../cards/icons.js';

const ROMAN = {1: 'I', 2: 'II', 3: 'III'};

/** What a card looks like. */
function faceOf(ctx, tells = false) {
  return (kind) => {
    const {sphere, epoch, name} = ctx.kinds[kind];
    return {name, mark: icon(sphere), classes: `sphere-${sphere} epoch-${epoch}`, title: ctx.help[sphere], tells: tells && ctx.help[sphere]};
  };
}

/** Cards of which only the backs are seen, by epochs. */
function backsOf(counts, ctx) {
  const shown = ['1', '2', '3'].filter((epoch) => counts[epoch] > 0);
  return h('ul', {class: 'cards backs'}, shown.map((epoch) => h('li', {class: `card back epoch-${epoch}`},
    h('span', {'aria-hidden': 'true'}, `${ROMAN[epoch]} ×${counts[epoch]}`),
    unseen(ctx.words.t('carta.backs', {count: counts[epoch], epoch: ROMAN[epoch]})))));
}

/** The way to victory in a sphere: a field for each card needed, those won filled, those of Democracy marked. */
function way(have, needed, democracy) {
  const width = 10;
  const fields = Array.from({length: Math.max(needed, have)}, (_, place) => svg('rect', {
    x: place * (width + 2) + 1, y: 1, width, height: 10, rx: 2,
    class: `${place < have ? 'won' : 'open'} ${place >= needed - democracy && place < needed ? 'raised' : ''}`,
  }));
  const length = fields.length * (width + 2);
  return svg('svg', {viewBox: `0 0 ${length} 12`, class: 'way', 'aria-hidden': 'true', preserveAspectRatio: 'xMinYMid meet'}, fields);
}

/** A sphere of an area. */
function sphereRow(ctx, seat, sphere) {
  const {words, game} = ctx;
  const {area, democracy, embargo, wins_at: winsAt, used} = game.state.seats[seat];
  const cards = Object.fromEntries(Object.entries(area).filter(([kind]) => ctx.kinds[kind].sphere === sphere.id));
  const have = total(cards);
  const token = game.state.culture_token;
  const lies = token?.on?.seat === seat && token.on.sphere === sphere.id;
  const markers = [
    democracy[sphere.id] && fact('democracy', words.t('carta.democracy'), democracy[sphere.id], 'marker'),
    embargo[sphere.id] && fact('embargo', words.t('carta.embargo'), embargo[sphere.id], 'marker'),
    lies && fact('token', ctx.names.culture_token, ctx.players[token.seat], 'marker'),
    used.permanent.includes(sphere.id) && h('span', {class: 'marker'}, words.t('carta.used-permanent')),
    used.discard.includes(sphere.id) && h('span', {class: 'marker'}, words.t('carta.used-discard')),
  ];
  const face = faceOf(ctx);
  const short = (kind) => ({...face(kind), mark: null, name: ROMAN[ctx.kinds[kind].epoch], classes: `chip ${face(kind).classes}`});
  return h('li', {class: `sphere sphere-${sphere.id}`},
    h('span', {class: 'sphere-name', title: ctx.help[sphere.id]}, icon(sphere.id), sphere.name,
      seat === Math.max(0, ctx.you ?? 0) && about(sphere.name, ctx.help[sphere.id], words, `sphere:${sphere.id}`)),
    way(have, winsAt[sphere.id], democracy[sphere.id] ?? 0),
    h('span', {class: 'score'}, h('span', {'aria-hidden': 'true'}, `${have}/${winsAt[sphere.id]}`),
      unseen(words.t('carta.progress', {have, needed: winsAt[sphere.id]}))),
    have > 0 && heapOf(cards, seat, ctx, short),
    markers);
}

/** The cards of a sphere, to be chosen only in one's own area. */
function heapOf(cards, seat, ctx, face) {
  const mine = seat === ctx.you ? ctx : {...ctx, chosen: null};
  return seat === ctx.you ? spread(cards, 'area', mine, face) : heap(cards, 'area', mine, face);
}

/** A seat's panel. */
function panel(ctx, seat) {
  const {words, game} = ctx;
  const {hand, known, backs, hand_limit: limit} = game.state.seats[seat];
  const held = total(backs);
  const facts = [
    fact('hand', words.t('carta.hand-of'), words.t('carta.of', {have: held, limit})),
    game.state.first === seat && fact('first', words.t('carta.first'), '1'),
    game.state.culture_token?.seat === seat && fact('token', ctx.names.culture_token, '1'),
  ];
  const shown = hand !== null && seat !== ctx.you ? heap(hand, 'open', {...ctx, chosen: null}, faceOf(ctx)) : null;
  const theirs = hand === null && held > 0 && [
    backsOf(backs, ctx),
    total(known) > 0 && h('p', {class: 'known'}, words.t('known'), ' ', ordered(known, ctx.catalogue.kinds)
      .map(([kind, number]) => `${ctx.kinds[kind].name}${number > 1 ? ` ×${number}` : ''}`).join(', ')),
  ];
  return h('section', {class: `seat ${game.to_act?.includes(seat) ? 'acting' : ''}`, 'aria-label': ctx.players[seat]},
    seatHead(ctx, seat, facts), shown, theirs,
    h('ul', {class: 'spheres'}, ctx.catalogue.spheres.map((sphere) => sphereRow(ctx, seat, sphere))));
}

/** Deck, discard pile, draft: what all share. */
function middle(ctx) {
  const {words, game: {state}} = ctx;
  const back = state.deck.top_back;
  return h('section', {class: 'middle', 'aria-label': words.t('middle')},
    h('p', {class: 'facts'},
      h('span', {class: `deck epoch-${back}`}, icon('deck'), unseen(`${ctx.names.deck}: `),
        h('b', {}, state.deck.count), back !== null && h('span', {}, `${ctx.names.epoch} ${ROMAN[back]}`)),
      fact('discard', ctx.names.discard, total(state.discard)),
      h('span', {}, words.t('turn', {turn: state.turn})),
      state.final_round && h('strong', {class: 'tag acts'}, words.t('carta.final'))),
    h('details', {'data-key': 'discard', open: total(state.discard) > 0 && ctx.chosen?.opens('discard')},
      h('summary', {}, `${ctx.names.discard} (${total(state.discard)})`),
      heap(state.discard, 'discard', ctx, faceOf(ctx))),
    state.draft && draft(ctx));
}

/** The draft, as one sees it. */
function draft(ctx) {
  const {words, game: {state: {draft: {round, packet, kept, centre}}}} = ctx;
  const part = (title, cards, zone, table = ctx) => cards && total(cards) > 0
    && [h('h3', {}, title), spread(cards, zone, table, faceOf(ctx, true))];
  const title = round === 'centre' ? words.t('carta.draft-centre') : words.t('carta.draft', {round});
  return h('div', {class: 'draft'}, h('h2', {}, title), part(words.t('carta.packet'), packet, 'packet'),
    part(words.t('carta.kept'), kept, 'kept', {...ctx, chosen: null}), part(words.t('carta.centre'), centre, 'centre'));
}

/** The table. */
export function board(ctx) {
  const seats = ctx.game.seats.map(({seat}) => seat);
  const from = Math.max(0, ctx.you ?? 0);
  const around = [...seats.slice(from), ...seats.slice(0, from)];
  return [h('h2', {class: 'unseen'}, ctx.words.t('middle')), middle(ctx), h('div', {class: 'seats'}, around.map((seat) => panel(ctx, seat)))];
}

/** One's hand. */
export function hand(ctx) {
  const {hand: cards} = ctx.game.state.seats[ctx.you];
  return spread(cards ?? {}, 'hand', ctx, faceOf(ctx, true));
}

/** What is drawn over time: [title, value of a state's seat]. */
export function measures(ctx) {
  const spheres = ctx.catalogue.spheres.map(({id, name}) => ({
    id,
    title: name,
    of: (state, seat) => Object.entries(state.seats[seat].area)
      .reduce((sum, [kind, number]) => sum + (ctx.kinds[kind].sphere === id ? number : 0), 0),
    goal: (state) => Math.min(...state.seats.map((each) => each.wins_at[id])),
  }));
  return [...spheres,
    {id: 'hand', title: ctx.names.hand, of: (state, seat) => total(state.seats[seat].backs)},
    {id: 'points', title: ctx.words.t('carta.majorities'), of: majorities(ctx)}];
}

/** In how many spheres a seat has more cards than every other. */
function majorities(ctx) {
  return (state, seat) => ctx.catalogue.spheres.filter(({id}) => {
    const counts = state.seats.map(({area}) => Object.entries(area)
      .reduce((sum, [kind, number]) => sum + (ctx.kinds[kind].sphere === id ? number : 0), 0));
    return counts[seat] > 0 && counts.every((count, other) => other === seat || count < counts[seat]);
  }).length;
}

export const TERMS = ['military', 'religion', 'economy', 'science', 'culture', 'utopia'];
