// Every operation of the API as a function that builds the request.
// Made from the contract by `make openapi`.

import { Request, entityTag, newKey, segment } from "./request.js";
import type * as types from "./types.js";

export interface SearchArchiveOptions {
  /** Only this kind of game. */
  game?: types.GameId;
  /** Only games of this edition. */
  edition?: string;
  /** Only games for so many seats. */
  seats?: number;
  /** Only games in which the player with this id or handle holds a seat. */
  player?: string;
  /** Only games that the player with this id or handle won, alone or with others. */
  winner?: string;
  /** Only games that ended in this way, as `result.kind` says. */
  kind?: string;
  /** Only games in which `result.decided_by` names this sphere or tie-break. */
  decided_by?: string;
  /** Only games of at least so many turns. */
  min_turns?: number;
  /** Only games of at most so many turns. */
  max_turns?: number;
  /** Only games in which an event of this type happened. */
  event?: types.EventName;
  /** Only games in which `event` happened for the first time before this turn, counted from 1. */
  before_turn?: number;
  /** Only games in which no event of this type happened. */
  without?: types.EventName;
  /** The `next` of the page before; leave it out for the first page. Other parameters stay as they were. */
  cursor?: string | null;
  /** Largest number of entries on the page. */
  limit?: number;
}

/** Search finished games. */
export function searchArchive(options: SearchArchiveOptions = {}): Request<types.Archive> {
  return new Request("GET", `/archive`, { query: { game: options.game, edition: options.edition, seats: options.seats, player: options.player, winner: options.winner, kind: options.kind, decided_by: options.decided_by, min_turns: options.min_turns, max_turns: options.max_turns, event: options.event, before_turn: options.before_turn, without: options.without, cursor: options.cursor, limit: options.limit } });
}

export interface ReadArchiveFiguresOptions {
  /** Only this kind of game. */
  game?: types.GameId;
  /** Only games of this edition. */
  edition?: string;
  /** Only games for so many seats. */
  seats?: number;
}

/** Read how often seats win. */
export function readArchiveFigures(options: ReadArchiveFiguresOptions = {}): Request<types.Figures> {
  return new Request("GET", `/archive/figures`, { query: { game: options.game, edition: options.edition, seats: options.seats } });
}

/** Read a calendar. */
export function readCalendar(code: string): Request<string> {
  return new Request("GET", `/calendars/${segment(code)}.ics`, { isText: true });
}

export interface ListCatalogueOptions {
  /** en, ru, uk or ko */
  accept_language?: string;
}

/** List the kinds of games. */
export function listCatalogue(options: ListCatalogueOptions = {}): Request<types.Catalogue> {
  return new Request("GET", `/catalogue`, { headers: { "Accept-Language": options.accept_language } });
}

export interface ReadCatalogueOptions {
  /** en, ru, uk or ko */
  accept_language?: string;
}

/** Read all about a kind of game. */
export function readCatalogue(game: string, options: ReadCatalogueOptions = {}): Request<types.CatalogueGame> {
  return new Request("GET", `/catalogue/${segment(game)}`, { headers: { "Accept-Language": options.accept_language } });
}

/** Read the JSON Schema of an event. */
export function readEventSchema(game: string, type: string, v: number): Request<types.EventSchema> {
  return new Request("GET", `/catalogue/${segment(game)}/events/${segment(type)}/${segment(v)}`);
}

export interface ExportGamesOptions {
  /** The `cursor` of the last line already received; leave it out to begin with the oldest end. */
  cursor?: string | null;
  /** Only this kind of game. */
  game?: types.GameId;
  /** Largest number of entries on the page. */
  limit?: number;
}

/** Export all finished games. */
export function exportGames(options: ExportGamesOptions = {}): Request<string> {
  return new Request("GET", `/export`, { query: { cursor: options.cursor, game: options.game, limit: options.limit }, isText: true });
}

export interface ReadFeedOptions {
  /** The `next` of the page before, or the `cursor` of an event; leave it out for the beginning. */
  cursor?: string | null;
  /** Largest number of entries on the page. */
  limit?: number;
}

