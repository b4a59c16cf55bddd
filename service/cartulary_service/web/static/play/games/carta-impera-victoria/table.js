/** The parts of the table of CIV: Carta Impera Victoria; the shell puts them in their places. */

import {back, card} from '../../cards/card.js';
import {ordered, total} from '../../cards/counts.js';
import {h} from '../../dom.js';
import {wordOf} from '../../narration.js';
import {countWords, marginOf} from '../../results.js';
import {begunBy} from '../../table/plies.js';
import {changesOf} from './changes.js';
import {backOf, effectsOf, lookOf, ROMAN} from './faces.js';
import {discardPile, draft, handCards} from './hand.js';
import {effectOf, HALF_DONE, targetsOf, zoneOf} from './intent.js';
import {lanes} from './lanes.js';
import {countOf, heldBy, lastToPlay, spheresOf} from './standing.js';
import {thresholdsOf} from './thresholds.js';
import {rival, tagsOf} from './towers.js';
import {tray} from './tray.js';

export {changesOf, discardPile, handCards, rival, targetsOf, tray};

/** The panels of the rivals, from the left of the reader. */
export function rivals(ctx) {
  const seats = ctx.game.seats.map(({seat}) => seat);
  const from = ctx.you === null ? 0 : ctx.you + 1;
  return [...seats.slice(from), ...seats.slice(0, from)]
    .filter((seat) => seat !== ctx.you)
    .map((seat) => rival(ctx, seat));
}

/** The reader's area, or the draft. */
export function mat(ctx) {
  if (ctx.game.state.draft) return draft(ctx);
  return ctx.you === null ? null : lanes(ctx, ctx.you);
}

/** Tags beside the reader's name. */
export function ownTags(ctx) {
  const {
    words,
    game: {state},
    you,
  } = ctx;
  return [
    h('span', {class: 'tag'}, words.t('carta.holds', {have: heldBy(ctx, you), limit: state.seats[you].hand_limit})),
    tagsOf(ctx, you),
  ];
}

/** Deck and discard pile. */
export function piles(ctx) {
  const {
    words,
    names,
    game: {state},
  } = ctx;
  const epoch = state.deck.top_back;
  const [top] = ordered(state.discard, ctx.catalogue.kinds).at(-1) ?? [null];
  const number = total(state.discard);
  return [
    h(
      'div',
      {class: 'heap', 'data-key': 'deck', 'data-place': 'deck'},
      epoch === null ? h('span', {class: 'empty w84'}) : back(backOf(epoch), 84),
      h('p', {}, h('b', {}, state.deck.count), ' ', names.deck),
      h('p', {}, epoch !== null && `${names.epoch} ${ROMAN[epoch]}`),
    ),
    h(
      'button',
      {type: 'button', class: 'heap', 'data-key': 'discard', 'data-place': 'discard', onclick: () => ctx.openPile()},
      top === null ? h('span', {class: 'empty w84'}) : card(lookOf(ctx, top), 84, {'aria-hidden': 'true'}),
      h('span', {}, h('b', {}, number), ' ', names.discard),
    ),
  ];
}

/** The steps of a turn, and the one that is on. */
export function steps(ctx) {
  const {
    words,
    game: {state},
  } = ctx;
  if (!['play', 'effects'].includes(state.step)) return [];
  return [
    ['play', words.t('carta.step-play')],
    ['effects', words.t('carta.step-effects')],
    ['draw', words.t('carta.step-draw')],
  ].map(([id, text]) => ({text, now: id === state.step, done: id === 'play' && state.step === 'effects'}));
}

/** The action that begins by itself, because an effect is half done: {type}. */
export function begunByItself(move) {
  const half = move.forms.find(({type}) => HALF_DONE.has(type));
  return half ? {type: half.type} : null;
}

/** Words of the main action: {label, small, hint}. */
export function mainWords(ctx) {
  const {move, words, names} = ctx;
  if (!move.begun) return restWords(ctx);
  const {
    settled: {card: kind},
  } = move;
  if (kind)
    return {
      label: words.t(`carta.do-${move.type}`, {card: ctx.kinds[kind].name}),
      small: '',
      hint: move.type === 'play' ? playHint(ctx, kind) : '',
    };
  const effect = effectOf(move);
  const label =
    move.type === 'inspiration' && effect !== move.type
      ? `${names.inspiration}: ${names[effect]}`
      : (names[move.type] ?? wordOf(names, move.type, 'action'));
  return {label, small: wanted(ctx), hint: changesWords(ctx) || (ctx.help[effect] ?? '')};
}

/** What the effect would change, once nothing is left to choose and the service has told. */
function changesWords(ctx) {
  const {move, players, you} = ctx;
  const events = move.ready && ctx.outcomes[JSON.stringify(move.action())];
  return changesOf(ctx, events || []).map(({seat, text}) => (seat === null ? text : `${seat === you ? '' : `${players[seat]} – `}${text}.`)).join(' ');
}

/** What is asked of the service beforehand: what an effect would cause. */
export function foreseen({move, effects}) {
  if (!move?.ready || !effects[move.type]) return [];
  const action = move.action();
  return [{name: JSON.stringify(action), action}];
}

/** The main action while nothing is chosen. */
function restWords(ctx) {
  const {
    move,
    words,
    game: {state},
    you,
  } = ctx;
  if (move.offers('end_turn'))
    return {
      type: 'end_turn',
      label: words.t('carta.do-end_turn'),
      small: words.t('carta.draws-to', {limit: state.seats[you].hand_limit}),
      hint: '',
    };
  if (move.offers('skip_play')) return {type: 'skip_play', label: wordOf(ctx.names, 'skip_play', 'action'), small: '', hint: ''};
  if (state.draft) return {label: null, small: '', hint: words.t('carta.pick-draft')};
  return {label: null, small: '', hint: words.t('carta.pick-hand')};
}

