// The methods of the client: every operation of the API, and an iterator for each list.
// Made from the contract by `make openapi`.

import * as operations from "./operations.js";
import type { Request } from "./request.js";
import type * as types from "./types.js";

/** Every operation of the API as a method. */
export abstract class Methods {
  /** Send a request, again where that is safe, and return the answer. Throws Problem, NoAnswer. */
  abstract send<Answer>(request: Request<Answer>): Promise<Answer>;

  /** Yield the items of a list, page after page. */
  abstract items<Item>(request: Request<unknown>, member: string): AsyncGenerator<Item>;

  /** Search finished games. */
  searchArchive(options: operations.SearchArchiveOptions = {}): Promise<types.Archive> {
    return this.send(operations.searchArchive(options));
  }

  /** Yield the items of `searchArchive`, page after page. */
  iterArchive(options: operations.SearchArchiveOptions = {}): AsyncGenerator<types.ArchivedGame> {
    return this.items(operations.searchArchive(options), "games");
  }

  /** Read how often seats win. */
  readArchiveFigures(options: operations.ReadArchiveFiguresOptions = {}): Promise<types.Figures> {
    return this.send(operations.readArchiveFigures(options));
  }

  /** Read a calendar. */
  readCalendar(code: string): Promise<string> {
    return this.send(operations.readCalendar(code));
  }

  /** List the kinds of games. */
  listCatalogue(options: operations.ListCatalogueOptions = {}): Promise<types.Catalogue> {
    return this.send(operations.listCatalogue(options));
  }

  /** Read all about a kind of game. */
  readCatalogue(game: string, options: operations.ReadCatalogueOptions = {}): Promise<types.CatalogueGame> {
    return this.send(operations.readCatalogue(game, options));
  }

  /** Read the JSON Schema of an event. */
  readEventSchema(game: string, type: string, v: number): Promise<types.EventSchema> {
    return this.send(operations.readEventSchema(game, type, v));
  }

  /** Export all finished games. */
  exportGames(options: operations.ExportGamesOptions = {}): Promise<string> {
    return this.send(operations.exportGames(options));
  }

  /** Read the events of all public games. */
  readFeed(options: operations.ReadFeedOptions = {}): Promise<types.Feed> {
    return this.send(operations.readFeed(options));
  }

  /** Yield the items of `readFeed`, page after page. */
  iterFeed(options: operations.ReadFeedOptions = {}): AsyncGenerator<types.FeedEvent> {
    return this.items(operations.readFeed(options), "events");
  }

  /** Open a table. */
  createGame(body: types.NewGame, options: operations.CreateGameOptions = {}): Promise<types.Game> {
    return this.send(operations.createGame(body, options));
  }

  /** List games. */
  listGames(options: operations.ListGamesOptions = {}): Promise<types.GameList> {
    return this.send(operations.listGames(options));
  }

  /** Yield the items of `listGames`, page after page. */
  iterGames(options: operations.ListGamesOptions = {}): AsyncGenerator<types.GameInList> {
    return this.items(operations.listGames(options), "games");
  }

  /** Read a game. */
  readGame(id: string, options: operations.ReadGameOptions = {}): Promise<types.Game> {
    return this.send(operations.readGame(id, options));
  }

  /** Change the title of a table. */
  changeGame(id: string, body: types.ChangedGame): Promise<types.Game> {
    return this.send(operations.changeGame(id, body));
  }

  /** Close a table. */
  closeGame(id: string): Promise<void> {
    return this.send(operations.closeGame(id));
  }

  /** List the caller's legal actions, and what things would cost the caller. */
  listActions(id: string, options: operations.ListActionsOptions = {}): Promise<types.LegalActions> {
    return this.send(operations.listActions(id, options));
  }

  /** Take an action. */
  act(id: string, body: types.Action, options: operations.ActOptions = {}): Promise<types.Accepted> {
    return this.send(operations.act(id, body, options));
  }

  /** Show what the action would cause, and store nothing. */
  dryRun(id: string, body: types.Action, options: operations.DryRunOptions = {}): Promise<types.DryRun> {
    return this.send(operations.dryRun(id, body, options));
  }

