// The client and its bots against the service of CARTULARY_URL, over a way that fails.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { Bot, Client, Clock, NoAnswer, Problem, Receipts, Request, Stream } from "cartulary-client";
import { UnsteadyProxy, refusal } from "./unsteady-proxy.js";

/** @typedef {import("cartulary-client").Game} Game */
/** @typedef {import("cartulary-client").Action} Action */

const url = process.env.CARTULARY_URL ?? "http://127.0.0.1:8000";
const CARTA = "carta-impera-victoria";
const CIVILIZATION = "civilization-the-card-game";
const retries = { firstPause: 0.001, longestPause: 0.1 };

class RandomBot extends Bot {
  /** @param {Game} game @param {Action[]} actions @returns {Action | Promise<Action>} */
  choose(game, actions) {
    const chosen = actions[Math.floor(Math.random() * actions.length)];
    if (!chosen) throw new Error(`nothing to do at version ${game.version}`);
    return chosen;
  }
}

/** A game that has begun, and the client whose turn it is. */
async function begun() {
  const boris = await Client.register(url, "Boris");
  const { id } = await ada.createGame({ game: CARTA, seats: 2 });
  await ada.takeSeat(id);
  const { game } = await boris.takeSeat(id);
  return { id, game, turn: game.to_act[0] === game.you ? boris : ada };
}

/** @param {string} game @param {Record<string, unknown>} [options] */
async function play(game, options = {}) {
  const bots = [await RandomBot.register(url, "Ada"), await RandomBot.register(url, "Boris")];
  const { id } = await (/** @type {Bot} */ (bots[0])).client.createGame({ game, seats: bots.length, options });
  return Promise.all(bots.map((bot) => bot.run(id)));
}

/** @template Item @param {AsyncIterable<Item>} items */
async function all(items) {
  const found = [];
  for await (const each of items) found.push(each);
  return found;
}

/** @param {unknown} error @param {Partial<Problem>} expected */
function isProblem(error, expected) {
  assert.ok(error instanceof Problem, String(error));
  for (const [name, value] of Object.entries(expected)) assert.equal(error[/** @type {keyof Problem} */ (name)], value);
  return true;
}

/** @type {Client} */
let ada;
/** @type {UnsteadyProxy} */
let proxy;
/** @type {Game} */
let finished;

before(async () => {
  ada = await Client.register(url, "Ada");
  finished = /** @type {Game} */ ((await play(CARTA))[0]);
});
beforeEach(async () => {
  proxy?.close();
  proxy = await new UnsteadyProxy(url).listen();
});
after(() => proxy.close());

const through = () => new Client(proxy.url, { token: ada.token ?? "", retries });

for (const [game, options] of /** @type {Array<[string, Record<string, unknown>]>} */ ([
  [CARTA, { deal: "draft" }],
  [CARTA, { fairness: "commit" }],
  [CIVILIZATION, {}],
])) {
  test(`bots play a whole game: ${game}, ${JSON.stringify(options)}`, async () => {
    const [one, other] = await play(game, options);
    assert.equal(one?.status, "finished");
    assert.deepEqual(one?.result, other?.result);
  });
}

test("a bot that holds a seat goes on with it", async () => {
  const bots = [await RandomBot.register(url, "Ada"), await RandomBot.register(url, "Boris")];
  const { id } = await ada.createGame({ game: CARTA, seats: 2 });
  for (const bot of bots) await bot.sitDown(id);
  const again = bots.map((bot) => new RandomBot(new Client(url, { token: bot.client.token ?? "" })));
  const ends = await Promise.all(again.map((bot) => bot.run(id)));
  assert.deepEqual(ends.map(({ you, status }) => [you, status]), [[0, "finished"], [1, "finished"]]);
});

test("a seat that is refused is asked for with the same bytes, also after a new start with the same secret", async () => {
  /** @type {string[]} */
  const sent = [];
  /** Answer a seat with 503 for the first five times. @type {typeof fetch} */
  const choosy = async (address, init) => {
    if (init?.method !== "POST" || !String(address).endsWith("/seats")) return fetch(address, init);
    sent.push(JSON.parse(String(init.body)).entropy);
    return sent.length <= 5 ? new Response(null, { status: 503 }) : fetch(address, init);
  };
  const { id } = await ada.createGame({ game: CARTA, seats: 2 });
  await ada.takeSeat(id);
  const { token } = await Client.register(url, "Boris");
  const receipts = new Receipts();
  const started = () => {
    const client = new Client(url, { token: token ?? "", retries: { ...retries, attempts: 3 }, receipts, fetch: choosy });
    return new RandomBot(client, { secret: new Uint8Array(32).fill(7) });
  };
  await assert.rejects(started().sitDown(id), (error) => isProblem(error, { status: 503 }));
  const game = await started().sitDown(id);
  assert.equal(sent.length, 6);
  assert.equal(new Set(sent).size, 1);
  assert.ok(Math.min(...(receipts.games.get(id)?.receipts.keys() ?? [])) < game.version);
});

test("a choice on an outdated view is made anew", async () => {
  /** Wants to resign at first, but the game goes on while it thinks. */
  class Overtaken extends RandomBot {
    choices = 0;
    /** @override @param {Game} game @param {Action[]} actions @returns {Promise<Action>} */
    async choose(game, actions) {
      this.choices += 1;
      if (this.choices > 1) return super.choose(game, actions);
      await this.client.act(game.id, /** @type {Action} */ (actions[0]));
      return { type: "resign" };
    }
  }
  const bots = [await Overtaken.register(url, "Ada", { signs: false }), await RandomBot.register(url, "Boris")];
  const { id } = await ada.createGame({ game: CARTA, seats: 2 });
  const [end] = await Promise.all(bots.map((bot) => bot.run(id)));
  assert.notEqual(end?.result?.kind, "resignation");
});

