// A client of Cartulary: requests, retries, streams that resume, and bots.

export { Bot, type BotSettings, type Place } from "./bot.js";
export { Client, type Settings } from "./client.js";
export { Clock } from "./clock.js";
export { CartularyError, Distrust, NoAnswer, Problem, type ProblemBody } from "./errors.js";
export { newKey, Request } from "./request.js";
export { Receipts, type KeptGame, type Receipt } from "./receipts.js";
export { ActionKey, publication } from "./signing.js";
export { RETRIES, type Retries } from "./retries.js";
export { Stream } from "./streams.js";
export * as operations from "./operations.js";
export type * as events from "./events.js";
export type * from "./types.js";