  /** Ask for the analysis of a finished game. */
  requestAnalysis(id: string): Promise<types.Analysis> {
    return this.send(operations.requestAnalysis(id));
  }

  /** Read the analysis of a finished game. */
  readAnalysis(id: string): Promise<types.Analysis> {
    return this.send(operations.readAnalysis(id));
  }

  /** Read the audit bundle of a game. */
  readAudit(id: string, options: operations.ReadAuditOptions = {}): Promise<string> {
    return this.send(operations.readAudit(id, options));
  }

  /** Read the chat of a game. */
  readChat(id: string, options: operations.ReadChatOptions = {}): Promise<types.Chat> {
    return this.send(operations.readChat(id, options));
  }

  /** Yield the items of `readChat`, page after page. */
  iterChat(id: string, options: operations.ReadChatOptions = {}): AsyncGenerator<types.Message> {
    return this.items(operations.readChat(id, options), "messages");
  }

  /** Send a chat message. */
  sendMessage(id: string, body: types.NewMessage, options: operations.SendMessageOptions = {}): Promise<types.Message> {
    return this.send(operations.sendMessage(id, body, options));
  }

  /** Set the chat message up to which the caller has read. */
  setChatCursor(id: string, body: types.NewChatCursor, options: operations.SetChatCursorOptions = {}): Promise<void> {
    return this.send(operations.setChatCursor(id, body, options));
  }

  /** Erase a chat message of the caller's own. */
  eraseMessage(id: string, message: number, options: operations.EraseMessageOptions = {}): Promise<void> {
    return this.send(operations.eraseMessage(id, message, options));
  }

  /** Set the version up to which the caller has read. */
  setCursor(id: string, body: types.NewCursor): Promise<void> {
    return this.send(operations.setCursor(id, body));
  }

  /** List the events of a game. */
  listEvents(id: string, options: operations.ListEventsOptions = {}): Promise<types.EventList> {
    return this.send(operations.listEvents(id, options));
  }

  /** Yield the items of `listEvents`, page after page. */
  iterEvents(id: string, options: operations.ListEventsOptions = {}): AsyncGenerator<types.Event> {
    return this.items(operations.listEvents(id, options), "events");
  }

  /** Open a sandbox from a version of a game. */
  forkGame(id: string, body: types.NewFork = {}, options: operations.ForkGameOptions = {}): Promise<types.Game> {
    return this.send(operations.forkGame(id, body, options));
  }

  /** Read who invites to a game. */
  readInvitation(id: string, options: operations.ReadInvitationOptions): Promise<types.Invitation> {
    return this.send(operations.readInvitation(id, options));
  }

  /** Create an invitation. */
  createInvite(id: string, body: types.NewInvite = {}, options: operations.CreateInviteOptions = {}): Promise<types.InviteWithCode> {
    return this.send(operations.createInvite(id, body, options));
  }

  /** List the caller's invitations to a game. */
  listInvites(id: string): Promise<types.InviteList> {
    return this.send(operations.listInvites(id));
  }

  /** Revoke an invitation. */
  revokeInvite(id: string, invite: string): Promise<void> {
    return this.send(operations.revokeInvite(id, invite));
  }

  /** List the caller's notes on a game. */
  listNotes(id: string, options: operations.ListNotesOptions = {}): Promise<types.NoteList> {
    return this.send(operations.listNotes(id, options));
  }

  /** Write a note on a version of a game. */
  setNote(id: string, version: number, body: types.NewNote): Promise<types.Note> {
    return this.send(operations.setNote(id, version, body));
  }

  /** Erase the caller's note on a version. */
  deleteNote(id: string, version: number): Promise<void> {
    return this.send(operations.deleteNote(id, version));
  }

  /** Reveal the entropy that a seat committed to. */
  openEntropy(id: string, body: types.Opening): Promise<types.Seated> {
    return this.send(operations.openEntropy(id, body));
  }

  /** List the caller's standing orders in a game. */
  listOrders(id: string): Promise<types.OrderList> {
    return this.send(operations.listOrders(id));
  }

