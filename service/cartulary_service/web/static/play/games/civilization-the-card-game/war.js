/** A war: who attacks whom with what, who stopped whom, and what gets through. */

import {icon, token} from '../../cards/art.js';
import {card, lookedAt} from '../../cards/card.js';
import {spread, total} from '../../cards/counts.js';
import {h} from '../../dom.js';
import {wordOf} from '../../narration.js';
import {lookOf} from './faces.js';
import {attackerIntent} from './intent.js';

/** Decisions that are made on the plots. */
const ON_PLOTS = new Set(['return_walls', 'give_up_population', 'give_up_building', 'resettle']);

/** The war in the place of the market. */
export function war(ctx) {
  const {words, players, you} = ctx;
  const {
    war: {attacker, battles},
    pending,
  } = ctx.game.state;
  const mine = battles.some(({defender}) => defender === you);
  const title = mine
    ? words.t('civ.attacks-you', {attacker: players[attacker]})
    : words.t('civ.war', {attacker: players[attacker]});
  const concerns = pending !== null && pending.seat === you && ON_PLOTS.has(pending.type) ? 'on-plots' : '';
  return h(
    'section',
    {class: `war ${mine ? 'mine' : ''} ${concerns}`, 'data-key': 'war', 'aria-label': title},
    h(
      'header',
      {},
      icon('war'),
      h('b', {}, title),
      pending !== null && h('span', {}, wordOf(ctx.names, pending.type, 'action'), ': ', players[pending.seat]),
    ),
    h(
      'div',
      {class: 'battles'},
      battles.map((each, nth) => battle(ctx, each, nth)),
    ),
    ctx.move && h('p', {class: 'stall-hint'}, ctx.layout.table.mainWords(ctx).hint),
  );
}

function battle(ctx, {defender, attacking, stopped, defending, population, buildings}, nth) {
  const {words, players} = ctx;
  const pairs = duels(ctx, stopped, defending);
  return h(
    'section',
    {class: 'battle', 'data-key': `battle:${defender}`},
    h(
      'h3',
      {},
      words.t('civ.against', {defender: players[defender]}),
      population > 0 && h('span', {class: 'tag bad'}, token('population', ''), words.t('civ.takes'), ' ', h('b', {}, population)),
      buildings > 0 && h('span', {class: 'tag bad'}, icon('wonder'), words.t('civ.destroys'), ' ', h('b', {}, buildings)),
    ),
    h(
      'ul',
      {class: 'duels'},
      spread(attacking, ctx.catalogue.kinds).map(([unit, each]) => {
        const key = `attacker:${unit}:${each}`;
        const intent = nth === 0 ? attackerIntent(ctx, unit, key) : null;
        return duel(ctx, key, unit, intent, h('span', {class: 'gap'}, words.t('nobody')), words.t('civ.gets-through'));
      }),
      pairs.map(([unit, by], each) =>
        duel(
          ctx,
          `stopped:${unit}:${each}`,
          unit,
          null,
          by ? card(lookOf(ctx, by), 'duel', lookedAt(ctx, `card:${by}`)) : h('span', {class: 'gap'}),
          words.t('civ.is-stopped'),
        ),
      ),
      total(attacking) + total(stopped) === 0 && h('li', {class: 'hint'}, ctx.names['end@action']),
    ),
  );
}

function duel(ctx, key, unit, intent, answer, said) {
  const look = lookOf(ctx, unit);
  const attacker = intent
    ? card(look, 'duel', {
        tag: 'button',
        type: 'button',
        classes: intent.look === 'chosen' ? 'picked' : 'can',
        'data-key': key,
        'data-kind': unit,
        'data-zoom': `card:${unit}`,
        'aria-pressed': String(intent.look === 'chosen'),
        onclick: () => ctx.tap(intent.tap),
      })
    : card(look, 'duel', {...lookedAt(ctx, `card:${unit}`), 'data-key': key});
  return h('li', {class: 'duel', 'data-key': `duel:${key}`}, attacker, icon('right'), answer, h('p', {}, said));
}

/** Stopped units with those that may have stopped them; the record tells which did. */
function duels(ctx, stopped, defending) {
  const left = spread(defending, ctx.catalogue.kinds).map(([kind]) => kind);
  return spread(stopped, ctx.catalogue.kinds).map(([unit]) => {
    const fits = left.findIndex((by) => ctx.kinds[by].stops.includes(unit));
    const [by] = left.splice(fits < 0 ? 0 : fits, 1);
    return [unit, by];
  });
}
