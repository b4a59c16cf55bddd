// node boardgame.js playouts|search|server SECONDS -> units per second of the main thread's time.
// A reduced Carta Impera Victoria: cards are played and drawn, and have no effects.
const fs = require('fs');
const { PlayerView, INVALID_MOVE } = require('boardgame.io/core');
const { MCTSBot } = require('boardgame.io/ai');
const internal = require('boardgame.io/internal');
const { Master } = require('boardgame.io/master');
const { Server } = require('boardgame.io/server');

const EPOCHS = [[8, 8, 4, 4, 4, 0], [8, 8, 4, 8, 4, 0], [4, 0, 8, 8, 8, 16]];
const TIE_BREAKS = [5, 4, 3, 2, 1, 0];
const SET_ASIDE = 3;

function winnerByMajority(areas) {
  const points = areas.map((area) =>
    area.filter((count, sphere) => count > 0 && areas.every((other) => other[sphere] <= count)).length);
  const rank = (seat) => [points[seat], ...TIE_BREAKS.map((sphere) => areas[seat][sphere])];
  let best = 0;
  for (let seat = 1; seat < areas.length; seat += 1) {
    const [one, other] = [rank(seat), rank(best)];
    const differs = one.findIndex((each, place) => each !== other[place]);
    if (differs >= 0 && one[differs] > other[differs]) best = seat;
  }
  return best;
}

const distinct = (hand) => [...new Set(hand)];
const oneOf = (items) => items[Math.floor(Math.random() * items.length)];

const game = internal.ProcessGameConfig({
  name: 'reduced-carta',
  setup: ({ ctx, random }) => {
    const deck = EPOCHS.flatMap((counts) => {
      const pile = random.Shuffle(counts.flatMap((count, sphere) => Array(count).fill(sphere)));
      return ctx.numPlayers < 4 ? pile.slice(SET_ASIDE) : pile;
    });
    const players = {};
    for (let seat = 0; seat < ctx.numPlayers; seat += 1) players[seat] = { hand: deck.splice(0, 3) };
    return {
      players,
      areas: Array.from({ length: ctx.numPlayers }, () => Array(6).fill(0)),
      deckLeft: deck.length,
      winner: null,
      secret: { deck: deck.reverse() },
    };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    play: {
      client: false,
      move: ({ G, ctx, playerID }, sphere) => {
        const { hand } = G.players[playerID];
        if (!hand.includes(sphere)) return INVALID_MOVE;
        hand.splice(hand.indexOf(sphere), 1);
        const area = G.areas[playerID];
        area[sphere] += 1;
        if (G.deckLeft) {
          hand.push(G.secret.deck.pop());
          G.deckLeft -= 1;
        }
        if (area[sphere] >= (ctx.numPlayers === 2 ? 8 : 7)) G.winner = Number(playerID);
        else if (!G.deckLeft && Number(playerID) === ctx.numPlayers - 1) G.winner = winnerByMajority(G.areas);
        return undefined;
      },
    },
  },
  endIf: ({ G }) => (G.winner === null ? undefined : { winner: String(G.winner) }),
  ai: {
    enumerate: (G, ctx) => distinct(G.players[ctx.currentPlayer].hand).map((sphere) => ({ move: 'play', args: [sphere] })),
  },
});

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