/** Tell how many cards of its sphere lie there before and after a card is played, and the effect that this opens. */
function playHint(ctx, kind) {
  const {words, names, help} = ctx;
  const {sphere} = ctx.kinds[kind];
  const after = countOf(ctx, ctx.you, sphere) + 1;
  const opened = effectsOf(ctx, sphere).find(({level}) => level !== null && thresholdsOf(ctx)[level - 1] === after);
  const count = `${names[sphere]}: ${after - 1} → ${after}.`;
  return opened ? `${count} ${words.t('carta.opens', {effect: opened.name})} ${help[opened.id]}` : count;
}

/** Say what is still to be chosen; once nothing is, what was settled. */
function wanted(ctx) {
  const {move, words, names, players} = ctx;
  if (move.values().length > 0)
    return words.t(targetsOf(ctx).some(({sphere}) => sphere !== null) ? 'carta.choose-lane' : 'carta.choose-rival');
  const field = move.field();
  if (field) return words.t(`carta.choose-${zoneOf(move)}`, {count: field.count, have: field.chosen});
  const {seat, sphere} = move.candidates()[0];
  return [seat !== undefined && players[seat], sphere && names[sphere]].filter(Boolean).join(', ');
}

/** Choices that no place on the table stands for: lower hand limits, and which of two effects is copied. */
export function options(ctx) {
  const {move, words, names} = ctx;
  if (!move.begun)
    return move
      .of('end_turn')
      .filter(({limit}) => limit)
      .map(({limit}) => ({label: words.t('act.limit', {limit}), act: {type: 'end_turn', limit}}));
  const targets = targetsOf(ctx);
  if (targets.length === 1 && targets[0].choices.length > 1) {
    return targets[0].choices.map((values) => ({label: names[values.effect], choose: () => move.settle(values)}));
  }
  return [];
}

/** The last round, once the deck is empty, and who plays last in it: {title, text}; null before. */
export function lastRound({game: {state}, words, players, you}) {
  if (!state.final_round) return null;
  const seat = lastToPlay(state);
  const text = seat === you ? words.t('carta.you-play-last') : words.t('carta.plays-last', {player: players[seat]});
  return {title: words.t('carta.final'), text};
}

/** How it was won: the winning spheres with their cards, else who leads in how many. */
export function wayOfWinning(ctx) {
  const {words, names} = ctx;
  const {kind, winners} = ctx.game.result;
  if (kind !== 'domination') return countWords(ctx, words.t('carta.majorities'), names);
  const won = winners.flatMap((seat) => spheresOf(ctx, seat).filter((each) => each.won));
  return won.map(({name, have, wins}) => `${name}: ${words.t('carta.progress', {have, needed: wins})}`).join(', ');
}

/** How close the others came: the cards that the nearest of them lacked in a sphere, else by how many spheres they led less. */
export function closeness(ctx) {
  const {words, game, players} = ctx;
  const {kind, winners} = game.result;
  if (kind !== 'domination') {
    const count = marginOf(game);
    return count && words.t('carta.won-by', {count});
  }
  const others = game.seats.map(({seat}) => seat).filter((seat) => !winners.includes(seat) && game.state.seats[seat].present);
  const [nearest] = others.flatMap((seat) => spheresOf(ctx, seat).map(({name, have, wins}) => ({seat, name, count: wins - have})))
    .sort((one, other) => one.count - other.count);
  return nearest?.count > 0 && words.t('carta.short', {player: players[nearest.seat], count: nearest.count, sphere: nearest.name});
}

/** Actions that are done without a look ahead, though they show something: an ordinary draw does not surprise. */
export const ORDINARY = new Set([
  'play',
  'end_turn',
  'skip_play',
  'draft_keep',
  'draft_pick',
  'breakthrough_discard',
  'inquisition_exchange',
]);

/** Says which effects could still be used. */
export const STILL = 'still-lit';

/** The permanent effects that could still be used before an action, by their names: only the end of a turn forgoes any. */
export function leftLit({move, kind}, {type}) {
  if (type !== 'end_turn') return [];
  return kind.catalogue.effects.filter((effect) => effect.kind === 'permanent' && move.offers(effect.id)).map(({name}) => name);
}

/** Cards of the hand that the play of this turn does not offer, with the action to ask about. */
export function unplayable(ctx) {
  const {
    move,
    game: {state},
    you,
  } = ctx;
  if (you === null || !(move.offers('play') || move.offers('skip_play'))) return [];
  return Object.keys(state.seats[you].hand ?? {})
    .filter((kind) => !move.forms.some(({card: played}) => played === kind))
    .map((kind) => ({kind, action: {type: 'play', card: kind}}));
}

/** The keys of the cards that one has drawn since one last did something else. */
export function freshCards(ctx, events) {
  const drawn = {};
  const own = new Set(begunBy(events, ctx.you));
  for (const event of events.toReversed()) {
    const {seat, type, cards} = event;
    if (type === 'CardsDrawn' && seat === ctx.you)
      (cards ?? []).forEach((kind) => {
        drawn[kind] = (drawn[kind] ?? 0) + 1;
      });
    else if (own.has(event) && !['TurnEnded', 'HandLimitChosen', 'TurnBegan'].includes(type)) break;
  }
  const held = ctx.game.state.seats[ctx.you].hand ?? {};
  return new Set(
    Object.entries(drawn).flatMap(([kind, number]) =>
      Array.from({length: number}, (_, nth) => `hand:${kind}:${(held[kind] ?? 0) - 1 - nth}`),
    ),
  );
}

/** Whether cards are chosen out of the discard pile. */
export function choosesFromPile(ctx) {
  return zoneOf(ctx.move) === 'discard';
}