  /** Give a standing order. */
  giveOrder(id: string, body: types.NewOrder, options: operations.GiveOrderOptions = {}): Promise<types.Order> {
    return this.send(operations.giveOrder(id, body, options));
  }

  /** Withdraw a standing order. */
  withdrawOrder(id: string, order: string): Promise<void> {
    return this.send(operations.withdrawOrder(id, order));
  }

  /** Open the rematch of a finished game. */
  createRematch(id: string): Promise<types.Game> {
    return this.send(operations.createRematch(id));
  }

  /** Read the rematch of a game. */
  readRematch(id: string): Promise<types.Game> {
    return this.send(operations.readRematch(id));
  }

  /** Agree to play on by the newest revision of the rules. */
  agreeToRules(id: string, body: types.Agreement, options: operations.AgreeToRulesOptions = {}): Promise<types.Seated> {
    return this.send(operations.agreeToRules(id, body, options));
  }

  /** Take a seat, or seat a bot. */
  takeSeat(id: string, body: types.TakeSeat = {}, options: operations.TakeSeatOptions = {}): Promise<types.Seated> {
    return this.send(operations.takeSeat(id, body, options));
  }

  /** Leave a seat before the game starts, or remove another player. */
  leaveSeat(id: string, seat: number): Promise<void> {
    return this.send(operations.leaveSeat(id, seat));
  }

  /** Read in words what has happened. */
  readSince(id: string, options: operations.ReadSinceOptions = {}): Promise<types.Since> {
    return this.send(operations.readSince(id, options));
  }

  /** Read a game as it was at each version of a range. */
  readStates(id: string, options: operations.ReadStatesOptions = {}): Promise<string> {
    return this.send(operations.readStates(id, options));
  }

  /** Read a game as it was at an earlier version. */
  readState(id: string, version: number, options: operations.ReadStateOptions = {}): Promise<types.Game> {
    return this.send(operations.readState(id, version, options));
  }

  /** Draw a game as it was at an earlier version. */
  drawState(id: string, version: number, options: operations.DrawStateOptions = {}): Promise<string> {
    return this.send(operations.drawState(id, version, options));
  }

  /** Try a standing order on the past of a game. */
  tryOrder(id: string, body: types.TrialOrder): Promise<types.OutcomeList> {
    return this.send(operations.tryOrder(id, body));
  }

  /** Read the state of the record. */
  readIntegrity(): Promise<types.Integrity> {
    return this.send(operations.readIntegrity());
  }

  /** Read the newest checkpoint of the log. */
  readLogCheckpoint(): Promise<string> {
    return this.send(operations.readLogCheckpoint());
  }

  /** Add the cosignature of a witness to a checkpoint. */
  addCosignature(body: types.NewCosignature): Promise<void> {
    return this.send(operations.addCosignature(body));
  }

  /** Read a tile of the log. */
  readLogTile(tile: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.send(operations.readLogTile(tile));
  }

  /** Read the caller's account. */
  readMe(): Promise<types.Me> {
    return this.send(operations.readMe());
  }

  /** Change the caller's account. */
  changeMe(body: types.ChangedMe): Promise<types.Me> {
    return this.send(operations.changeMe(body));
  }

  /** Delete the caller's account. */
  deleteMe(options: operations.DeleteMeOptions = {}): Promise<void> {
    return this.send(operations.deleteMe(options));
  }

  /** Create a calendar of the caller's deadlines. */
  createCalendar(body: types.NewCalendar = {}, options: operations.CreateCalendarOptions = {}): Promise<types.Calendar> {
    return this.send(operations.createCalendar(body, options));
  }

  /** Delete the caller's calendar. */
  deleteCalendar(): Promise<void> {
    return this.send(operations.deleteCalendar());
  }

  /** Allow a program to act for the caller. */
  createConsent(body: types.AgreedAuthorization): Promise<types.Redirect> {
    return this.send(operations.createConsent(body));
  }

  /** List the programs that may act for the caller. */
  listConsents(): Promise<types.ConsentList> {
    return this.send(operations.listConsents());
  }