/** Read the events of all public games. */
export function readFeed(options: ReadFeedOptions = {}): Request<types.Feed> {
  return new Request("GET", `/feed`, { query: { cursor: options.cursor, limit: options.limit } });
}

export interface CreateGameOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Open a table. */
export function createGame(body: types.NewGame, options: CreateGameOptions = {}): Request<types.Game> {
  return new Request("POST", `/games`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

export interface ListGamesOptions {
  /** Only games with this status. */
  status?: "open" | "playing" | "finished" | "abandoned";
  /** Only this kind of game. */
  game?: types.GameId;
  /** Only games in which the player with this id or handle holds a seat. */
  player?: string;
  /** Only games of this edition. */
  edition?: string;
  /** Only games for so many seats. */
  seats?: number;
  /** Only open tables with at least so many free seats. Seats of a rematch count, although they are reserved. */
  free_seats?: number;
  /** Only games with this `pace`. */
  clock?: "none" | "live" | "daily" | "slow";
  /** Only games whose players talk in this language, and games of any language. */
  language?: types.Language;
  /** Whether a substitute may take a seat; `true` leaves only games under way with a vacant seat. */
  substitute?: boolean;
  /** Only the rematch of this game. */
  rematch_of?: string;
  /** Only games with this tag of an organiser. */
  tag?: string;
  /** The `next` of the page before; leave it out for the first page. Other parameters stay as they were. */
  cursor?: string | null;
  /** Largest number of entries on the page. */
  limit?: number;
}

/** List games. */
export function listGames(options: ListGamesOptions = {}): Request<types.GameList> {
  return new Request("GET", `/games`, { query: { status: options.status, game: options.game, player: options.player, edition: options.edition, seats: options.seats, free_seats: options.free_seats, clock: options.clock, language: options.language, substitute: options.substitute, rematch_of: options.rematch_of, tag: options.tag, cursor: options.cursor, limit: options.limit } });
}

export interface ReadGameOptions {
  /** Whose eyes to look through: `0` to `3` for a seat, `spectator`, or `everything` for all hands at once. By default the caller's own. Others than these and `spectator` only once the game is over. */
  as?: types.Viewpoint | null;
  /** Code of an invitation, for a caller who holds no seat in a private game yet. */
  invite?: string | null;
  /** The position of an event of the game that the caller has heard of: the answer is not older. */
  last_event_id?: string;
  /** en, ru, uk or ko, for the words */
  accept_language?: string;
}

/** Read a game. */
export function readGame(id: string, options: ReadGameOptions = {}): Request<types.Game> {
  return new Request("GET", `/games/${segment(id)}`, { query: { as: options.as, invite: options.invite }, headers: { "Last-Event-ID": options.last_event_id, "Accept-Language": options.accept_language } });
}

/** Change the title of a table. */
export function changeGame(id: string, body: types.ChangedGame): Request<types.Game> {
  return new Request("PATCH", `/games/${segment(id)}`, { body });
}

/** Close a table. */
export function closeGame(id: string): Request<void> {
  return new Request("DELETE", `/games/${segment(id)}`);
}

export interface ListActionsOptions {
  /** List complete actions, at most 1,000, instead of forms to complete. */
  expand?: boolean;
}

/** List the caller's legal actions, and what things would cost the caller. */
export function listActions(id: string, options: ListActionsOptions = {}): Request<types.LegalActions> {
  return new Request("GET", `/games/${segment(id)}/actions`, { query: { expand: options.expand } });
}

export interface ActOptions {
  /** en, ru, uk or ko */
  accept_language?: string;
  /** The ETag that the caller has seen; 412 if the game has gone on. */
  if_match?: number | string;
  /** A seat that has given a key (`sign_with`): version, key and Ed25519 signature, parted by blanks. */
  action_signature?: string;
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Take an action. */
export function act(id: string, body: types.Action, options: ActOptions = {}): Request<types.Accepted> {
  return new Request("POST", `/games/${segment(id)}/actions`, { headers: { "Accept-Language": options.accept_language, "If-Match": entityTag(options.if_match), "Action-Signature": options.action_signature, "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

export interface DryRunOptions {
  /** en, ru, uk or ko */
  accept_language?: string;
  /** The ETag that the caller has seen; 412 if the game has gone on. */
  if_match?: number | string;
  /** A seat that has given a key (`sign_with`): version, key and Ed25519 signature, parted by blanks. */
  action_signature?: string;
}

/** Show what the action would cause, and store nothing. */
export function dryRun(id: string, body: types.Action, options: DryRunOptions = {}): Request<types.DryRun> {
  return new Request("POST", `/games/${segment(id)}/actions`, { query: { dry_run: "true" }, headers: { "Accept-Language": options.accept_language, "If-Match": entityTag(options.if_match), "Action-Signature": options.action_signature }, body });
}

/** Ask for the analysis of a finished game. */
export function requestAnalysis(id: string): Request<types.Analysis> {
  return new Request("POST", `/games/${segment(id)}/analysis`);
}

/** Read the analysis of a finished game. */
export function readAnalysis(id: string): Request<types.Analysis> {
  return new Request("GET", `/games/${segment(id)}/analysis`);
}

export interface ReadAuditOptions {
  /** Code of an invitation, for a caller who holds no seat in a private game yet. */
  invite?: string | null;
  /** Whether the bundle is to carry proofs that the transparency log holds the game. */
  log?: boolean;
}

/** Read the audit bundle of a game. */
export function readAudit(id: string, options: ReadAuditOptions = {}): Request<string> {
  return new Request("GET", `/games/${segment(id)}/audit`, { query: { invite: options.invite, log: options.log }, isText: true });
}

export interface ReadChatOptions {
  /** Whether the chat of the caller's team is meant instead of that for everybody, in a game with `team_chat`. */
  team?: boolean;
  /** Number of a message; the answer begins after it. */
  after?: number | null;
  /** Number of a message; the answer ends before it. */
  before?: number | null;
  /** The `next` of the page before; leave it out for the first page. Other parameters stay as they were. */
  cursor?: number | null;
  /** Largest number of entries on the page. */
  limit?: number;
}

/** Read the chat of a game. */
export function readChat(id: string, options: ReadChatOptions = {}): Request<types.Chat> {
  return new Request("GET", `/games/${segment(id)}/chat`, { query: { team: options.team, after: options.after, before: options.before, cursor: options.cursor, limit: options.limit } });
}

export interface SendMessageOptions {
  /** Whether the chat of the caller's team is meant instead of that for everybody, in a game with `team_chat`. */
  team?: boolean;
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Send a chat message. */
export function sendMessage(id: string, body: types.NewMessage, options: SendMessageOptions = {}): Request<types.Message> {
  return new Request("POST", `/games/${segment(id)}/chat`, { query: { team: options.team }, headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

export interface SetChatCursorOptions {
  /** Whether the chat of the caller's team is meant instead of that for everybody, in a game with `team_chat`. */
  team?: boolean;
}

/** Set the chat message up to which the caller has read. */
export function setChatCursor(id: string, body: types.NewChatCursor, options: SetChatCursorOptions = {}): Request<void> {
  return new Request("PUT", `/games/${segment(id)}/chat-cursor`, { query: { team: options.team }, body });
}

export interface EraseMessageOptions {
  /** Whether the chat of the caller's team is meant instead of that for everybody, in a game with `team_chat`. */
  team?: boolean;
}

/** Erase a chat message of the caller's own. */
export function eraseMessage(id: string, message: number, options: EraseMessageOptions = {}): Request<void> {
  return new Request("DELETE", `/games/${segment(id)}/chat/${segment(message)}`, { query: { team: options.team } });
}

/** Set the version up to which the caller has read. */
export function setCursor(id: string, body: types.NewCursor): Request<void> {
  return new Request("PUT", `/games/${segment(id)}/cursor`, { body });
}

export interface ListEventsOptions {
  /** The `next` of the page before; leave it out for the first page. Other parameters stay as they were. */
  cursor?: number | null;
  /** Position of the last event already known; the answer begins after it. */
  after?: number;
  /** Largest number of entries on the page. */
  limit?: number;
  /** Whether each event carries `changes` and `last`: what it changes in the caller's view. */
  changes?: boolean;
  /** Whose eyes to look through: `0` to `3` for a seat, `spectator`, or `everything` for all hands at once. By default the caller's own. Others than these and `spectator` only once the game is over. */
  as?: types.Viewpoint | null;
}

/** List the events of a game. */
export function listEvents(id: string, options: ListEventsOptions = {}): Request<types.EventList> {
  return new Request("GET", `/games/${segment(id)}/events`, { query: { cursor: options.cursor, after: options.after, limit: options.limit, changes: options.changes, as: options.as } });
}

export interface ForkGameOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Open a sandbox from a version of a game. */
export function forkGame(id: string, body: types.NewFork = {}, options: ForkGameOptions = {}): Request<types.Game> {
  return new Request("POST", `/games/${segment(id)}/forks`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

export interface ReadInvitationOptions {
  /** Code of an invitation. */
  code: string;
}

/** Read who invites to a game. */
export function readInvitation(id: string, options: ReadInvitationOptions): Request<types.Invitation> {
  return new Request("GET", `/games/${segment(id)}/invitation`, { query: { code: options.code } });
}

export interface CreateInviteOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Create an invitation. */
export function createInvite(id: string, body: types.NewInvite = {}, options: CreateInviteOptions = {}): Request<types.InviteWithCode> {
  return new Request("POST", `/games/${segment(id)}/invites`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

/** List the caller's invitations to a game. */
export function listInvites(id: string): Request<types.InviteList> {
  return new Request("GET", `/games/${segment(id)}/invites`);
}

/** Revoke an invitation. */
export function revokeInvite(id: string, invite: string): Request<void> {
  return new Request("DELETE", `/games/${segment(id)}/invites/${segment(invite)}`);
}

export interface ListNotesOptions {
  /** Only the note on this version. */
  version?: number | null;
}

/** List the caller's notes on a game. */
export function listNotes(id: string, options: ListNotesOptions = {}): Request<types.NoteList> {
  return new Request("GET", `/games/${segment(id)}/notes`, { query: { version: options.version } });
}

/** Write a note on a version of a game. */
export function setNote(id: string, version: number, body: types.NewNote): Request<types.Note> {
  return new Request("PUT", `/games/${segment(id)}/notes/${segment(version)}`, { body });
}

/** Erase the caller's note on a version. */
export function deleteNote(id: string, version: number): Request<void> {
  return new Request("DELETE", `/games/${segment(id)}/notes/${segment(version)}`);
}

/** Reveal the entropy that a seat committed to. */
export function openEntropy(id: string, body: types.Opening): Request<types.Seated> {
  return new Request("POST", `/games/${segment(id)}/openings`, { body });
}

/** List the caller's standing orders in a game. */
export function listOrders(id: string): Request<types.OrderList> {
  return new Request("GET", `/games/${segment(id)}/orders`);
}

export interface GiveOrderOptions {
  /** A seat that has given a key (`sign_with`): version, key and Ed25519 signature, parted by blanks. */
  action_signature?: string;
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Give a standing order. */
export function giveOrder(id: string, body: types.NewOrder, options: GiveOrderOptions = {}): Request<types.Order> {
  return new Request("POST", `/games/${segment(id)}/orders`, { headers: { "Action-Signature": options.action_signature, "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

/** Withdraw a standing order. */
export function withdrawOrder(id: string, order: string): Request<void> {
  return new Request("DELETE", `/games/${segment(id)}/orders/${segment(order)}`);
}

/** Open the rematch of a finished game. */
export function createRematch(id: string): Request<types.Game> {
  return new Request("POST", `/games/${segment(id)}/rematch`);
}

/** Read the rematch of a game. */
export function readRematch(id: string): Request<types.Game> {
  return new Request("GET", `/games/${segment(id)}/rematch`);
}

export interface AgreeToRulesOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Agree to play on by the newest revision of the rules. */
export function agreeToRules(id: string, body: types.Agreement, options: AgreeToRulesOptions = {}): Request<types.Seated> {
  return new Request("POST", `/games/${segment(id)}/rules`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

export interface TakeSeatOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Take a seat, or seat a bot. */
export function takeSeat(id: string, body: types.TakeSeat = {}, options: TakeSeatOptions = {}): Request<types.Seated> {
  return new Request("POST", `/games/${segment(id)}/seats`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

/** Leave a seat before the game starts, or remove another player. */
export function leaveSeat(id: string, seat: number): Request<void> {
  return new Request("DELETE", `/games/${segment(id)}/seats/${segment(seat)}`);
}

export interface ReadSinceOptions {
  /** Version from which to narrate; by default the version up to which the caller has read. */
  after?: number | null;
  /** Largest number of events that are narrated. */
  limit?: number;
  /** Whose eyes to look through: `0` to `3` for a seat, `spectator`, or `everything` for all hands at once. By default the caller's own. Others than these and `spectator` only once the game is over. */
  as?: types.Viewpoint | null;
  /** en, ru, uk or ko */
  accept_language?: string;
}

/** Read in words what has happened. */
export function readSince(id: string, options: ReadSinceOptions = {}): Request<types.Since> {
  return new Request("GET", `/games/${segment(id)}/since`, { query: { after: options.after, limit: options.limit, as: options.as }, headers: { "Accept-Language": options.accept_language } });
}

export interface ReadStatesOptions {
  /** Whose eyes to look through: `0` to `3` for a seat, `spectator`, or `everything` for all hands at once. By default the caller's own. Others than these and `spectator` only once the game is over. */
  as?: types.Viewpoint | null;
  /** First version of the range, counted from 1. */
  from?: number;
  /** Last version of the range, at most 999 after the first; by default the newest one. */
  to?: number | null;
}

/** Read a game as it was at each version of a range. */
export function readStates(id: string, options: ReadStatesOptions = {}): Request<string> {
  return new Request("GET", `/games/${segment(id)}/states`, { query: { as: options.as, from: options.from, to: options.to }, isText: true });
}

export interface ReadStateOptions {
  /** Whose eyes to look through: `0` to `3` for a seat, `spectator`, or `everything` for all hands at once. By default the caller's own. Others than these and `spectator` only once the game is over. */
  as?: types.Viewpoint | null;
  /** en, ru, uk or ko, for the words */
  accept_language?: string;
}

/** Read a game as it was at an earlier version. */
export function readState(id: string, version: number, options: ReadStateOptions = {}): Request<types.Game> {
  return new Request("GET", `/games/${segment(id)}/states/${segment(version)}`, { query: { as: options.as }, headers: { "Accept-Language": options.accept_language } });
}

export interface DrawStateOptions {
  /** Whose eyes to look through: `0` to `3` for a seat, `spectator`, or `everything` for all hands at once. By default the caller's own. Others than these and `spectator` only once the game is over. */
  as?: types.Viewpoint | null;
  /** Language of the words; by default that of `Accept-Language`. */
  lang?: types.Language | null;
  /** en, ru, uk or ko, for the words, unless `lang` names one. */
  accept_language?: string;
}

/** Draw a game as it was at an earlier version. */
export function drawState(id: string, version: number, options: DrawStateOptions = {}): Request<string> {
  return new Request("GET", `/games/${segment(id)}/states/${segment(version)}.svg`, { query: { as: options.as, lang: options.lang }, headers: { "Accept-Language": options.accept_language }, isText: true });
}

/** Try a standing order on the past of a game. */
export function tryOrder(id: string, body: types.TrialOrder): Request<types.OutcomeList> {
  return new Request("POST", `/games/${segment(id)}/trials`, { body });
}

/** Read the state of the record. */
export function readIntegrity(): Request<types.Integrity> {
  return new Request("GET", `/integrity`);
}

/** Read the newest checkpoint of the log. */
export function readLogCheckpoint(): Request<string> {
  return new Request("GET", `/log/checkpoint`, { isText: true });
}

/** Add the cosignature of a witness to a checkpoint. */
export function addCosignature(body: types.NewCosignature): Request<void> {
  return new Request("POST", `/log/cosignatures`, { body });
}

/** Read a tile of the log. */
export function readLogTile(tile: string): Request<Uint8Array<ArrayBuffer>> {
  return new Request("GET", `/log/tile/${segment(tile)}`, { isBytes: true });
}

/** Read the caller's account. */
export function readMe(): Request<types.Me> {
  return new Request("GET", `/me`);
}

/** Change the caller's account. */
export function changeMe(body: types.ChangedMe): Request<types.Me> {
  return new Request("PATCH", `/me`, { body });
}

export interface DeleteMeOptions {
  /** The caller's own name, exactly as registered, to confirm the deletion. */
  confirm?: string | null;
}

/** Delete the caller's account. */
export function deleteMe(options: DeleteMeOptions = {}): Request<void> {
  return new Request("DELETE", `/me`, { query: { confirm: options.confirm } });
}

export interface CreateCalendarOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Create a calendar of the caller's deadlines. */
export function createCalendar(body: types.NewCalendar = {}, options: CreateCalendarOptions = {}): Request<types.Calendar> {
  return new Request("POST", `/me/calendar`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

/** Delete the caller's calendar. */
export function deleteCalendar(): Request<void> {
  return new Request("DELETE", `/me/calendar`);
}

/** Allow a program to act for the caller. */
export function createConsent(body: types.AgreedAuthorization): Request<types.Redirect> {
  return new Request("POST", `/me/consents`, { body });
}

/** List the programs that may act for the caller. */
export function listConsents(): Request<types.ConsentList> {
  return new Request("GET", `/me/consents`);
}

/** End what a program may do for the caller. */
export function endConsent(id: string): Request<void> {
  return new Request("DELETE", `/me/consents/${segment(id)}`);
}

/** List the caller's delegations. */
export function listDelegations(): Request<types.Delegations> {
  return new Request("GET", `/me/delegations`);
}

export interface CreateDelegationOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Delegate the caller's seats to another player. */
export function createDelegation(body: types.NewDelegation, options: CreateDelegationOptions = {}): Request<types.Delegation> {
  return new Request("POST", `/me/delegations`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

/** End a delegation. */
export function revokeDelegation(id: string): Request<void> {
  return new Request("DELETE", `/me/delegations/${segment(id)}`);
}

/** Export all data about the caller. */
export function exportMe(): Request<string> {
  return new Request("GET", `/me/export`, { isText: true });
}

/** List the invitations to the caller. */
export function listReceivedInvites(): Request<types.ReceivedInvites> {
  return new Request("GET", `/me/invites`);
}

/** Decline an invitation. */
export function declineInvite(invite: string): Request<void> {
  return new Request("DELETE", `/me/invites/${segment(invite)}`);
}

/** List the players that the caller has muted. */
export function listMutes(): Request<types.MuteList> {
  return new Request("GET", `/me/mutes`);
}

/** Mute or block a player in all games. */
export function mutePlayer(player: string, body: types.NewMute = {}): Request<void> {
  return new Request("PUT", `/me/mutes/${segment(player)}`, { body });
}

/** Unmute a player. */
export function unmutePlayer(player: string): Request<void> {
  return new Request("DELETE", `/me/mutes/${segment(player)}`);
}

/** Read the caller's settings for notices. */
export function readNotices(): Request<types.Notices> {
  return new Request("GET", `/me/notices`);
}

/** Change the caller's settings for notices. */
export function setNotices(body: types.NewNotices): Request<types.Notices> {
  return new Request("PUT", `/me/notices`, { body });
}

/** Confirm the address for mails. */
export function confirmNotices(body: types.Code): Request<types.Notices> {
  return new Request("POST", `/me/notices/confirmation`, { body });
}

/** List consents to organisers, given and received. */
export function listOrganisers(): Request<types.OrganiserConsents> {
  return new Request("GET", `/me/organisers`);
}

/** Allow an organiser to seat the caller. */
export function allowOrganiser(player: string): Request<void> {
  return new Request("PUT", `/me/organisers/${segment(player)}`);
}

/** Withdraw the consent to an organiser. */
export function withdrawOrganiser(player: string): Request<void> {
  return new Request("DELETE", `/me/organisers/${segment(player)}`);
}

export interface CreateRecoveryCodesOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Create recovery codes for the caller. */
export function createRecoveryCodes(options: CreateRecoveryCodesOptions = {}): Request<types.RecoveryCodes> {
  return new Request("POST", `/me/recovery-codes`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() } });
}

/** List all that gives others a view or a hand. */
export function listRights(): Request<types.RightList> {
  return new Request("GET", `/me/rights`);
}

/** List the caller's tokens. */
export function listTokens(): Request<types.TokenList> {
  return new Request("GET", `/me/tokens`);
}

export interface CreateTokenOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Create a further token. */
export function createToken(body: types.NewToken = {}, options: CreateTokenOptions = {}): Request<types.ShownToken> {
  return new Request("POST", `/me/tokens`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

/** Sign out everywhere else. */
export function revokeOtherTokens(): Request<void> {
  return new Request("DELETE", `/me/tokens`);
}

/** Revoke a token. */
export function revokeToken(id: string): Request<void> {
  return new Request("DELETE", `/me/tokens/${segment(id)}`);
}

export interface RotateTokenOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Replace a token by a new one. */
export function rotateToken(id: string, body: types.Rotation = {}, options: RotateTokenOptions = {}): Request<types.ShownToken> {
  return new Request("POST", `/me/tokens/${segment(id)}/rotation`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

export interface ListTurnsOptions {
  /** Largest number of entries on the page. */
  limit?: number;
}

/** List the games that wait for the caller. */
export function listTurns(options: ListTurnsOptions = {}): Request<types.Turns> {
  return new Request("GET", `/me/turns`, { query: { limit: options.limit } });
}

export interface ReadAuthorizationOptions {
  /** Always `code`. */
  response_type?: "code";
  /** Id of the program. */
  client_id?: string;
  /** Address to which the browser goes with the code, one that the program has registered. */
  redirect_uri?: string;
  /** Scopes that the program asks for, with spaces between; `read play` by default. */
  scope?: string;
  /** Text of the program's own that comes back with the code. */
  state?: string;
  /** SHA-256 of the `code_verifier` that only the program knows, in unpadded base64url (RFC 7636). */
  code_challenge?: string;
  /** Always `S256`. */
  code_challenge_method?: string;
}

/** Validate an authorization request. */
export function readAuthorization(options: ReadAuthorizationOptions = {}): Request<types.Authorization> {
  return new Request("GET", `/oauth/authorization`, { query: { response_type: options.response_type, client_id: options.client_id, redirect_uri: options.redirect_uri, scope: options.scope, state: options.state, code_challenge: options.code_challenge, code_challenge_method: options.code_challenge_method } });
}

/** Register a program with OAuth. */
export function registerClient(body: types.NewOAuthClient): Request<types.RegisteredOAuthClient> {
  return new Request("POST", `/oauth/clients`, { body });
}

/** Read what a program says of itself. */
export function readClient(id: string): Request<types.OAuthClientShown> {
  return new Request("GET", `/oauth/clients/${segment(id)}`);
}

/** Revoke the tokens of a program. */
export function revokeOauthToken(body: types.RevocationRequest): Request<void> {
  return new Request("POST", `/oauth/revocations`, { body, mediaType: "application/x-www-form-urlencoded" });
}

/** Exchange a code or a refresh token for tokens. */
export function issueTokens(body: types.TokenRequest): Request<types.OAuthTokens> {
  return new Request("POST", `/oauth/tokens`, { body, mediaType: "application/x-www-form-urlencoded" });
}

export interface ReadOembedOptions {
  /** Address of the replay. */
  url: string;
  /** Largest width of the frame, in pixels. */
  maxwidth?: number | null;
  /** Largest height of the frame, in pixels. */
  maxheight?: number | null;
  /** Form of the answer, `json`; the service has no other. */
  format?: string;
  /** en, ru, uk or ko, for the title, unless the address names one by `lang`. */
  accept_language?: string;
}

/** Describe how to show a replay in a frame (oEmbed 1.0). */
export function readOembed(options: ReadOembedOptions): Request<types.OEmbed> {
  return new Request("GET", `/oembed`, { query: { url: options.url, maxwidth: options.maxwidth, maxheight: options.maxheight, format: options.format }, headers: { "Accept-Language": options.accept_language } });
}

export interface CreatePlayerOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Register a player. */
export function createPlayer(body: types.NewPlayer, options: CreatePlayerOptions = {}): Request<types.RegisteredPlayer> {
  return new Request("POST", `/players`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

export interface SearchPlayersOptions {
  /** Beginning of a handle; case does not matter. */
  handle: string;
  /** Largest number of entries on the page. */
  limit?: number;
}

/** Search players by handle. */
export function searchPlayers(options: SearchPlayersOptions): Request<types.PlayerList> {
  return new Request("GET", `/players`, { query: { handle: options.handle, limit: options.limit } });
}

/** Read a player. */
export function readPlayer(player: string): Request<types.PublicPlayer> {
  return new Request("GET", `/players/${segment(player)}`);
}

/** Read the service's key for Web Push. */
export function readPushKey(): Request<types.PushKey> {
  return new Request("GET", `/push-key`);
}

export interface RecoverAccountOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Sign in with a recovery code. */
export function recoverAccount(body: types.NewRecovery, options: RecoverAccountOptions = {}): Request<types.ShownToken> {
  return new Request("POST", `/recoveries`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

/** Have a recovery code mailed. */
export function mailRecoveryCode(body: types.WantedRecovery): Request<void> {
  return new Request("POST", `/recoveries/mail`, { body });
}

export interface ReplayBundleOptions {
  /** Whose eyes to look through: `0` to `3` for a seat, `spectator`, or `everything` for all hands at once. By default the caller's own. Others than these and `spectator` only once the game is over. */
  as?: types.Viewpoint;
}

/** Play back an audit bundle. */
export function replayBundle(body: string, options: ReplayBundleOptions = {}): Request<string> {
  return new Request("POST", `/replays`, { query: { as: options.as }, body, mediaType: "application/x-ndjson", isText: true });
}

export interface CreateTablesOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Create tables with assigned seats. */
export function createTables(body: types.NewTables, options: CreateTablesOptions = {}): Request<types.CreatedTables> {
  return new Request("POST", `/tables`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

/** Stop the mails to an address. */
export function unsubscribe(code: string): Request<void> {
  return new Request("POST", `/unsubscriptions/${segment(code)}`);
}

export interface CreateWebhookOptions {
  /** New for each request, up to 200 characters. Sent again under the same key, it happens once. Keys of actions are known until a week after the game ends; those of answers with a secret and of orders for ten minutes. Without a token, or with one that has just been replaced, a key is a secret of at least 22 random characters. */
  idempotency_key?: string;
}

/** Create a webhook. */
export function createWebhook(body: types.NewWebhook, options: CreateWebhookOptions = {}): Request<types.WebhookWithSecret> {
  return new Request("POST", `/webhooks`, { headers: { "Idempotency-Key": options.idempotency_key ?? newKey() }, body });
}

/** List the caller's webhooks. */
export function listWebhooks(): Request<types.WebhookList> {
  return new Request("GET", `/webhooks`);
}

/** Read a webhook. */
export function readWebhook(webhook: string): Request<types.Webhook> {
  return new Request("GET", `/webhooks/${segment(webhook)}`);
}

/** Change a webhook. */
export function changeWebhook(webhook: string, body: types.ChangedWebhook = {}): Request<types.Webhook> {
  return new Request("PATCH", `/webhooks/${segment(webhook)}`, { body });
}

/** Delete a webhook. */
export function deleteWebhook(webhook: string): Request<void> {
  return new Request("DELETE", `/webhooks/${segment(webhook)}`);
}

export interface ListDeliveriesOptions {
  /** Largest number of entries on the page. */
  limit?: number;
}

/** List the newest deliveries of a webhook. */
export function listDeliveries(webhook: string, options: ListDeliveriesOptions = {}): Request<types.DeliveryList> {
  return new Request("GET", `/webhooks/${segment(webhook)}/deliveries`, { query: { limit: options.limit } });
}

/** Try a delivery once more. */
export function redeliver(webhook: string, delivery: string): Request<types.Delivery> {
  return new Request("POST", `/webhooks/${segment(webhook)}/deliveries/${segment(delivery)}/redelivery`);
}

/** Send a test message to a webhook. */
export function tryWebhook(webhook: string): Request<types.Delivery> {
  return new Request("POST", `/webhooks/${segment(webhook)}/test`);
}
