/** The reader's area: a lane for each sphere, with the pile as the track, markers, and the board of its effects. */

import {badge, icon, token} from '../../cards/art.js';
import {card, parted} from '../../cards/card.js';
import {h, unseen} from '../../dom.js';
import {movedKey} from '../../table/motion.js';
import {effectsOf, lookOf, needOf} from './faces.js';
import {isLit, tapCard, tapTarget} from './intent.js';
import {isNear, leadsCulture, spheresOf} from './standing.js';
import {cardsFor, thresholdsOf} from './thresholds.js';

/** The number of places that a lane has room for without shrinking. */
const PLACES = 9;

/** The lanes of a seat. */
export function lanes(ctx, seat) {
  return h(
    'div',
    {class: 'lanes'},
    spheresOf(ctx, seat).map((each) => lane(ctx, seat, each)),
  );
}

function lane(ctx, seat, standing) {
  const {words, move} = ctx;
  const {sphere, name, have, wins, won, embargo} = standing;
  const target = ctx.targets?.find((each) => each.seat === seat && each.sphere === sphere);
  const played = move?.type === 'play' && ctx.kinds[move.settled.card]?.sphere === sphere;
  const isMine = target && ctx.targets.some((each) => each.seat !== seat);
  const classes = ['lane', sphere, (target || played) && 'target', isMine && 'mine', embargo > 0 && 'barred', isNear(standing) && 'near', won && 'won'];
  return h(
    'section',
    {
      class: classes.filter(Boolean).join(' '),
      'data-key': `lane:${sphere}`,
      'data-place': `lane:${seat}:${sphere}`,
      role: 'group',
      'aria-label': [name, words.t('carta.progress', {have, needed: wins}), won && words.t('carta.won-here')].filter(Boolean).join(', '),
    },
    h(
      'header',
      {'data-zoom': `sphere:${sphere}`, onclick: (event) => ctx.zoom?.(event.currentTarget)},
      badge(sphere),
      h('h3', {}, name),
      h('b', {}, have, h('small', {}, `/${wins}`)),
    ),
    h(
      'div',
      {class: `well ${Math.max(have, wins) > PLACES ? 'many' : ''}`},
      places(standing),
      pile(ctx, seat, standing),
      rulers(ctx, standing),
      markers(ctx, standing),
      target && aim(words.t('choose-lane', {sphere: name}), isMine ? words.t('you') : '', 'target', () => ctx.tap(() => tapTarget(move, target))),
      played && aim(words.t('play-here', {sphere: name}), `${have} → ${have + 1}`, `at${have + 1}`, () => ctx.go()),
    ),
    effects(ctx, seat, standing),
  );
}

/** A lane, or the place of the next card, as something to be touched. */
function aim(words, text, classes, onclick) {
  return h(
    'button',
    {
      type: 'button',
      class: `aim ${classes}`,
      'data-key': `aim-lane:${classes}`,
      'aria-label': text ? `${words}: ${text}` : words,
      onclick,
    },
    text && h('span', {}, text),
  );
}

function places({have, wins}) {
  return Array.from({length: wins}, (_, place) => place + 1)
    .filter((place) => place > have)
    .map((place) => h('span', {class: `slot at${place} ${place === 1 ? 'base' : ''}`, 'data-key': `slot:${place}`}));
}

/** The cards, the first in front, each further one a strip higher. */
function pile(ctx, seat, standing) {
  const {move, you} = ctx;
  const seen = {};
  const number = (kind) => standing.cards.filter((each) => each === kind).length;
  return h(
    'ul',
    {class: 'pile'},
    standing.cards.map((kind, place) => {
      seen[kind] = (seen[kind] ?? -1) + 1;
      const key = `area:${kind}:${seen[kind]}`;
      const lit = you !== null && isLit(move ?? null, 'area', kind, key);
      const picked = move?.isPicked(key);
      const classes = `at${place + 1} ${lit ? 'can' : ''} ${picked ? 'picked' : ''} ${ctx.moved?.has(movedKey(`lane:${seat}:${standing.sphere}`, kind, number(kind) - 1 - seen[kind])) ? 'moved' : ''}`;
      const pressed = {
        tag: 'button',
        type: 'button',
        'aria-pressed': String(Boolean(picked)),
        onclick: () => ctx.tap(() => tapCard(move, 'area', kind, key, ctx.go)),
      };
      return h(
        'li',
        {'data-key': key},
        card(lookOf(ctx, kind), 108, {
          classes,
          'data-kind': kind,
          'data-card': key,
          ...(lit || picked ? pressed : {tag: 'span'}),
        }),
      );
    }),
  );
}

/** Draw the numbers of cards that open the effects and win the sphere, at their heights. */
function rulers(ctx, {sphere, have, wins}) {
  const levels = sphere === 'culture' ? [] : thresholdsOf(ctx);
  return [
    levels.map((level, nth) =>
      h(
        'span',
        {class: `ruler up${level} ${have >= level ? 'hit' : ''}`, 'data-key': `ruler:${nth}`, 'aria-hidden': 'true'},
        level,
      ),
    ),
    h('span', {class: `ruler win up${wins}`, 'data-key': 'ruler:win', 'aria-hidden': 'true'}, icon('crown'), wins),
  ];
}

