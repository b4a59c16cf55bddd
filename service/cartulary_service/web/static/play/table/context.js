/** The context of a drawing: all that the parts of a table need to know of a state, and what they can ask for. */

import {howEntropyWent, keptOf} from '../receipts.js';
import {lateMove} from './held-move.js';
import {lastPly, undone} from './last-ply.js';
import {placeOf} from '../narration.js';
import {counting} from './plies.js';
import {sinceLastTurn} from './strip.js';

/** The context of a state of the game; of an earlier one, which is only played back, nothing is lit. */
export function contextOf(view, game) {
  const ctx = {...knowledge(view, game), ...requests(view)};
  const parts = ctx.layout.table;
  ctx.targets = parts?.targetsOf(ctx) ?? [];
  ctx.fresh = (game.you !== null && game.state !== null && parts?.freshCards(ctx, counting(view.table.events))) || new Set();
  ctx.showAgain = () => view.table.showAgain(ctx.since);
  return ctx;
}

/** Facts: the game and its kind, whose turn it is, the move in the making, the events. */
function knowledge({table, motion, rematch, nextBot}, game) {
  const {kind, players, acting, offline} = table;
  const live = game === table.game;
  const mine = live && game.to_act.includes(game.you) && game.status === 'playing';
  return {
    ...kind,
    game,
    players,
    you: game.you,
    events: table.events,
    mine,
    offline,
    entropyWent: howEntropyWent(game, table.events),
    words: table.words,
    move: mine && !offline && !acting.unsent ? table.move : null,
    // What was picked before the connection went is seen, and cannot be touched.
    kept: mine && offline && !acting.unsent ? table.move : null,
    ahead: live ? acting.ahead : null,
    unsent: acting.unsent,
    heldMove: acting.unsent ? keptOf(game.id)?.move : lateMove(game, table.events),
    reasons: mine ? table.reasons : {},
    outcomes: mine ? table.outcomes : {},
    // What the reader pays now, also while earlier moves are played back, so that no figure jumps.
    prices: table.prices,
    moved: motion.moved,
    since: sinceLastTurn(counting(table.events), game.you),
    lastPly: live && game.you !== null ? lastPly(table.events, game.you, table.speech(), table.words) : null,
    undone: (asked) => undone(table.events, asked, table.speech(), table.words)[0] ?? placeOf(asked.back_to, table.events, table.words),
    undoneWith: (asked) => undone(table.events, {...asked, seat: game.you}, table.speech(), table.words),
    declined: table.declined,
    canTakeOver: game.you === null && table.me !== null && game.former_players.every(({player}) => player.id !== table.me.id),
    hasRematch: rematch.isOpen,
    rematchAskedBy: rematch.askedBy,
    nextBot: nextBot.found,
    hasOrders: Boolean(table.orders),
    speech: table.speech(),
  };
}

/** Requests that a touch can make. */
function requests(view) {
  const {table} = view;
  const {acting} = table;
  return {
    tap: (change) => table.tap(change),
    zoom: (element) => view.zoom.show(element),
    explain: (why) => view.explain(why),
    tapCard: (choose, event) => view.tapCard(choose, event),
    go: () => view.go(),
    act: (action) => acting.go(action),
    send: (action) => acting.trying(() => acting.send(action)),
    cancel: () => table.tap(),
    takeBack: (ply) => acting.takeBack(ply),
    takeOver: (seat) => table.notices.trying(() => table.takeOver(seat)),
    playNext: () => table.notices.trying(() => view.nextBot.play(table.game)),
    say: (text) => table.notices.say(text),
    rematch: () => table.notices.trying(() => view.rematch.join(table.game)),
    openPile: () => view.openPile(),
    unfold: (name, inside) => view.sheet.draw(name, inside, false, true),
    openSheet: (name, ...about) => view.openSheet(name, ...about),
    openRival: (seat) => view.openRival(seat),
    openMenu: (part) => view.menu.open(part),
    decline: (question) => {
      table.declined.add(question);
      view.draw();
    },
    agreeToRules: (revision) => view.agreeToRules(revision),
  };
}
