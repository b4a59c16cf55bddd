// node boardgame.js playouts|search|server SECONDS -> units per second of the main thread's time.
const fs = require('fs');
const { MCTSBot } = require('boardgame.io/ai');
const internal = require('boardgame.io/internal');
const { Master } = require('boardgame.io/master');
const { Server } = require('boardgame.io/server');
const { distinct, game: reduced } = require('./reduced');

const oneOf = (items) => items[Math.floor(Math.random() * items.length)];
const game = internal.ProcessGameConfig(reduced);

const move = (seat, hand) => ({ type: 'MAKE_MOVE', payload: { type: 'play', args: [oneOf(distinct(hand))], playerID: seat } });
let tables = 0;
const seats = () => 2 + (tables++ % 3);
const reducer = internal.CreateGameReducer({ game });

const WHAT = {
  playouts() {
    let state = internal.InitializeGame({ game, numPlayers: seats() });
    let moves = 0;
    for (; !state.ctx.gameover; moves += 1) {
      const seat = state.ctx.currentPlayer;
      state = reducer(state, move(seat, state.G.players[seat].hand));
    }
    return moves;
  },
  async search() {
    const state = internal.InitializeGame({ game, numPlayers: 2 });
    const bot = new MCTSBot({ game, enumerate: game.ai.enumerate, iterations: 200, playoutDepth: 100 });
    await bot.play(state, '0');
    return 200;
  },
  async server() {
    const { db } = Server({ games: [game], origins: [] });
    const number = seats();
    const id = `match-${tables}`;
    const view = internal.getFilterPlayerView(game);
    const { initialState, metadata } = internal.createMatch({ game, numPlayers: number, setupData: undefined, unlisted: false });
    db.createMatch(id, { initialState, metadata });
    let written = 0;
    const master = new Master(game, db, {
      send() {},
      sendAll(payload) {
        for (let seat = 0; seat < number; seat += 1) written += JSON.stringify(view(String(seat), payload).args).length;
      },
    });
    let moves = 0;
    for (; ; moves += 1) {
      const { state } = db.fetch(id, { state: true });
      if (state.ctx.gameover) return moves;
      const seat = state.ctx.currentPlayer;
      await master.onUpdate(move(seat, state.G.players[seat].hand), state._stateID, id, seat);
    }
  },
};

const used = () => Number(fs.readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e9;

async function main([what, seconds]) {
  for (const warm = used(); used() - warm < 0.7;) await WHAT[what]();
  let units = 0;
  const began = used();
  while (used() - began < Number(seconds)) units += await WHAT[what]();
  console.log(units / (used() - began));
  process.exit(0);
}
main(process.argv.slice(2));