function markers(ctx, {democracy, embargo, token: holder}) {
  const {words, players} = ctx;
  return h(
    'span',
    {class: 'markers'},
    democracy > 0 &&
      h(
        'span',
        {class: 'marker democracy', title: words.t('carta.democracy')},
        icon('democracy'),
        h('span', {}, words.t('carta.to-win', {count: democracy})),
      ),
    embargo > 0 &&
      h(
        'span',
        {class: 'marker embargo', title: words.t('carta.embargo')},
        icon('embargo'),
        h('span', {}, ctx.names.embargo),
      ),
    holder !== null &&
      h('span', {class: 'marker', title: ctx.names.culture_token}, token('i-token'), h('span', {}, players[holder])),
  );
}

/** The board at the foot of a lane: always its effects in the same order, so that the eye learns their place. */
function effects(ctx, seat, standing) {
  const every = effectsOf(ctx, standing.sphere);
  if (standing.sphere === 'culture') return h('div', {class: 'effects'}, inspiration(ctx, seat, every[0]));
  return h(
    'div',
    {class: 'effects'},
    every.map((effect) => line(ctx, effect, standing)),
  );
}

/** Tell the state of an effect: lit, begun, used, at hand, next, or lacking so many cards. */
function standingOf(ctx, effect, standing) {
  const {move, words} = ctx;
  const lacks =
    effect.kind === 'discard' ? Number(standing.have === 0) : cardsFor(ctx, effect) - standing.have;
  const plays = move?.type === 'play' && ctx.kinds[move.settled.card]?.sphere === standing.sphere;
  if (move?.type === effect.id) return {state: 'can begun', note: icon('check')};
  if (move?.offers(effect.id) && !move.begun) return {state: 'can'};
  if (effect.kind === 'discard' ? standing.usedDiscard : standing.usedPermanent && lacks <= 0)
    return {state: 'used', note: icon('check'), why: words.t('carta.used')};
  if (effect.hand_limit !== null && lacks <= 0) return {state: 'has', note: [icon('hand'), String(effect.hand_limit)]};
  if (plays && lacks === 1) return {state: 'soon', note: words.t('carta.next')};
  if (lacks > 0) return {state: '', note: `+${lacks}`, why: words.t('carta.lacks', {count: lacks})};
  return {state: 'has', why: whyNotNow(ctx)};
}

/** Why an effect that a seat has cannot be used, in words; null in a replay, after the end, and while a choice is made. */
function whyNotNow({mine, move, game, words}) {
  if (mine === undefined || game.status !== 'playing' || move?.begun) return null;
  if (!mine) return words.t('carta.in-own-turn');
  return words.t(game.state.step === 'play' ? 'carta.after-a-card' : 'carta.no-target');
}

/** Why the reader cannot use an effect of the own area now, in words; null where nothing hinders, or nothing is to tell. */
export function whyUnusable(ctx, id) {
  const {you, game, effects: known, move, words} = ctx;
  if (you === null || game.state === null) return null;
  const effect = known[id];
  const standing = spheresOf(ctx, you).find(({sphere}) => sphere === effect.sphere);
  if (effect.sphere !== 'culture') return standingOf(ctx, effect, standing).why ?? null;
  if (move?.type === id || (move?.offers(id) && !move.begun)) return null;
  if (!leadsCulture(ctx, you)) return words.t('carta.most-culture');
  return standing.usedPermanent ? words.t('carta.used') : whyNotNow(ctx);
}

function line(ctx, effect, standing) {
  const {state, note = null, why = null} = standingOf(ctx, effect, standing);
  const lit = state === 'can';
  return h(
    'button',
    {
      type: 'button',
      class: `effect ${state}`,
      'data-key': `effect:${effect.id}`,
      'data-zoom': `effect:${effect.id}`,
      title: effect.name,
      'aria-label': [effect.name, why].filter(Boolean).join(', '),
      'aria-pressed': state === 'can begun' ? 'true' : null,
      onclick: (event) =>
        lit
          ? ctx.tap(() => ctx.move.begin(effect.id))
          : state === 'can begun'
            ? ctx.tap(() => ctx.move.putBack())
            : ctx.zoom?.(event.currentTarget),
    },
    h('i', {class: effect.kind === 'discard' ? 'plain' : ''}, needOf(ctx, effect)),
    h('span', {}, parted(effect.name, ctx.words)),
    note && h('em', {}, note),
  );
}

/** Inspiration needs more Culture than each of the others has, and no number of cards. */
function inspiration(ctx, seat, effect) {
  const {
    move,
    words,
    game: {state},
    players,
  } = ctx;
  const lit = move?.offers(effect.id) && !move.begun;
  const begun = move?.type === effect.id;
  const holder = state.culture_token?.seat;
  const need = words.t(leadsCulture(ctx, seat) ? 'carta.leads-culture' : 'carta.most-culture');
  return h(
    'button',
    {
      type: 'button',
      class: `effect tall ${lit || begun ? 'can' : ''} ${begun ? 'begun' : ''}`,
      'aria-label': `${effect.name}. ${need}`,
      'data-key': `effect:${effect.id}`,
      'data-zoom': `effect:${effect.id}`,
      onclick: (event) =>
        lit
          ? ctx.tap(() => move.begin(effect.id))
          : begun
            ? ctx.tap(() => move.putBack())
            : ctx.zoom?.(event.currentTarget),
    },
    h('i', {class: 'plain'}, icon('crown', '')),
    h('b', {}, parted(effect.name, words)),
    h(
      'span',
      {},
      need,
      holder !== undefined && unseen(`. ${ctx.names.culture_token}: ${players[holder]}`),
    ),
  );
}