  /** End what a program may do for the caller. */
  endConsent(id: string): Promise<void> {
    return this.send(operations.endConsent(id));
  }

  /** List the caller's delegations. */
  listDelegations(): Promise<types.Delegations> {
    return this.send(operations.listDelegations());
  }

  /** Delegate the caller's seats to another player. */
  createDelegation(body: types.NewDelegation, options: operations.CreateDelegationOptions = {}): Promise<types.Delegation> {
    return this.send(operations.createDelegation(body, options));
  }

  /** End a delegation. */
  revokeDelegation(id: string): Promise<void> {
    return this.send(operations.revokeDelegation(id));
  }

  /** Export all data about the caller. */
  exportMe(): Promise<string> {
    return this.send(operations.exportMe());
  }

  /** List the invitations to the caller. */
  listReceivedInvites(): Promise<types.ReceivedInvites> {
    return this.send(operations.listReceivedInvites());
  }

  /** Decline an invitation. */
  declineInvite(invite: string): Promise<void> {
    return this.send(operations.declineInvite(invite));
  }

  /** List the players that the caller has muted. */
  listMutes(): Promise<types.MuteList> {
    return this.send(operations.listMutes());
  }

  /** Mute or block a player in all games. */
  mutePlayer(player: string, body: types.NewMute = {}): Promise<void> {
    return this.send(operations.mutePlayer(player, body));
  }

  /** Unmute a player. */
  unmutePlayer(player: string): Promise<void> {
    return this.send(operations.unmutePlayer(player));
  }

  /** Read the caller's settings for notices. */
  readNotices(): Promise<types.Notices> {
    return this.send(operations.readNotices());
  }

  /** Change the caller's settings for notices. */
  setNotices(body: types.NewNotices): Promise<types.Notices> {
    return this.send(operations.setNotices(body));
  }

  /** Confirm the address for mails. */
  confirmNotices(body: types.Code): Promise<types.Notices> {
    return this.send(operations.confirmNotices(body));
  }

  /** List consents to organisers, given and received. */
  listOrganisers(): Promise<types.OrganiserConsents> {
    return this.send(operations.listOrganisers());
  }

  /** Allow an organiser to seat the caller. */
  allowOrganiser(player: string): Promise<void> {
    return this.send(operations.allowOrganiser(player));
  }

  /** Withdraw the consent to an organiser. */
  withdrawOrganiser(player: string): Promise<void> {
    return this.send(operations.withdrawOrganiser(player));
  }

  /** Create recovery codes for the caller. */
  createRecoveryCodes(options: operations.CreateRecoveryCodesOptions = {}): Promise<types.RecoveryCodes> {
    return this.send(operations.createRecoveryCodes(options));
  }

  /** List all that gives others a view or a hand. */
  listRights(): Promise<types.RightList> {
    return this.send(operations.listRights());
  }

  /** List the caller's tokens. */
  listTokens(): Promise<types.TokenList> {
    return this.send(operations.listTokens());
  }

  /** Create a further token. */
  createToken(body: types.NewToken = {}, options: operations.CreateTokenOptions = {}): Promise<types.ShownToken> {
    return this.send(operations.createToken(body, options));
  }

  /** Sign out everywhere else. */
  revokeOtherTokens(): Promise<void> {
    return this.send(operations.revokeOtherTokens());
  }

  /** Revoke a token. */
  revokeToken(id: string): Promise<void> {
    return this.send(operations.revokeToken(id));
  }

  /** Replace a token by a new one. */
  rotateToken(id: string, body: types.Rotation = {}, options: operations.RotateTokenOptions = {}): Promise<types.ShownToken> {
    return this.send(operations.rotateToken(id, body, options));
  }

  /** List the games that wait for the caller. */
  listTurns(options: operations.ListTurnsOptions = {}): Promise<types.Turns> {
    return this.send(operations.listTurns(options));
  }

  /** Validate an authorization request. */
  readAuthorization(options: operations.ReadAuthorizationOptions = {}): Promise<types.Authorization> {
    return this.send(operations.readAuthorization(options));
  }

