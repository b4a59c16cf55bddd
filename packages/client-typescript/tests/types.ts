// What TypeScript knows of events and actions: this is only compiled.

import type { Action, Client, Event } from "cartulary-client";

export function told({ public: happened }: Event): string {
  if (happened.type === "CardPlayed") return happened.data.card;
  // @ts-expect-error: other events play no card.
  return String(happened.data.card);
}

export const play: Action = { type: "play", card: "military-1" };

// @ts-expect-error: there is no such card.
export const wrong: Action = { type: "play", card: "military-9" };

export async function turn(client: Client, id: string): Promise<number> {
  const { game } = await client.act(id, play, { if_match: 42 });
  // @ts-expect-error: the contract has no such operation.
  client.cheat(id);
  return game.version;
}
