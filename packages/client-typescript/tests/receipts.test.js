// Receipts: what a pinned key has not signed is not kept, and accuses nobody. The service is a function here.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, Distrust, Receipts, publication } from "cartulary-client";

const GAME = "00000000-0000-4000-8000-000000000001";
const OTHER = "00000000-0000-4000-8000-000000000002";
const encoder = new TextEncoder();

/** @param {Uint8Array} bytes */
const base64 = (bytes) => btoa(String.fromCharCode(...bytes));

/** A key of a service: its line, and notes that it signs. */
async function signer() {
  const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]));
  const raw = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  /** @param {string} text */
  const note = async (text) => {
    const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", pair.privateKey, encoder.encode(text)));
    return `${text}\n\u2014 cartulary ${base64(new Uint8Array([0, 0, 0, 0, ...signature]))}\n`;
  };
  return { key: `cartulary+00000000+${base64(new Uint8Array([1, ...raw]))}`, note };
}

/** @param {string} head @param {string} [game] */
const textOf = (head, game = GAME) => `cartulary-receipt/v1\n${game}\n3\n${head.repeat(43)}\n`;

/** A client of a service that lists these keys, and answers that the game was created, with a receipt. @param {string[]} keys */
function clientOf(keys) {
  const told = { receipt: "" };
  /** @type {typeof fetch} */
  const answer = async (address) => {
    if (String(address).endsWith("/catalogue")) return Response.json({ keys: keys.map((key) => ({ key })) });
    return Response.json({ id: GAME }, { headers: { Receipt: base64(encoder.encode(told.receipt)) } });
  };
  return { client: new Client("http://service.example", { fetch: answer }), told };
}

test("a receipt that no pinned key has signed is doubted, not kept, and accuses nobody", async (t) => {
  const warn = t.mock.method(console, "warn", () => {});
  const [service, thief] = [await signer(), await signer()];
  const { client, told } = clientOf([service.key]);
  told.receipt = await service.note(textOf("A"));
  await client.createGame({ game: "carta-impera-victoria", seats: 2 });
  assert.equal(client.receipts.earliest(GAME), told.receipt);
  const forged = [await thief.note(textOf("B")), textOf("B"), await service.note(textOf("B", OTHER)), "no note"];
  for (const receipt of forged) {
    told.receipt = receipt;
    await client.createGame({ game: "carta-impera-victoria", seats: 2 });
  }
  assert.deepEqual([...client.receipts.games.keys()], [GAME]);
  assert.equal(client.receipts.doubts.length, 1);
  assert.equal(warn.mock.callCount(), 1);
});

test("two signed heads of one version are a proof", async () => {
  const service = await signer();
  const receipts = new Receipts([service.key]);
  const notes = [await service.note(textOf("A")), await service.note(textOf("B"))];
  await receipts.keep(String(notes[0]));
  await assert.rejects(receipts.keep(String(notes[1])), (error) => {
    assert.ok(error instanceof Distrust);
    assert.deepEqual(error.proof, notes);
    return true;
  });
});

test("a key that comes beside the pinned ones is taken up with a doubt, unless the caller gave the keys", async (t) => {
  t.mock.method(console, "warn", () => {});
  const [service, thief] = [await signer(), await signer()];
  const receipts = new Receipts();
  receipts.pin([service.key]);
  assert.deepEqual(receipts.doubts, []);
  receipts.pin([thief.key]);
  assert.deepEqual(receipts.keys, [service.key]);
  receipts.pin([service.key, thief.key]);
  receipts.pin([service.key, thief.key]);
  assert.equal(receipts.doubts.length, 1);
  assert.match(receipts.doubts[0] ?? "", /Nobody vouched for it/);
  const given = new Receipts([service.key]);
  given.pin([service.key, thief.key]);
  assert.deepEqual(given.keys, [service.key]);
});

test("where there is no Ed25519 a receipt is kept unchecked, and accuses nobody", async (t) => {
  t.mock.method(console, "warn", () => {});
  const service = await signer();
  const { client, told } = clientOf([service.key]);
  client.receipts.keys = [service.key];
  t.mock.method(crypto.subtle, "importKey", () => Promise.reject(new DOMException("none", "NotSupportedError")));
  told.receipt = textOf("A");
  await client.createGame({ game: "carta-impera-victoria", seats: 2 });
  assert.equal(client.receipts.earliest(GAME), textOf("A"));
  assert.match(client.receipts.doubts[0] ?? "", /no Ed25519/);
  await assert.rejects(client.receipts.keep(textOf("B")), (error) => error instanceof Distrust && error.proof.length === 0);
});

test("what a player publishes of a move is its canonical action and its signature", () => {
  const action = { type: "play", cards: [{ kind: "war-1", at: 2 }], note: undefined };
  assert.equal(publication(action, "7 key signature"), '{"cards":[{"at":2,"kind":"war-1"}],"type":"play"}\n7 key signature\n');
});
