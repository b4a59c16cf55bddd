// node match_clients.js URL CLIENTS SECONDS -> {seconds, milliseconds: [of each act], states: {match: state}}, by
// socket.io's own client. Each client plays match after match; an act is over when the server has sent the state after
// it. A client whose server is gone stops; `states` are the last ones that were heard.
const { io } = require('socket.io-client');
const { EPOCHS, SET_ASIDE } = require('./reduced');

const [url, clients, seconds] = process.argv.slice(2);
const ACTS_A_SECOND = 120;

function shuffled(pile) {
  for (let at = pile.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [pile[at], pile[other]] = [pile[other], pile[at]];
  }
  return pile;
}

const states = {};
const newDeck = () => EPOCHS.flatMap((counts) => shuffled(counts.flatMap((count, sphere) => Array(count).fill(sphere))).slice(SET_ASIDE));

async function post(path, body) {
  const answer = await fetch(url + path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  return answer.json();
}

/** A match that both players have joined, with a socket that acts for both. */
async function open() {
  const deck = newDeck();
  const { matchID } = await post('/games/reduced-carta/create', { numPlayers: 2, setupData: { deck: deck.join('') } });
  const credentials = [];
  for (const playerID of ['0', '1']) {
    credentials.push((await post(`/games/reduced-carta/${matchID}/join`, { playerID, playerName: playerID })).playerCredentials);
  }
  const socket = io(`${url}/reduced-carta`, { transports: ['websocket'], forceNew: true });
  const match = { matchID, credentials, socket, hands: [deck.splice(0, 3), deck.splice(0, 3)], deck, seat: 0, state: 0 };
  await new Promise((resolve) => {
    socket.once('sync', (_, { state }) => {
      match.state = state._stateID;
      resolve();
    });
    socket.on('connect', () => socket.emit('sync', matchID, '0', credentials[0], 2));
  });
  return match;
}

function act(match) {
  const { seat, hands, deck } = match;
  const sphere = hands[seat].shift();
  if (deck.length > 0) hands[seat].push(deck.shift());
  match.seat = 1 - seat;
  match.sentAt = performance.now();
  const payload = { type: 'play', args: [sphere], playerID: String(seat), credentials: match.credentials[seat] };
  match.socket.emit('update', { type: 'MAKE_MOVE', payload }, match.state, match.matchID, String(seat));
}

/** Play these matches one after the other until the time is up; the milliseconds of each act. */
function play(matches, until) {
  const milliseconds = [];
  return new Promise((resolve) => {
    const next = () => {
      const match = matches.shift();
      if (match === undefined) return resolve(milliseconds);
      match.socket.on('update', (_, state) => {
        if (state._stateID <= match.state) return;
        milliseconds.push(performance.now() - match.sentAt);
        match.state = state._stateID;
        states[match.matchID] = state._stateID;
        if (performance.now() > until) return resolve(milliseconds);
        if (state.ctx.gameover) return next();
        act(match);
      });
      match.socket.on('disconnect', () => resolve(milliseconds));
      act(match);
    };
    next();
  });
}

async function main() {
  const share = Math.ceil((ACTS_A_SECOND * 8 * seconds) / clients / 30) + 2;
  const mine = await Promise.all(Array.from({ length: Number(clients) }, async () => {
    const matches = [];
    while (matches.length < share) matches.push(await open());
    return matches;
  }));
  console.error('ready');
  const began = performance.now();
  const times = (await Promise.all(mine.map((matches) => play(matches, began + 1000 * seconds)))).flat();
  console.log(JSON.stringify({ seconds: (performance.now() - began) / 1000, milliseconds: times.sort((one, other) => one - other), states }));
  process.exit(0);
}
main();
