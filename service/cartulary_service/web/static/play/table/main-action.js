/** The main action: the one button in wax red, what it will do, and what stands beside it. */

import {icon} from '../cards/art.js';
import {actorOf} from './strip.js';
import {button, h} from '../dom.js';

/** Draw the main action, or tell whose turn it is. */
export function mainAction(ctx) {
  if (ctx.ahead) return preview(ctx);
  if (!ctx.mine) return waiting(ctx);
  if (ctx.move === null) return h('p', {class: 'hint', 'data-key': 'hint'}, ctx.words.t('no-connection-help'));
  const {move, words} = ctx;
  const {label, small, hint, idle = words.t('nothing-picked')} = ctx.layout.table.mainWords(ctx);
  const ready = move.begun ? move.ready : label !== null;
  return [
    h('p', {class: 'hint', 'data-key': 'hint'}, hint),
    label === null
      ? h('p', {class: 'idle', 'data-key': 'idle'}, idle)
      : button(h('span', {}, label, small && h('small', {}, small)), () => ctx.go(), {
          class: `btn go ${ready ? '' : 'unready'}`,
          'data-key': 'go',
          'aria-disabled': ready ? null : 'true',
        }),
    h(
      'div',
      {class: 'options', 'data-key': 'options'},
      ctx.layout.table.options(ctx).map((each, nth) =>
        button(each.label, () => (each.act ? ctx.act(each.act) : ctx.tap(each.choose)), {
          class: 'btn option',
          'data-key': `option:${nth}`,
        }),
      ),
    ),
    h(
      'div',
      {class: 'beside', 'data-key': 'beside'},
      move.hasChoice
        ? button([icon('undo'), h('span', {}, words.t('put-back'))], () => ctx.tap(() => move.putBack()), {
            class: 'btn quiet',
            'data-key': 'put-back',
          })
        : takeBack(ctx),
    ),
  ];
}

/** Offer to take back what one did last, if one did anything and does not ask for it already. */
function takeBack({lastPly, game, you, words, takeBack: go}) {
  if (game.takes_back.some(({seat}) => seat === you)) return null;
  const what = lastPly && words.t('take-back-what', {what: lastPly.text});
  return lastPly && button([icon('undo'), h('span', {}, words.t('take-back'))], () => go(lastPly), {class: 'btn quiet', title: what, 'data-key': 'take-back'});
}

/** Nothing to do: others are awaited, and what may be said beforehand. */
function waiting(ctx) {
  const {words, game} = ctx;
  if (game.you === null || game.status !== 'playing' || game.to_act.length === 0) return [];
  return [
    h(
      'p',
      {class: 'hint', 'data-key': 'hint'},
      words.t('waits-for', {
        count: game.to_act.length,
        players: words.list(game.to_act.map((seat) => ctx.players[seat])),
      }),
    ),
    h(
      'div',
      {class: 'beside', 'data-key': 'beside'},
      takeBack(ctx),
      ctx.hasOrders &&
        button([icon('clock'), h('span', {}, words.t('orders'))], () => ctx.openMenu('orders'), {
          class: 'btn quiet',
          'data-key': 'to-orders',
        }),
    ),
  ];
}

/** Whether somebody but the reader has to agree to a take-back: bots never stand in its way. */
function hasOtherPeople({bots, seats}) {
  return bots.length < seats.length - 1;
}

/** Show what an action would cause, to be confirmed. */
function preview(ctx) {
  const {
    words,
    ahead: {action, reveals, forgotten, told},
  } = ctx;
  const changes = ctx.layout.table.changesOf?.(ctx, told.map(({event}) => event)) ?? [];
  return h(
    'section',
    {class: 'preview', 'data-key': 'preview', 'aria-label': words.t('preview')},
    h('h3', {}, words.t('preview')),
    h(
      'ul',
      {class: 'told', tabindex: '0'},
      told.map(({event, text}) => h('li', {}, actorOf(event, ctx), ctx.speech.sign(event), h('span', {}, text))),
      changes.map(({seat, text}) => h('li', {class: 'change'}, actorOf({actor: seat}, ctx), h('span', {}, text))),
    ),
    forgotten.length > 0 && h('p', {class: 'warning'}, icon('help'), words.t(ctx.layout.table.STILL, {effects: words.list(forgotten)})),
    reveals && hasOtherPeople(ctx.game) && h('p', {class: 'warning'}, icon('eye'), words.t('reveals')),
    h(
      'div',
      {class: 'beside'},
      button(words.t('confirm'), () => ctx.send(action), {class: 'btn go', 'data-key': 'confirm'}),
      button(words.t('cancel'), () => ctx.cancel(), {class: 'btn', 'data-key': 'cancel'}),
    ),
  );
}
