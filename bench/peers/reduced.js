// A reduced Carta Impera Victoria for boardgame.io: cards are played and drawn, and have no effects.
const { PlayerView, INVALID_MOVE } = require('boardgame.io/core');

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

const game = {
  name: 'reduced-carta',
  // A deck that is known beforehand has its spheres as digits.
  setup: ({ ctx, random }, known) => {
    const deck = known?.deck ? [...known.deck].map(Number) : EPOCHS.flatMap((counts) => {
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
};

module.exports = { EPOCHS, SET_ASIDE, distinct, game };