test("an action whose answer is lost takes effect once", async () => {
  const { id, game, turn } = await begun();
  const [action] = await turn.legalActions(id);
  proxy.losses = 2;
  const lossy = new Client(proxy.url, { token: turn.token ?? "", retries });
  const accepted = await lossy.act(id, /** @type {Action} */ (action), { if_match: game.version });
  assert.equal(accepted.ply, game.ply + 1);
  assert.equal((await turn.readGame(id)).version, accepted.version);
});

test("what takes no key is not sent again when its answer is lost", async () => {
  const { id } = await ada.createWebhook({ url: "https://93.184.216.34/hook" });
  proxy.losses = 1;
  await assert.rejects(through().tryWebhook(id), NoAnswer);
  assert.equal(proxy.connections, 1);
});

test("what takes a key is sent again and made once", async () => {
  proxy.losses = 1;
  const made = await through().createToken({ label: "lost" });
  const { tokens } = await ada.listTokens();
  assert.deepEqual(tokens.filter((each) => each.label === "lost").map((each) => each.id), [made.id]);
});

test("a service that is away for a moment is asked again, and any request after a 429", async () => {
  proxy.refusals.push(refusal("503 Service Unavailable"), refusal("502 Bad Gateway", 0));
  const { id } = await through().createGame({ game: CARTA, seats: 2 });
  assert.equal((await ada.readGame(id)).status, "open");
  proxy.refusals.push(refusal("429 Too Many Requests", 0));
  assert.equal((await through().createToken({ label: "patient" })).label, "patient");
});

test("a refusal by the rules names the rule and what is legal", async () => {
  const { id, turn } = await begun();
  await assert.rejects(turn.act(id, { type: "skip_play" }), (error) => {
    assert.ok(/** @type {Problem} */ (error).legal.length);
    return isProblem(error, { status: 422, code: "illegal", rule: "skip_play.card_playable" });
  });
  await assert.rejects(ada.takeSeat(id, { entropy: "short" }), (error) => {
    assert.deepEqual(Object.keys(/** @type {Problem} */ (error).errors), ["entropy"]);
    return true;
  });
  proxy.refusals.push(refusal("413 Content Too Large"));
  await assert.rejects(through().readMe(), (error) => isProblem(error, { status: 413, code: undefined }));
});

test("a stream that is cut again and again tells each event once", async () => {
  proxy.cutAfter = 6_000;
  const told = await all(through().followGame(finished.id));
  assert.ok(proxy.connections > 5, String(proxy.connections));
  const positions = told.map((each) => each.public.position);
  assert.deepEqual(positions, Array.from({ length: finished.version }, (_, index) => index + 1));
});

test("a stream that falls silent is opened again", async () => {
  proxy.silentAfter = 6_000;
  const client = new Client(proxy.url, { retries, silence: 1 });
  assert.equal((await all(client.followGame(finished.id))).length, finished.version);
  assert.ok(proxy.connections > 1);
});

test("a refused stream is a problem", async () => {
  await assert.rejects(all(new Client(url).followMyGames()), (error) => isProblem(error, { status: 401 }));
});

test("lists are read page after page", async () => {
  const events = await all(ada.iterEvents(finished.id, { limit: 50 }));
  assert.equal(events.length, finished.version);
});

test("the export has every finished game once", async () => {
  const exported = (await all(ada.iterExport())).map((each) => String(each.bundle));
  assert.equal(exported.filter((bundle) => bundle.includes(finished.id)).length, 1);
});

test("the form of an answer follows the contract: text, JSON, or nothing", async () => {
  assert.equal((await ada.readAudit(finished.id)).trim().split("\n").length > finished.version, true);
  const boris = await Client.register(url, "Boris");
  const { id } = await boris.readMe();
  assert.equal(await ada.mutePlayer(id), undefined);
});

test("deadlines are held against the clock of the service", async () => {
  const hours = 3 * 3_600_000;
  const sent = Date.now();
  const clock = new Clock();
  clock.note(new Headers({ Date: new Date(sent - hours).toUTCString(), "Cache-Control": "public, max-age=5" }), sent);
  assert.equal(clock.offset, 0);
  clock.note(new Headers({ Date: new Date(sent - hours).toUTCString() }), sent);
  assert.ok(Math.abs(clock.offset + hours) < 2_000);
  assert.ok(Math.abs(clock.now().getTime() - (sent - hours)) < 2_000);
  await ada.readMe();
  assert.equal(ada.clock.offset, 0);
});

test("half a block is forgotten with its connection", () => {
  const bytes = new TextEncoder();
  /** @type {Stream<number>} */
  const stream = new Stream("/feed");
  stream.request();
  assert.deepEqual([...stream.read(bytes.encode("id: 1\ndata: 1\n\n: heartbeat\n\nid: 2\nda"))], [1]);
  assert.equal(stream.request().headers["Last-Event-ID"], "1");
  assert.deepEqual([...stream.read(bytes.encode("retry: 1500\nid: 2\r\ndata: 2\r\n\r\n"))], [2]);
  assert.deepEqual([stream.lastEventId, stream.pause], ["2", 1.5]);
});

test("only what happens once may be repeated", () => {
  assert.ok(!new Request("POST", "/games").mayBeRepeated);
  assert.ok(new Request("POST", "/games").withKey().mayBeRepeated);
  assert.ok(new Request("GET", "/games").mayBeRepeated);
});
