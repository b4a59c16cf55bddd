"""The methods of both clients: every operation of the API, and an iterator for each list.

Made from the contract by `make openapi`.
"""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from typing import Any, Literal, TypeVar

from cartulary_client import operations, types
from cartulary_client.request import Request

Answer = TypeVar("Answer")


class Methods(ABC):
    """Every operation of the API as a method."""

    @abstractmethod
    def send(self, request: Request[Answer]) -> Answer:
        """Send a request, again where that is safe, and return the answer. Raises Problem, NoAnswer."""

    @abstractmethod
    def items(self, request: Request[Any], member: str) -> Iterator[Any]:
        """Yield the items of a list, page after page."""

    def search_archive(
        self,
        *,
        game: types.GameId | None = None,
        edition: str | None = None,
        seats: int | None = None,
        player: str | None = None,
        winner: str | None = None,
        kind: str | None = None,
        decided_by: str | None = None,
        min_turns: int | None = None,
        max_turns: int | None = None,
        event: types.EventName | None = None,
        before_turn: int | None = None,
        without: types.EventName | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> types.Archive:
        """Search finished games."""
        return self.send(
            operations.search_archive(
                game=game,
                edition=edition,
                seats=seats,
                player=player,
                winner=winner,
                kind=kind,
                decided_by=decided_by,
                min_turns=min_turns,
                max_turns=max_turns,
                event=event,
                before_turn=before_turn,
                without=without,
                cursor=cursor,
                limit=limit,
            )
        )

    def iter_archive(
        self,
        *,
        game: types.GameId | None = None,
        edition: str | None = None,
        seats: int | None = None,
        player: str | None = None,
        winner: str | None = None,
        kind: str | None = None,
        decided_by: str | None = None,
        min_turns: int | None = None,
        max_turns: int | None = None,
        event: types.EventName | None = None,
        before_turn: int | None = None,
        without: types.EventName | None = None,
        limit: int | None = None,
    ) -> Iterator[types.ArchivedGame]:
        """Yield the items of `search_archive`, page after page."""
        return self.items(
            operations.search_archive(
                game=game,
                edition=edition,
                seats=seats,
                player=player,
                winner=winner,
                kind=kind,
                decided_by=decided_by,
                min_turns=min_turns,
                max_turns=max_turns,
                event=event,
                before_turn=before_turn,
                without=without,
                limit=limit,
            ),
            "games",
        )

    def read_archive_figures(
        self, *, game: types.GameId | None = None, edition: str | None = None, seats: int | None = None
    ) -> types.Figures:
        """Read how often seats win."""
        return self.send(operations.read_archive_figures(game=game, edition=edition, seats=seats))

    def read_calendar(self, code: str) -> str:
        """Read a calendar."""
        return self.send(operations.read_calendar(code))

    def list_catalogue(self, *, accept_language: str | None = None) -> types.Catalogue:
        """List the kinds of games."""
        return self.send(operations.list_catalogue(accept_language=accept_language))

    def read_catalogue(self, game: str, *, accept_language: str | None = None) -> types.CatalogueGame:
        """Read all about a kind of game."""
        return self.send(operations.read_catalogue(game, accept_language=accept_language))

    def read_event_schema(self, game: str, type: str, v: int) -> types.EventSchema:
        """Read the JSON Schema of an event."""
        return self.send(operations.read_event_schema(game, type, v))

    def export_games(
        self, *, cursor: str | None = None, game: types.GameId | None = None, limit: int | None = None
    ) -> str:
        """Export all finished games."""
        return self.send(operations.export_games(cursor=cursor, game=game, limit=limit))

    def read_feed(self, *, cursor: str | None = None, limit: int | None = None) -> types.Feed:
        """Read the events of all public games."""
        return self.send(operations.read_feed(cursor=cursor, limit=limit))

    def iter_feed(self, *, limit: int | None = None) -> Iterator[types.FeedEvent]:
        """Yield the items of `read_feed`, page after page."""
        return self.items(operations.read_feed(limit=limit), "events")

    def create_game(self, body: types.NewGame, *, idempotency_key: str | None = None) -> types.Game:
        """Open a table."""
        return self.send(operations.create_game(body, idempotency_key=idempotency_key))

    def list_games(
        self,
        *,
        status: Literal["open", "playing", "finished", "abandoned"] | None = None,
        game: types.GameId | None = None,
        player: str | None = None,
        edition: str | None = None,
        seats: int | None = None,
        free_seats: int | None = None,
        clock: Literal["none", "live", "daily", "slow"] | None = None,
        language: types.Language | None = None,
        substitute: bool | None = None,
        rematch_of: str | None = None,
        tag: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> types.GameList:
        """List games."""
        return self.send(
            operations.list_games(
                status=status,
                game=game,
                player=player,
                edition=edition,
                seats=seats,
                free_seats=free_seats,
                clock=clock,
                language=language,
                substitute=substitute,
                rematch_of=rematch_of,
                tag=tag,
                cursor=cursor,
                limit=limit,
            )
        )

    def iter_games(
        self,
        *,
        status: Literal["open", "playing", "finished", "abandoned"] | None = None,
        game: types.GameId | None = None,
        player: str | None = None,
        edition: str | None = None,
        seats: int | None = None,
        free_seats: int | None = None,
        clock: Literal["none", "live", "daily", "slow"] | None = None,
        language: types.Language | None = None,
        substitute: bool | None = None,
        rematch_of: str | None = None,
        tag: str | None = None,
        limit: int | None = None,
    ) -> Iterator[types.GameInList]:
        """Yield the items of `list_games`, page after page."""
        return self.items(
            operations.list_games(
                status=status,
                game=game,
                player=player,
                edition=edition,
                seats=seats,
                free_seats=free_seats,
                clock=clock,
                language=language,
                substitute=substitute,
                rematch_of=rematch_of,
                tag=tag,
                limit=limit,
            ),
            "games",
        )

    def read_game(
        self,
        id: str,
        *,
        as_: types.Viewpoint | None = None,
        invite: str | None = None,
        last_event_id: str | None = None,
        accept_language: str | None = None,
    ) -> types.Game:
        """Read a game."""
        return self.send(
            operations.read_game(
                id, as_=as_, invite=invite, last_event_id=last_event_id, accept_language=accept_language
            )
        )

    def change_game(self, id: str, body: types.ChangedGame) -> types.Game:
        """Change the title of a table."""
        return self.send(operations.change_game(id, body))

    def close_game(self, id: str) -> None:
        """Close a table."""
        self.send(operations.close_game(id))

    def list_actions(self, id: str, *, expand: bool | None = None) -> types.LegalActions:
        """List the caller's legal actions, and what things would cost the caller."""
        return self.send(operations.list_actions(id, expand=expand))

    def act(
        self,
        id: str,
        body: types.Action,
        *,
        accept_language: str | None = None,
        if_match: int | str | None = None,
        action_signature: str | None = None,
        idempotency_key: str | None = None,
    ) -> types.Accepted:
        """Take an action."""
        return self.send(
            operations.act(
                id,
                body,
                accept_language=accept_language,
                if_match=if_match,
                action_signature=action_signature,
                idempotency_key=idempotency_key,
            )
        )

    def dry_run(
        self,
        id: str,
        body: types.Action,
        *,
        accept_language: str | None = None,
        if_match: int | str | None = None,
        action_signature: str | None = None,
    ) -> types.DryRun:
        """Show what the action would cause, and store nothing."""
        return self.send(
            operations.dry_run(
                id, body, accept_language=accept_language, if_match=if_match, action_signature=action_signature
            )
        )

    def request_analysis(self, id: str) -> types.Analysis:
        """Ask for the analysis of a finished game."""
        return self.send(operations.request_analysis(id))

    def read_analysis(self, id: str) -> types.Analysis:
        """Read the analysis of a finished game."""
        return self.send(operations.read_analysis(id))

    def read_audit(self, id: str, *, invite: str | None = None, log: bool | None = None) -> str:
        """Read the audit bundle of a game."""
        return self.send(operations.read_audit(id, invite=invite, log=log))

    def read_chat(
        self,
        id: str,
        *,
        team: bool | None = None,
        after: int | None = None,
        before: int | None = None,
        cursor: int | None = None,
        limit: int | None = None,
    ) -> types.Chat:
        """Read the chat of a game."""
        return self.send(operations.read_chat(id, team=team, after=after, before=before, cursor=cursor, limit=limit))

    def iter_chat(
        self,
        id: str,
        *,
        team: bool | None = None,
        after: int | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> Iterator[types.Message]:
        """Yield the items of `read_chat`, page after page."""
        return self.items(operations.read_chat(id, team=team, after=after, before=before, limit=limit), "messages")

    def send_message(
        self, id: str, body: types.NewMessage, *, team: bool | None = None, idempotency_key: str | None = None
    ) -> types.Message:
        """Send a chat message."""
        return self.send(operations.send_message(id, body, team=team, idempotency_key=idempotency_key))

    def set_chat_cursor(self, id: str, body: types.NewChatCursor, *, team: bool | None = None) -> None:
        """Set the chat message up to which the caller has read."""
        self.send(operations.set_chat_cursor(id, body, team=team))

    def erase_message(self, id: str, message: int, *, team: bool | None = None) -> None:
        """Erase a chat message of the caller's own."""
        self.send(operations.erase_message(id, message, team=team))

    def set_cursor(self, id: str, body: types.NewCursor) -> None:
        """Set the version up to which the caller has read."""
        self.send(operations.set_cursor(id, body))

    def list_events(
        self,
        id: str,
        *,
        cursor: int | None = None,
        after: int | None = None,
        limit: int | None = None,
        changes: bool | None = None,
        as_: types.Viewpoint | None = None,
    ) -> types.EventList:
        """List the events of a game."""
        return self.send(operations.list_events(id, cursor=cursor, after=after, limit=limit, changes=changes, as_=as_))

    def iter_events(
        self,
        id: str,
        *,
        after: int | None = None,
        limit: int | None = None,
        changes: bool | None = None,
        as_: types.Viewpoint | None = None,
    ) -> Iterator[types.Event]:
        """Yield the items of `list_events`, page after page."""
        return self.items(operations.list_events(id, after=after, limit=limit, changes=changes, as_=as_), "events")

    def fork_game(
        self, id: str, body: types.NewFork | None = None, *, idempotency_key: str | None = None
    ) -> types.Game:
        """Open a sandbox from a version of a game."""
        return self.send(operations.fork_game(id, body, idempotency_key=idempotency_key))

    def read_invitation(self, id: str, *, code: str) -> types.Invitation:
        """Read who invites to a game."""
        return self.send(operations.read_invitation(id, code=code))

    def create_invite(
        self, id: str, body: types.NewInvite | None = None, *, idempotency_key: str | None = None
    ) -> types.InviteWithCode:
        """Create an invitation."""
        return self.send(operations.create_invite(id, body, idempotency_key=idempotency_key))

    def list_invites(self, id: str) -> types.InviteList:
        """List the caller's invitations to a game."""
        return self.send(operations.list_invites(id))

    def revoke_invite(self, id: str, invite: str) -> None:
        """Revoke an invitation."""
        self.send(operations.revoke_invite(id, invite))

    def list_notes(self, id: str, *, version: int | None = None) -> types.NoteList:
        """List the caller's notes on a game."""
        return self.send(operations.list_notes(id, version=version))

    def set_note(self, id: str, version: int, body: types.NewNote) -> types.Note:
        """Write a note on a version of a game."""
        return self.send(operations.set_note(id, version, body))

    def delete_note(self, id: str, version: int) -> None:
        """Erase the caller's note on a version."""
        self.send(operations.delete_note(id, version))

    def open_entropy(self, id: str, body: types.Opening) -> types.Seated:
        """Reveal the entropy that a seat committed to."""
        return self.send(operations.open_entropy(id, body))

    def list_orders(self, id: str) -> types.OrderList:
        """List the caller's standing orders in a game."""
        return self.send(operations.list_orders(id))

    def give_order(
        self, id: str, body: types.NewOrder, *, action_signature: str | None = None, idempotency_key: str | None = None
    ) -> types.Order:
        """Give a standing order."""
        return self.send(
            operations.give_order(id, body, action_signature=action_signature, idempotency_key=idempotency_key)
        )

    def withdraw_order(self, id: str, order: str) -> None:
        """Withdraw a standing order."""
        self.send(operations.withdraw_order(id, order))

    def create_rematch(self, id: str) -> types.Game:
        """Open the rematch of a finished game."""
        return self.send(operations.create_rematch(id))

    def read_rematch(self, id: str) -> types.Game:
        """Read the rematch of a game."""
        return self.send(operations.read_rematch(id))

    def agree_to_rules(self, id: str, body: types.Agreement, *, idempotency_key: str | None = None) -> types.Seated:
        """Agree to play on by the newest revision of the rules."""
        return self.send(operations.agree_to_rules(id, body, idempotency_key=idempotency_key))

    def take_seat(
        self, id: str, body: types.TakeSeat | None = None, *, idempotency_key: str | None = None
    ) -> types.Seated:
        """Take a seat, or seat a bot."""
        return self.send(operations.take_seat(id, body, idempotency_key=idempotency_key))

    def leave_seat(self, id: str, seat: int) -> None:
        """Leave a seat before the game starts, or remove another player."""
        self.send(operations.leave_seat(id, seat))

    def read_since(
        self,
        id: str,
        *,
        after: int | None = None,
        limit: int | None = None,
        as_: types.Viewpoint | None = None,
        accept_language: str | None = None,
    ) -> types.Since:
        """Read in words what has happened."""
        return self.send(operations.read_since(id, after=after, limit=limit, as_=as_, accept_language=accept_language))

    def read_states(
        self, id: str, *, as_: types.Viewpoint | None = None, from_: int | None = None, to: int | None = None
    ) -> str:
        """Read a game as it was at each version of a range."""
        return self.send(operations.read_states(id, as_=as_, from_=from_, to=to))

    def read_state(
        self, id: str, version: int, *, as_: types.Viewpoint | None = None, accept_language: str | None = None
    ) -> types.Game:
        """Read a game as it was at an earlier version."""
        return self.send(operations.read_state(id, version, as_=as_, accept_language=accept_language))

    def draw_state(
        self,
        id: str,
        version: int,
        *,
        as_: types.Viewpoint | None = None,
        lang: types.Language | None = None,
        accept_language: str | None = None,
    ) -> str:
        """Draw a game as it was at an earlier version."""
        return self.send(operations.draw_state(id, version, as_=as_, lang=lang, accept_language=accept_language))

    def try_order(self, id: str, body: types.TrialOrder) -> types.OutcomeList:
        """Try a standing order on the past of a game."""
        return self.send(operations.try_order(id, body))

    def read_integrity(self) -> types.Integrity:
        """Read the state of the record."""
        return self.send(operations.read_integrity())

    def read_log_checkpoint(self) -> str:
        """Read the newest checkpoint of the log."""
        return self.send(operations.read_log_checkpoint())

    def add_cosignature(self, body: types.NewCosignature) -> None:
        """Add the cosignature of a witness to a checkpoint."""
        self.send(operations.add_cosignature(body))

    def read_log_tile(self, tile: str) -> bytes:
        """Read a tile of the log."""
        return self.send(operations.read_log_tile(tile))

    def read_me(self) -> types.Me:
        """Read the caller's account."""
        return self.send(operations.read_me())

    def change_me(self, body: types.ChangedMe) -> types.Me:
        """Change the caller's account."""
        return self.send(operations.change_me(body))

    def delete_me(self, *, confirm: str | None = None) -> None:
        """Delete the caller's account."""
        self.send(operations.delete_me(confirm=confirm))

    def create_calendar(
        self, body: types.NewCalendar | None = None, *, idempotency_key: str | None = None
    ) -> types.Calendar:
        """Create a calendar of the caller's deadlines."""
        return self.send(operations.create_calendar(body, idempotency_key=idempotency_key))

    def delete_calendar(self) -> None:
        """Delete the caller's calendar."""
        self.send(operations.delete_calendar())

    def create_consent(self, body: types.AgreedAuthorization) -> types.Redirect:
        """Allow a program to act for the caller."""
        return self.send(operations.create_consent(body))

    def list_consents(self) -> types.ConsentList:
        """List the programs that may act for the caller."""
        return self.send(operations.list_consents())

    def end_consent(self, id: str) -> None:
        """End what a program may do for the caller."""
        self.send(operations.end_consent(id))

    def list_delegations(self) -> types.Delegations:
        """List the caller's delegations."""
        return self.send(operations.list_delegations())

    def create_delegation(self, body: types.NewDelegation, *, idempotency_key: str | None = None) -> types.Delegation:
        """Delegate the caller's seats to another player."""
        return self.send(operations.create_delegation(body, idempotency_key=idempotency_key))

    def revoke_delegation(self, id: str) -> None:
        """End a delegation."""
        self.send(operations.revoke_delegation(id))

    def export_me(self) -> str:
        """Export all data about the caller."""
        return self.send(operations.export_me())

    def list_received_invites(self) -> types.ReceivedInvites:
        """List the invitations to the caller."""
        return self.send(operations.list_received_invites())

    def decline_invite(self, invite: str) -> None:
        """Decline an invitation."""
        self.send(operations.decline_invite(invite))

    def list_mutes(self) -> types.MuteList:
        """List the players that the caller has muted."""
        return self.send(operations.list_mutes())

    def mute_player(self, player: str, body: types.NewMute | None = None) -> None:
        """Mute or block a player in all games."""
        self.send(operations.mute_player(player, body))

    def unmute_player(self, player: str) -> None:
        """Unmute a player."""
        self.send(operations.unmute_player(player))

    def read_notices(self) -> types.Notices:
        """Read the caller's settings for notices."""
        return self.send(operations.read_notices())

    def set_notices(self, body: types.NewNotices) -> types.Notices:
        """Change the caller's settings for notices."""
        return self.send(operations.set_notices(body))

    def confirm_notices(self, body: types.Code) -> types.Notices:
        """Confirm the address for mails."""
        return self.send(operations.confirm_notices(body))

    def list_organisers(self) -> types.OrganiserConsents:
        """List consents to organisers, given and received."""
        return self.send(operations.list_organisers())

    def allow_organiser(self, player: str) -> None:
        """Allow an organiser to seat the caller."""
        self.send(operations.allow_organiser(player))

    def withdraw_organiser(self, player: str) -> None:
        """Withdraw the consent to an organiser."""
        self.send(operations.withdraw_organiser(player))

    def create_recovery_codes(self, *, idempotency_key: str | None = None) -> types.RecoveryCodes:
        """Create recovery codes for the caller."""
        return self.send(operations.create_recovery_codes(idempotency_key=idempotency_key))

    def list_rights(self) -> types.RightList:
        """List all that gives others a view or a hand."""
        return self.send(operations.list_rights())

    def list_tokens(self) -> types.TokenList:
        """List the caller's tokens."""
        return self.send(operations.list_tokens())

    def create_token(
        self, body: types.NewToken | None = None, *, idempotency_key: str | None = None
    ) -> types.ShownToken:
        """Create a further token."""
        return self.send(operations.create_token(body, idempotency_key=idempotency_key))

    def revoke_other_tokens(self) -> None:
        """Sign out everywhere else."""
        self.send(operations.revoke_other_tokens())

    def revoke_token(self, id: str) -> None:
        """Revoke a token."""
        self.send(operations.revoke_token(id))

    def rotate_token(
        self, id: str, body: types.Rotation | None = None, *, idempotency_key: str | None = None
    ) -> types.ShownToken:
        """Replace a token by a new one."""
        return self.send(operations.rotate_token(id, body, idempotency_key=idempotency_key))

    def list_turns(self, *, limit: int | None = None) -> types.Turns:
        """List the games that wait for the caller."""
        return self.send(operations.list_turns(limit=limit))

    def read_authorization(
        self,
        *,
        response_type: Literal["code"] | None = None,
        client_id: str | None = None,
        redirect_uri: str | None = None,
        scope: str | None = None,
        state: str | None = None,
        code_challenge: str | None = None,
        code_challenge_method: str | None = None,
    ) -> types.Authorization:
        """Validate an authorization request."""
        return self.send(
            operations.read_authorization(
                response_type=response_type,
                client_id=client_id,
                redirect_uri=redirect_uri,
                scope=scope,
                state=state,
                code_challenge=code_challenge,
                code_challenge_method=code_challenge_method,
            )
        )

    def register_client(self, body: types.NewOAuthClient) -> types.RegisteredOAuthClient:
        """Register a program with OAuth."""
        return self.send(operations.register_client(body))

    def read_client(self, id: str) -> types.OAuthClientShown:
        """Read what a program says of itself."""
        return self.send(operations.read_client(id))

    def revoke_oauth_token(self, body: types.RevocationRequest) -> None:
        """Revoke the tokens of a program."""
        self.send(operations.revoke_oauth_token(body))

    def issue_tokens(self, body: types.TokenRequest) -> types.OAuthTokens:
        """Exchange a code or a refresh token for tokens."""
        return self.send(operations.issue_tokens(body))

    def read_oembed(
        self,
        *,
        url: str,
        maxwidth: int | None = None,
        maxheight: int | None = None,
        format: str | None = None,
        accept_language: str | None = None,
    ) -> types.OEmbed:
        """Describe how to show a replay in a frame (oEmbed 1.0)."""
        return self.send(
            operations.read_oembed(
                url=url, maxwidth=maxwidth, maxheight=maxheight, format=format, accept_language=accept_language
            )
        )

    def create_player(self, body: types.NewPlayer, *, idempotency_key: str | None = None) -> types.RegisteredPlayer:
        """Register a player."""
        return self.send(operations.create_player(body, idempotency_key=idempotency_key))

    def search_players(self, *, handle: str, limit: int | None = None) -> types.PlayerList:
        """Search players by handle."""
        return self.send(operations.search_players(handle=handle, limit=limit))

    def read_player(self, player: str) -> types.PublicPlayer:
        """Read a player."""
        return self.send(operations.read_player(player))

    def read_push_key(self) -> types.PushKey:
        """Read the service's key for Web Push."""
        return self.send(operations.read_push_key())

    def recover_account(self, body: types.NewRecovery, *, idempotency_key: str | None = None) -> types.ShownToken:
        """Sign in with a recovery code."""
        return self.send(operations.recover_account(body, idempotency_key=idempotency_key))

    def mail_recovery_code(self, body: types.WantedRecovery) -> None:
        """Have a recovery code mailed."""
        self.send(operations.mail_recovery_code(body))

    def replay_bundle(self, body: str, *, as_: types.Viewpoint | None = None) -> str:
        """Play back an audit bundle."""
        return self.send(operations.replay_bundle(body, as_=as_))

    def create_tables(self, body: types.NewTables, *, idempotency_key: str | None = None) -> types.CreatedTables:
        """Create tables with assigned seats."""
        return self.send(operations.create_tables(body, idempotency_key=idempotency_key))

    def unsubscribe(self, code: str) -> None:
        """Stop the mails to an address."""
        self.send(operations.unsubscribe(code))

    def create_webhook(self, body: types.NewWebhook, *, idempotency_key: str | None = None) -> types.WebhookWithSecret:
        """Create a webhook."""
        return self.send(operations.create_webhook(body, idempotency_key=idempotency_key))

    def list_webhooks(self) -> types.WebhookList:
        """List the caller's webhooks."""
        return self.send(operations.list_webhooks())

    def read_webhook(self, webhook: str) -> types.Webhook:
        """Read a webhook."""
        return self.send(operations.read_webhook(webhook))

    def change_webhook(self, webhook: str, body: types.ChangedWebhook | None = None) -> types.Webhook:
        """Change a webhook."""
        return self.send(operations.change_webhook(webhook, body))

    def delete_webhook(self, webhook: str) -> None:
        """Delete a webhook."""
        self.send(operations.delete_webhook(webhook))

    def list_deliveries(self, webhook: str, *, limit: int | None = None) -> types.DeliveryList:
        """List the newest deliveries of a webhook."""
        return self.send(operations.list_deliveries(webhook, limit=limit))

    def redeliver(self, webhook: str, delivery: str) -> types.Delivery:
        """Try a delivery once more."""
        return self.send(operations.redeliver(webhook, delivery))

    def try_webhook(self, webhook: str) -> types.Delivery:
        """Send a test message to a webhook."""
        return self.send(operations.try_webhook(webhook))


class AsyncMethods(ABC):
    """Every operation of the API as a method to await."""

    @abstractmethod
    async def send(self, request: Request[Answer]) -> Answer:
        """Send a request, again where that is safe, and return the answer. Raises Problem, NoAnswer."""

    @abstractmethod
    def items(self, request: Request[Any], member: str) -> AsyncIterator[Any]:
        """Yield the items of a list, page after page."""

    async def search_archive(
        self,
        *,
        game: types.GameId | None = None,
        edition: str | None = None,
        seats: int | None = None,
        player: str | None = None,
        winner: str | None = None,
        kind: str | None = None,
        decided_by: str | None = None,
        min_turns: int | None = None,
        max_turns: int | None = None,
        event: types.EventName | None = None,
        before_turn: int | None = None,
        without: types.EventName | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> types.Archive:
        """Search finished games."""
        return await self.send(
            operations.search_archive(
                game=game,
                edition=edition,
                seats=seats,
                player=player,
                winner=winner,
                kind=kind,
                decided_by=decided_by,
                min_turns=min_turns,
                max_turns=max_turns,
                event=event,
                before_turn=before_turn,
                without=without,
                cursor=cursor,
                limit=limit,
            )
        )

    def iter_archive(
        self,
        *,
        game: types.GameId | None = None,
        edition: str | None = None,
        seats: int | None = None,
        player: str | None = None,
        winner: str | None = None,
        kind: str | None = None,
        decided_by: str | None = None,
        min_turns: int | None = None,
        max_turns: int | None = None,
        event: types.EventName | None = None,
        before_turn: int | None = None,
        without: types.EventName | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.ArchivedGame]:
        """Yield the items of `search_archive`, page after page."""
        return self.items(
            operations.search_archive(
                game=game,
                edition=edition,
                seats=seats,
                player=player,
                winner=winner,
                kind=kind,
                decided_by=decided_by,
                min_turns=min_turns,
                max_turns=max_turns,
                event=event,
                before_turn=before_turn,
                without=without,
                limit=limit,
            ),
            "games",
        )

    async def read_archive_figures(
        self, *, game: types.GameId | None = None, edition: str | None = None, seats: int | None = None
    ) -> types.Figures:
        """Read how often seats win."""
        return await self.send(operations.read_archive_figures(game=game, edition=edition, seats=seats))

    async def read_calendar(self, code: str) -> str:
        """Read a calendar."""
        return await self.send(operations.read_calendar(code))

    async def list_catalogue(self, *, accept_language: str | None = None) -> types.Catalogue:
        """List the kinds of games."""
        return await self.send(operations.list_catalogue(accept_language=accept_language))

    async def read_catalogue(self, game: str, *, accept_language: str | None = None) -> types.CatalogueGame:
        """Read all about a kind of game."""
        return await self.send(operations.read_catalogue(game, accept_language=accept_language))

    async def read_event_schema(self, game: str, type: str, v: int) -> types.EventSchema:
        """Read the JSON Schema of an event."""
        return await self.send(operations.read_event_schema(game, type, v))

    async def export_games(
        self, *, cursor: str | None = None, game: types.GameId | None = None, limit: int | None = None
    ) -> str:
        """Export all finished games."""
        return await self.send(operations.export_games(cursor=cursor, game=game, limit=limit))

    async def read_feed(self, *, cursor: str | None = None, limit: int | None = None) -> types.Feed:
        """Read the events of all public games."""
        return await self.send(operations.read_feed(cursor=cursor, limit=limit))

    def iter_feed(self, *, limit: int | None = None) -> AsyncIterator[types.FeedEvent]:
        """Yield the items of `read_feed`, page after page."""
        return self.items(operations.read_feed(limit=limit), "events")

    async def create_game(self, body: types.NewGame, *, idempotency_key: str | None = None) -> types.Game:
        """Open a table."""
        return await self.send(operations.create_game(body, idempotency_key=idempotency_key))

    async def list_games(
        self,
        *,
        status: Literal["open", "playing", "finished", "abandoned"] | None = None,
        game: types.GameId | None = None,
        player: str | None = None,
        edition: str | None = None,
        seats: int | None = None,
        free_seats: int | None = None,
        clock: Literal["none", "live", "daily", "slow"] | None = None,
        language: types.Language | None = None,
        substitute: bool | None = None,
        rematch_of: str | None = None,
        tag: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> types.GameList:
        """List games."""
        return await self.send(
            operations.list_games(
                status=status,
                game=game,
                player=player,
                edition=edition,
                seats=seats,
                free_seats=free_seats,
                clock=clock,
                language=language,
                substitute=substitute,
                rematch_of=rematch_of,
                tag=tag,
                cursor=cursor,
                limit=limit,
            )
        )

    def iter_games(
        self,
        *,
        status: Literal["open", "playing", "finished", "abandoned"] | None = None,
        game: types.GameId | None = None,
        player: str | None = None,
        edition: str | None = None,
        seats: int | None = None,
        free_seats: int | None = None,
        clock: Literal["none", "live", "daily", "slow"] | None = None,
        language: types.Language | None = None,
        substitute: bool | None = None,
        rematch_of: str | None = None,
        tag: str | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.GameInList]:
        """Yield the items of `list_games`, page after page."""
        return self.items(
            operations.list_games(
                status=status,
                game=game,
                player=player,
                edition=edition,
                seats=seats,
                free_seats=free_seats,
                clock=clock,
                language=language,
                substitute=substitute,
                rematch_of=rematch_of,
                tag=tag,
                limit=limit,
            ),
            "games",
        )

    async def read_game(
        self,
        id: str,
        *,
        as_: types.Viewpoint | None = None,
        invite: str | None = None,
        last_event_id: str | None = None,
        accept_language: str | None = None,
    ) -> types.Game:
        """Read a game."""
        return await self.send(
            operations.read_game(
                id, as_=as_, invite=invite, last_event_id=last_event_id, accept_language=accept_language
            )
        )

    async def change_game(self, id: str, body: types.ChangedGame) -> types.Game:
        """Change the title of a table."""
        return await self.send(operations.change_game(id, body))

    async def close_game(self, id: str) -> None:
        """Close a table."""
        await self.send(operations.close_game(id))

    async def list_actions(self, id: str, *, expand: bool | None = None) -> types.LegalActions:
        """List the caller's legal actions, and what things would cost the caller."""
        return await self.send(operations.list_actions(id, expand=expand))

    async def act(
        self,
        id: str,
        body: types.Action,
        *,
        accept_language: str | None = None,
        if_match: int | str | None = None,
        action_signature: str | None = None,
        idempotency_key: str | None = None,
    ) -> types.Accepted:
        """Take an action."""
        return await self.send(
            operations.act(
                id,
                body,
                accept_language=accept_language,
                if_match=if_match,
                action_signature=action_signature,
                idempotency_key=idempotency_key,
            )
        )

    async def dry_run(
        self,
        id: str,
        body: types.Action,
        *,
        accept_language: str | None = None,
        if_match: int | str | None = None,
        action_signature: str | None = None,
    ) -> types.DryRun:
        """Show what the action would cause, and store nothing."""
        return await self.send(
            operations.dry_run(
                id, body, accept_language=accept_language, if_match=if_match, action_signature=action_signature
            )
        )

    async def request_analysis(self, id: str) -> types.Analysis:
        """Ask for the analysis of a finished game."""
        return await self.send(operations.request_analysis(id))

    async def read_analysis(self, id: str) -> types.Analysis:
        """Read the analysis of a finished game."""
        return await self.send(operations.read_analysis(id))

    async def read_audit(self, id: str, *, invite: str | None = None, log: bool | None = None) -> str:
        """Read the audit bundle of a game."""
        return await self.send(operations.read_audit(id, invite=invite, log=log))

    async def read_chat(
        self,
        id: str,
        *,
        team: bool | None = None,
        after: int | None = None,
        before: int | None = None,
        cursor: int | None = None,
        limit: int | None = None,
    ) -> types.Chat:
        """Read the chat of a game."""
        return await self.send(
            operations.read_chat(id, team=team, after=after, before=before, cursor=cursor, limit=limit)
        )

    def iter_chat(
        self,
        id: str,
        *,
        team: bool | None = None,
        after: int | None = None,
        before: int | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.Message]:
        """Yield the items of `read_chat`, page after page."""
        return self.items(operations.read_chat(id, team=team, after=after, before=before, limit=limit), "messages")

    async def send_message(
        self, id: str, body: types.NewMessage, *, team: bool | None = None, idempotency_key: str | None = None
    ) -> types.Message:
        """Send a chat message."""
        return await self.send(operations.send_message(id, body, team=team, idempotency_key=idempotency_key))

    async def set_chat_cursor(self, id: str, body: types.NewChatCursor, *, team: bool | None = None) -> None:
        """Set the chat message up to which the caller has read."""
        await self.send(operations.set_chat_cursor(id, body, team=team))

    async def erase_message(self, id: str, message: int, *, team: bool | None = None) -> None:
        """Erase a chat message of the caller's own."""
        await self.send(operations.erase_message(id, message, team=team))

    async def set_cursor(self, id: str, body: types.NewCursor) -> None:
        """Set the version up to which the caller has read."""
        await self.send(operations.set_cursor(id, body))

    async def list_events(
        self,
        id: str,
        *,
        cursor: int | None = None,
        after: int | None = None,
        limit: int | None = None,
        changes: bool | None = None,
        as_: types.Viewpoint | None = None,
    ) -> types.EventList:
        """List the events of a game."""
        return await self.send(
            operations.list_events(id, cursor=cursor, after=after, limit=limit, changes=changes, as_=as_)
        )

    def iter_events(
        self,
        id: str,
        *,
        after: int | None = None,
        limit: int | None = None,
        changes: bool | None = None,
        as_: types.Viewpoint | None = None,
    ) -> AsyncIterator[types.Event]:
        """Yield the items of `list_events`, page after page."""
        return self.items(operations.list_events(id, after=after, limit=limit, changes=changes, as_=as_), "events")

    async def fork_game(
        self, id: str, body: types.NewFork | None = None, *, idempotency_key: str | None = None
    ) -> types.Game:
        """Open a sandbox from a version of a game."""
        return await self.send(operations.fork_game(id, body, idempotency_key=idempotency_key))

    async def read_invitation(self, id: str, *, code: str) -> types.Invitation:
        """Read who invites to a game."""
        return await self.send(operations.read_invitation(id, code=code))

    async def create_invite(
        self, id: str, body: types.NewInvite | None = None, *, idempotency_key: str | None = None
    ) -> types.InviteWithCode:
        """Create an invitation."""
        return await self.send(operations.create_invite(id, body, idempotency_key=idempotency_key))

    async def list_invites(self, id: str) -> types.InviteList:
        """List the caller's invitations to a game."""
        return await self.send(operations.list_invites(id))

    async def revoke_invite(self, id: str, invite: str) -> None:
        """Revoke an invitation."""
        await self.send(operations.revoke_invite(id, invite))

    async def list_notes(self, id: str, *, version: int | None = None) -> types.NoteList:
        """List the caller's notes on a game."""
        return await self.send(operations.list_notes(id, version=version))

    async def set_note(self, id: str, version: int, body: types.NewNote) -> types.Note:
        """Write a note on a version of a game."""
        return await self.send(operations.set_note(id, version, body))

    async def delete_note(self, id: str, version: int) -> None:
        """Erase the caller's note on a version."""
        await self.send(operations.delete_note(id, version))

    async def open_entropy(self, id: str, body: types.Opening) -> types.Seated:
        """Reveal the entropy that a seat committed to."""
        return await self.send(operations.open_entropy(id, body))

    async def list_orders(self, id: str) -> types.OrderList:
        """List the caller's standing orders in a game."""
        return await self.send(operations.list_orders(id))

    async def give_order(
        self, id: str, body: types.NewOrder, *, action_signature: str | None = None, idempotency_key: str | None = None
    ) -> types.Order:
        """Give a standing order."""
        return await self.send(
            operations.give_order(id, body, action_signature=action_signature, idempotency_key=idempotency_key)
        )

    async def withdraw_order(self, id: str, order: str) -> None:
        """Withdraw a standing order."""
        await self.send(operations.withdraw_order(id, order))

    async def create_rematch(self, id: str) -> types.Game:
        """Open the rematch of a finished game."""
        return await self.send(operations.create_rematch(id))

    async def read_rematch(self, id: str) -> types.Game:
        """Read the rematch of a game."""
        return await self.send(operations.read_rematch(id))

    async def agree_to_rules(
        self, id: str, body: types.Agreement, *, idempotency_key: str | None = None
    ) -> types.Seated:
        """Agree to play on by the newest revision of the rules."""
        return await self.send(operations.agree_to_rules(id, body, idempotency_key=idempotency_key))

    async def take_seat(
        self, id: str, body: types.TakeSeat | None = None, *, idempotency_key: str | None = None
    ) -> types.Seated:
        """Take a seat, or seat a bot."""
        return await self.send(operations.take_seat(id, body, idempotency_key=idempotency_key))

    async def leave_seat(self, id: str, seat: int) -> None:
        """Leave a seat before the game starts, or remove another player."""
        await self.send(operations.leave_seat(id, seat))

    async def read_since(
        self,
        id: str,
        *,
        after: int | None = None,
        limit: int | None = None,
        as_: types.Viewpoint | None = None,
        accept_language: str | None = None,
    ) -> types.Since:
        """Read in words what has happened."""
        return await self.send(
            operations.read_since(id, after=after, limit=limit, as_=as_, accept_language=accept_language)
        )

    async def read_states(
        self, id: str, *, as_: types.Viewpoint | None = None, from_: int | None = None, to: int | None = None
    ) -> str:
        """Read a game as it was at each version of a range."""
        return await self.send(operations.read_states(id, as_=as_, from_=from_, to=to))

    async def read_state(
        self, id: str, version: int, *, as_: types.Viewpoint | None = None, accept_language: str | None = None
    ) -> types.Game:
        """Read a game as it was at an earlier version."""
        return await self.send(operations.read_state(id, version, as_=as_, accept_language=accept_language))

    async def draw_state(
        self,
        id: str,
        version: int,
        *,
        as_: types.Viewpoint | None = None,
        lang: types.Language | None = None,
        accept_language: str | None = None,
    ) -> str:
        """Draw a game as it was at an earlier version."""
        return await self.send(operations.draw_state(id, version, as_=as_, lang=lang, accept_language=accept_language))

    async def try_order(self, id: str, body: types.TrialOrder) -> types.OutcomeList:
        """Try a standing order on the past of a game."""
        return await self.send(operations.try_order(id, body))

    async def read_integrity(self) -> types.Integrity:
        """Read the state of the record."""
        return await self.send(operations.read_integrity())

    async def read_log_checkpoint(self) -> str:
        """Read the newest checkpoint of the log."""
        return await self.send(operations.read_log_checkpoint())

    async def add_cosignature(self, body: types.NewCosignature) -> None:
        """Add the cosignature of a witness to a checkpoint."""
        await self.send(operations.add_cosignature(body))

    async def read_log_tile(self, tile: str) -> bytes:
        """Read a tile of the log."""
        return await self.send(operations.read_log_tile(tile))

    async def read_me(self) -> types.Me:
        """Read the caller's account."""
        return await self.send(operations.read_me())

    async def change_me(self, body: types.ChangedMe) -> types.Me:
        """Change the caller's account."""
        return await self.send(operations.change_me(body))

    async def delete_me(self, *, confirm: str | None = None) -> None:
        """Delete the caller's account."""
        await self.send(operations.delete_me(confirm=confirm))

    async def create_calendar(
        self, body: types.NewCalendar | None = None, *, idempotency_key: str | None = None
    ) -> types.Calendar:
        """Create a calendar of the caller's deadlines."""
        return await self.send(operations.create_calendar(body, idempotency_key=idempotency_key))

    async def delete_calendar(self) -> None:
        """Delete the caller's calendar."""
        await self.send(operations.delete_calendar())

    async def create_consent(self, body: types.AgreedAuthorization) -> types.Redirect:
        """Allow a program to act for the caller."""
        return await self.send(operations.create_consent(body))

    async def list_consents(self) -> types.ConsentList:
        """List the programs that may act for the caller."""
        return await self.send(operations.list_consents())

    async def end_consent(self, id: str) -> None:
        """End what a program may do for the caller."""
        await self.send(operations.end_consent(id))

    async def list_delegations(self) -> types.Delegations:
        """List the caller's delegations."""
        return await self.send(operations.list_delegations())

    async def create_delegation(
        self, body: types.NewDelegation, *, idempotency_key: str | None = None
    ) -> types.Delegation:
        """Delegate the caller's seats to another player."""
        return await self.send(operations.create_delegation(body, idempotency_key=idempotency_key))

    async def revoke_delegation(self, id: str) -> None:
        """End a delegation."""
        await self.send(operations.revoke_delegation(id))

    async def export_me(self) -> str:
        """Export all data about the caller."""
        return await self.send(operations.export_me())

    async def list_received_invites(self) -> types.ReceivedInvites:
        """List the invitations to the caller."""
        return await self.send(operations.list_received_invites())

    async def decline_invite(self, invite: str) -> None:
        """Decline an invitation."""
        await self.send(operations.decline_invite(invite))

    async def list_mutes(self) -> types.MuteList:
        """List the players that the caller has muted."""
        return await self.send(operations.list_mutes())

    async def mute_player(self, player: str, body: types.NewMute | None = None) -> None:
        """Mute or block a player in all games."""
        await self.send(operations.mute_player(player, body))

    async def unmute_player(self, player: str) -> None:
        """Unmute a player."""
        await self.send(operations.unmute_player(player))

    async def read_notices(self) -> types.Notices:
        """Read the caller's settings for notices."""
        return await self.send(operations.read_notices())

    async def set_notices(self, body: types.NewNotices) -> types.Notices:
        """Change the caller's settings for notices."""
        return await self.send(operations.set_notices(body))

    async def confirm_notices(self, body: types.Code) -> types.Notices:
        """Confirm the address for mails."""
        return await self.send(operations.confirm_notices(body))

    async def list_organisers(self) -> types.OrganiserConsents:
        """List consents to organisers, given and received."""
        return await self.send(operations.list_organisers())

    async def allow_organiser(self, player: str) -> None:
        """Allow an organiser to seat the caller."""
        await self.send(operations.allow_organiser(player))

    async def withdraw_organiser(self, player: str) -> None:
        """Withdraw the consent to an organiser."""
        await self.send(operations.withdraw_organiser(player))

    async def create_recovery_codes(self, *, idempotency_key: str | None = None) -> types.RecoveryCodes:
        """Create recovery codes for the caller."""
        return await self.send(operations.create_recovery_codes(idempotency_key=idempotency_key))

    async def list_rights(self) -> types.RightList:
        """List all that gives others a view or a hand."""
        return await self.send(operations.list_rights())

    async def list_tokens(self) -> types.TokenList:
        """List the caller's tokens."""
        return await self.send(operations.list_tokens())

    async def create_token(
        self, body: types.NewToken | None = None, *, idempotency_key: str | None = None
    ) -> types.ShownToken:
        """Create a further token."""
        return await self.send(operations.create_token(body, idempotency_key=idempotency_key))

    async def revoke_other_tokens(self) -> None:
        """Sign out everywhere else."""
        await self.send(operations.revoke_other_tokens())

    async def revoke_token(self, id: str) -> None:
        """Revoke a token."""
        await self.send(operations.revoke_token(id))

    async def rotate_token(
        self, id: str, body: types.Rotation | None = None, *, idempotency_key: str | None = None
    ) -> types.ShownToken:
        """Replace a token by a new one."""
        return await self.send(operations.rotate_token(id, body, idempotency_key=idempotency_key))

    async def list_turns(self, *, limit: int | None = None) -> types.Turns:
        """List the games that wait for the caller."""
        return await self.send(operations.list_turns(limit=limit))

    async def read_authorization(
        self,
        *,
        response_type: Literal["code"] | None = None,
        client_id: str | None = None,
        redirect_uri: str | None = None,
        scope: str | None = None,
        state: str | None = None,
        code_challenge: str | None = None,
        code_challenge_method: str | None = None,
    ) -> types.Authorization:
        """Validate an authorization request."""
        return await self.send(
            operations.read_authorization(
                response_type=response_type,
                client_id=client_id,
                redirect_uri=redirect_uri,
                scope=scope,
                state=state,
                code_challenge=code_challenge,
                code_challenge_method=code_challenge_method,
            )
        )

    async def register_client(self, body: types.NewOAuthClient) -> types.RegisteredOAuthClient:
        """Register a program with OAuth."""
        return await self.send(operations.register_client(body))

    async def read_client(self, id: str) -> types.OAuthClientShown:
        """Read what a program says of itself."""
        return await self.send(operations.read_client(id))

    async def revoke_oauth_token(self, body: types.RevocationRequest) -> None:
        """Revoke the tokens of a program."""
        await self.send(operations.revoke_oauth_token(body))

    async def issue_tokens(self, body: types.TokenRequest) -> types.OAuthTokens:
        """Exchange a code or a refresh token for tokens."""
        return await self.send(operations.issue_tokens(body))

    async def read_oembed(
        self,
        *,
        url: str,
        maxwidth: int | None = None,
        maxheight: int | None = None,
        format: str | None = None,
        accept_language: str | None = None,
    ) -> types.OEmbed:
        """Describe how to show a replay in a frame (oEmbed 1.0)."""
        return await self.send(
            operations.read_oembed(
                url=url, maxwidth=maxwidth, maxheight=maxheight, format=format, accept_language=accept_language
            )
        )

    async def create_player(
        self, body: types.NewPlayer, *, idempotency_key: str | None = None
    ) -> types.RegisteredPlayer:
        """Register a player."""
        return await self.send(operations.create_player(body, idempotency_key=idempotency_key))

    async def search_players(self, *, handle: str, limit: int | None = None) -> types.PlayerList:
        """Search players by handle."""
        return await self.send(operations.search_players(handle=handle, limit=limit))

    async def read_player(self, player: str) -> types.PublicPlayer:
        """Read a player."""
        return await self.send(operations.read_player(player))

    async def read_push_key(self) -> types.PushKey:
        """Read the service's key for Web Push."""
        return await self.send(operations.read_push_key())

    async def recover_account(self, body: types.NewRecovery, *, idempotency_key: str | None = None) -> types.ShownToken:
        """Sign in with a recovery code."""
        return await self.send(operations.recover_account(body, idempotency_key=idempotency_key))

    async def mail_recovery_code(self, body: types.WantedRecovery) -> None:
        """Have a recovery code mailed."""
        await self.send(operations.mail_recovery_code(body))

    async def replay_bundle(self, body: str, *, as_: types.Viewpoint | None = None) -> str:
        """Play back an audit bundle."""
        return await self.send(operations.replay_bundle(body, as_=as_))

    async def create_tables(self, body: types.NewTables, *, idempotency_key: str | None = None) -> types.CreatedTables:
        """Create tables with assigned seats."""
        return await self.send(operations.create_tables(body, idempotency_key=idempotency_key))

    async def unsubscribe(self, code: str) -> None:
        """Stop the mails to an address."""
        await self.send(operations.unsubscribe(code))

    async def create_webhook(
        self, body: types.NewWebhook, *, idempotency_key: str | None = None
    ) -> types.WebhookWithSecret:
        """Create a webhook."""
        return await self.send(operations.create_webhook(body, idempotency_key=idempotency_key))

    async def list_webhooks(self) -> types.WebhookList:
        """List the caller's webhooks."""
        return await self.send(operations.list_webhooks())

    async def read_webhook(self, webhook: str) -> types.Webhook:
        """Read a webhook."""
        return await self.send(operations.read_webhook(webhook))

    async def change_webhook(self, webhook: str, body: types.ChangedWebhook | None = None) -> types.Webhook:
        """Change a webhook."""
        return await self.send(operations.change_webhook(webhook, body))

    async def delete_webhook(self, webhook: str) -> None:
        """Delete a webhook."""
        await self.send(operations.delete_webhook(webhook))

    async def list_deliveries(self, webhook: str, *, limit: int | None = None) -> types.DeliveryList:
        """List the newest deliveries of a webhook."""
        return await self.send(operations.list_deliveries(webhook, limit=limit))

    async def redeliver(self, webhook: str, delivery: str) -> types.Delivery:
        """Try a delivery once more."""
        return await self.send(operations.redeliver(webhook, delivery))

    async def try_webhook(self, webhook: str) -> types.Delivery:
        """Send a test message to a webhook."""
        return await self.send(operations.try_webhook(webhook))