  /** Register a program with OAuth. */
  registerClient(body: types.NewOAuthClient): Promise<types.RegisteredOAuthClient> {
    return this.send(operations.registerClient(body));
  }

  /** Read what a program says of itself. */
  readClient(id: string): Promise<types.OAuthClientShown> {
    return this.send(operations.readClient(id));
  }

  /** Revoke the tokens of a program. */
  revokeOauthToken(body: types.RevocationRequest): Promise<void> {
    return this.send(operations.revokeOauthToken(body));
  }

  /** Exchange a code or a refresh token for tokens. */
  issueTokens(body: types.TokenRequest): Promise<types.OAuthTokens> {
    return this.send(operations.issueTokens(body));
  }

  /** Describe how to show a replay in a frame (oEmbed 1.0). */
  readOembed(options: operations.ReadOembedOptions): Promise<types.OEmbed> {
    return this.send(operations.readOembed(options));
  }

  /** Register a player. */
  createPlayer(body: types.NewPlayer, options: operations.CreatePlayerOptions = {}): Promise<types.RegisteredPlayer> {
    return this.send(operations.createPlayer(body, options));
  }

  /** Search players by handle. */
  searchPlayers(options: operations.SearchPlayersOptions): Promise<types.PlayerList> {
    return this.send(operations.searchPlayers(options));
  }

  /** Read a player. */
  readPlayer(player: string): Promise<types.PublicPlayer> {
    return this.send(operations.readPlayer(player));
  }

  /** Read the service's key for Web Push. */
  readPushKey(): Promise<types.PushKey> {
    return this.send(operations.readPushKey());
  }

  /** Sign in with a recovery code. */
  recoverAccount(body: types.NewRecovery, options: operations.RecoverAccountOptions = {}): Promise<types.ShownToken> {
    return this.send(operations.recoverAccount(body, options));
  }

  /** Have a recovery code mailed. */
  mailRecoveryCode(body: types.WantedRecovery): Promise<void> {
    return this.send(operations.mailRecoveryCode(body));
  }

  /** Play back an audit bundle. */
  replayBundle(body: string, options: operations.ReplayBundleOptions = {}): Promise<string> {
    return this.send(operations.replayBundle(body, options));
  }

  /** Create tables with assigned seats. */
  createTables(body: types.NewTables, options: operations.CreateTablesOptions = {}): Promise<types.CreatedTables> {
    return this.send(operations.createTables(body, options));
  }

  /** Stop the mails to an address. */
  unsubscribe(code: string): Promise<void> {
    return this.send(operations.unsubscribe(code));
  }

  /** Create a webhook. */
  createWebhook(body: types.NewWebhook, options: operations.CreateWebhookOptions = {}): Promise<types.WebhookWithSecret> {
    return this.send(operations.createWebhook(body, options));
  }

  /** List the caller's webhooks. */
  listWebhooks(): Promise<types.WebhookList> {
    return this.send(operations.listWebhooks());
  }

  /** Read a webhook. */
  readWebhook(webhook: string): Promise<types.Webhook> {
    return this.send(operations.readWebhook(webhook));
  }

  /** Change a webhook. */
  changeWebhook(webhook: string, body: types.ChangedWebhook = {}): Promise<types.Webhook> {
    return this.send(operations.changeWebhook(webhook, body));
  }

  /** Delete a webhook. */
  deleteWebhook(webhook: string): Promise<void> {
    return this.send(operations.deleteWebhook(webhook));
  }

  /** List the newest deliveries of a webhook. */
  listDeliveries(webhook: string, options: operations.ListDeliveriesOptions = {}): Promise<types.DeliveryList> {
    return this.send(operations.listDeliveries(webhook, options));
  }

  /** Try a delivery once more. */
  redeliver(webhook: string, delivery: string): Promise<types.Delivery> {
    return this.send(operations.redeliver(webhook, delivery));
  }

  /** Send a test message to a webhook. */
  tryWebhook(webhook: string): Promise<types.Delivery> {
    return this.send(operations.tryWebhook(webhook));
  }
}
