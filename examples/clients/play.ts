// A whole game by the types that `make generated-clients` generates for TypeScript: two players who choose at random.
//
//     cd build/generated/typescript && npx tsc && node play.js http://localhost:8000

import createClient from "openapi-fetch";
import type { components, paths } from "./cartulary.js";

type Game = components["schemas"]["Game"];
type Listed = components["schemas"]["LegalAction"];
type Json = "application/json";

const url = process.argv[2] ?? "http://localhost:8000";

/** What was asked for, or the problem as an error. */
function wanted<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

/** The action as it is posted; `expand` lists no forms. */
function complete(listed: Listed) {
  if ("choose" in listed) throw new Error(`a form: ${listed.type}`);
  return listed;
}

async function player(name: string) {
  const { token } = wanted(await createClient<paths, Json>({ baseUrl: url }).POST("/v1/players", { body: { name } }));
  return createClient<paths, Json>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } });
}

async function play(): Promise<NonNullable<Game["result"]>> {
  const seats = [await player("Ada"), await player("Boris")] as const;
  const body = { game: "carta-impera-victoria", seats: seats.length } as const;
  const { id } = wanted(await seats[0].POST("/v1/games", { body }));
  const params = { path: { id } };
  for (const each of seats) wanted(await each.POST("/v1/games/{id}/seats", { params, body: {} }));
  for (;;) {
    const seen = wanted(await seats[0].GET("/v1/games/{id}", { params }));
    if (seen.result) return seen.result;
    const client = seats[seen.to_act[0] as 0 | 1];
    const query = { expand: true };
    const { actions } = wanted(await client.GET("/v1/games/{id}/actions", { params: { ...params, query } }));
    const chosen = complete(actions[Math.floor(Math.random() * actions.length)]!);
    const header = { "Idempotency-Key": crypto.randomUUID() };
    wanted(await client.POST("/v1/games/{id}/actions", { params: { ...params, header }, body: chosen }));
  }
}

console.log((await play()).kind);
