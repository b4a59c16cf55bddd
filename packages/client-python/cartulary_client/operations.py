"""Every operation of the API as a function that builds the request.

Made from the contract by `make openapi`.
"""

from typing import Literal

from cartulary_client import types
from cartulary_client.request import Request, entity_tag, new_key, segment


def search_archive(
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
) -> Request[types.Archive]:
    """Search finished games."""
    return Request(
        "GET",
        "/archive",
        query={
            "game": game,
            "edition": edition,
            "seats": seats,
            "player": player,
            "winner": winner,
            "kind": kind,
            "decided_by": decided_by,
            "min_turns": min_turns,
            "max_turns": max_turns,
            "event": event,
            "before_turn": before_turn,
            "without": without,
            "cursor": cursor,
            "limit": limit,
        },
    )


def read_archive_figures(
    *, game: types.GameId | None = None, edition: str | None = None, seats: int | None = None
) -> Request[types.Figures]:
    """Read how often seats win."""
    return Request("GET", "/archive/figures", query={"game": game, "edition": edition, "seats": seats})


def read_calendar(code: str) -> Request[str]:
    """Read a calendar."""
    return Request("GET", f"/calendars/{segment(code)}.ics", is_text=True)


def list_catalogue(*, accept_language: str | None = None) -> Request[types.Catalogue]:
    """List the kinds of games."""
    return Request("GET", "/catalogue", headers={"Accept-Language": accept_language})


def read_catalogue(game: str, *, accept_language: str | None = None) -> Request[types.CatalogueGame]:
    """Read all about a kind of game."""
    return Request("GET", f"/catalogue/{segment(game)}", headers={"Accept-Language": accept_language})


def read_event_schema(game: str, type: str, v: int) -> Request[types.EventSchema]:
    """Read the JSON Schema of an event."""
    return Request("GET", f"/catalogue/{segment(game)}/events/{segment(type)}/{segment(v)}")


def export_games(
    *, cursor: str | None = None, game: types.GameId | None = None, limit: int | None = None
) -> Request[str]:
    """Export all finished games."""
    return Request("GET", "/export", query={"cursor": cursor, "game": game, "limit": limit}, is_text=True)


def read_feed(*, cursor: str | None = None, limit: int | None = None) -> Request[types.Feed]:
    """Read the events of all public games."""
    return Request("GET", "/feed", query={"cursor": cursor, "limit": limit})


def create_game(body: types.NewGame, *, idempotency_key: str | None = None) -> Request[types.Game]:
    """Open a table."""
    return Request("POST", "/games", headers={"Idempotency-Key": idempotency_key or new_key()}, body=body)


def list_games(
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
) -> Request[types.GameList]:
    """List games."""
    return Request(
        "GET",
        "/games",
        query={
            "status": status,
            "game": game,
            "player": player,
            "edition": edition,
            "seats": seats,
            "free_seats": free_seats,
            "clock": clock,
            "language": language,
            "substitute": substitute,
            "rematch_of": rematch_of,
            "tag": tag,
            "cursor": cursor,
            "limit": limit,
        },
    )


def read_game(
    id: str,
    *,
    as_: types.Viewpoint | None = None,
    invite: str | None = None,
    last_event_id: str | None = None,
    accept_language: str | None = None,
) -> Request[types.Game]:
    """Read a game."""
    return Request(
        "GET",
        f"/games/{segment(id)}",
        query={"as": as_, "invite": invite},
        headers={"Last-Event-ID": last_event_id, "Accept-Language": accept_language},
    )


def change_game(id: str, body: types.ChangedGame) -> Request[types.Game]:
    """Change the title of a table."""
    return Request("PATCH", f"/games/{segment(id)}", body=body)


def close_game(id: str) -> Request[None]:
    """Close a table."""
    return Request("DELETE", f"/games/{segment(id)}")


def list_actions(id: str, *, expand: bool | None = None) -> Request[types.LegalActions]:
    """List the caller's legal actions, and what things would cost the caller."""
    return Request("GET", f"/games/{segment(id)}/actions", query={"expand": expand})


def act(
    id: str,
    body: types.Action,
    *,
    accept_language: str | None = None,
    if_match: int | str | None = None,
    action_signature: str | None = None,
    idempotency_key: str | None = None,
) -> Request[types.Accepted]:
    """Take an action."""
    return Request(
        "POST",
        f"/games/{segment(id)}/actions",
        headers={
            "Accept-Language": accept_language,
            "If-Match": entity_tag(if_match),
            "Action-Signature": action_signature,
            "Idempotency-Key": idempotency_key or new_key(),
        },
        body=body,
    )


def dry_run(
    id: str,
    body: types.Action,
    *,
    accept_language: str | None = None,
    if_match: int | str | None = None,
    action_signature: str | None = None,
) -> Request[types.DryRun]:
    """Show what the action would cause, and store nothing."""
    return Request(
        "POST",
        f"/games/{segment(id)}/actions",
        query={"dry_run": "true"},
        headers={
            "Accept-Language": accept_language,
            "If-Match": entity_tag(if_match),
            "Action-Signature": action_signature,
        },
        body=body,
    )


def request_analysis(id: str) -> Request[types.Analysis]:
    """Ask for the analysis of a finished game."""
    return Request("POST", f"/games/{segment(id)}/analysis")


def read_analysis(id: str) -> Request[types.Analysis]:
    """Read the analysis of a finished game."""
    return Request("GET", f"/games/{segment(id)}/analysis")


def read_audit(id: str, *, invite: str | None = None, log: bool | None = None) -> Request[str]:
    """Read the audit bundle of a game."""
    return Request("GET", f"/games/{segment(id)}/audit", query={"invite": invite, "log": log}, is_text=True)


def read_chat(
    id: str,
    *,
    team: bool | None = None,
    after: int | None = None,
    before: int | None = None,
    cursor: int | None = None,
    limit: int | None = None,
) -> Request[types.Chat]:
    """Read the chat of a game."""
    return Request(
        "GET",
        f"/games/{segment(id)}/chat",
        query={"team": team, "after": after, "before": before, "cursor": cursor, "limit": limit},
    )


def send_message(
    id: str, body: types.NewMessage, *, team: bool | None = None, idempotency_key: str | None = None
) -> Request[types.Message]:
    """Send a chat message."""
    return Request(
        "POST",
        f"/games/{segment(id)}/chat",
        query={"team": team},
        headers={"Idempotency-Key": idempotency_key or new_key()},
        body=body,
    )


def set_chat_cursor(id: str, body: types.NewChatCursor, *, team: bool | None = None) -> Request[None]:
    """Set the chat message up to which the caller has read."""
    return Request("PUT", f"/games/{segment(id)}/chat-cursor", query={"team": team}, body=body)


def erase_message(id: str, message: int, *, team: bool | None = None) -> Request[None]:
    """Erase a chat message of the caller's own."""
    return Request("DELETE", f"/games/{segment(id)}/chat/{segment(message)}", query={"team": team})


def set_cursor(id: str, body: types.NewCursor) -> Request[None]:
    """Set the version up to which the caller has read."""
    return Request("PUT", f"/games/{segment(id)}/cursor", body=body)


def list_events(
    id: str,
    *,
    cursor: int | None = None,
    after: int | None = None,
    limit: int | None = None,
    changes: bool | None = None,
    as_: types.Viewpoint | None = None,
) -> Request[types.EventList]:
    """List the events of a game."""
    return Request(
        "GET",
        f"/games/{segment(id)}/events",
        query={"cursor": cursor, "after": after, "limit": limit, "changes": changes, "as": as_},
    )


def fork_game(id: str, body: types.NewFork | None = None, *, idempotency_key: str | None = None) -> Request[types.Game]:
    """Open a sandbox from a version of a game."""
    return Request(
        "POST",
        f"/games/{segment(id)}/forks",
        headers={"Idempotency-Key": idempotency_key or new_key()},
        body=body or {},
    )


def read_invitation(id: str, *, code: str) -> Request[types.Invitation]:
    """Read who invites to a game."""
    return Request("GET", f"/games/{segment(id)}/invitation", query={"code": code})


def create_invite(
    id: str, body: types.NewInvite | None = None, *, idempotency_key: str | None = None
) -> Request[types.InviteWithCode]:
    """Create an invitation."""
    return Request(
        "POST",
        f"/games/{segment(id)}/invites",
        headers={"Idempotency-Key": idempotency_key or new_key()},
        body=body or {},
    )


def list_invites(id: str) -> Request[types.InviteList]:
    """List the caller's invitations to a game."""
    return Request("GET", f"/games/{segment(id)}/invites")


def revoke_invite(id: str, invite: str) -> Request[None]:
    """Revoke an invitation."""
    return Request("DELETE", f"/games/{segment(id)}/invites/{segment(invite)}")


def list_notes(id: str, *, version: int | None = None) -> Request[types.NoteList]:
    """List the caller's notes on a game."""
    return Request("GET", f"/games/{segment(id)}/notes", query={"version": version})


def set_note(id: str, version: int, body: types.NewNote) -> Request[types.Note]:
    """Write a note on a version of a game."""
    return Request("PUT", f"/games/{segment(id)}/notes/{segment(version)}", body=body)


def delete_note(id: str, version: int) -> Request[None]:
    """Erase the caller's note on a version."""
    return Request("DELETE", f"/games/{segment(id)}/notes/{segment(version)}")


def open_entropy(id: str, body: types.Opening) -> Request[types.Seated]:
    """Reveal the entropy that a seat committed to."""
    return Request("POST", f"/games/{segment(id)}/openings", body=body)


def list_orders(id: str) -> Request[types.OrderList]:
    """List the caller's standing orders in a game."""
    return Request("GET", f"/games/{segment(id)}/orders")


def give_order(
    id: str, body: types.NewOrder, *, action_signature: str | None = None, idempotency_key: str | None = None
) -> Request[types.Order]:
    """Give a standing order."""
    return Request(
        "POST",
        f"/games/{segment(id)}/orders",
        headers={"Action-Signature": action_signature, "Idempotency-Key": idempotency_key or new_key()},
        body=body,
    )


def withdraw_order(id: str, order: str) -> Request[None]:
    """Withdraw a standing order."""
    return Request("DELETE", f"/games/{segment(id)}/orders/{segment(order)}")


def create_rematch(id: str) -> Request[types.Game]:
    """Open the rematch of a finished game."""
    return Request("POST", f"/games/{segment(id)}/rematch")


def read_rematch(id: str) -> Request[types.Game]:
    """Read the rematch of a game."""
    return Request("GET", f"/games/{segment(id)}/rematch")


def agree_to_rules(id: str, body: types.Agreement, *, idempotency_key: str | None = None) -> Request[types.Seated]:
    """Agree to play on by the newest revision of the rules."""
    return Request(
        "POST", f"/games/{segment(id)}/rules", headers={"Idempotency-Key": idempotency_key or new_key()}, body=body
    )


def take_seat(
    id: str, body: types.TakeSeat | None = None, *, idempotency_key: str | None = None
) -> Request[types.Seated]:
    """Take a seat, or seat a bot."""
    return Request(
        "POST",
        f"/games/{segment(id)}/seats",
        headers={"Idempotency-Key": idempotency_key or new_key()},
        body=body or {},
    )


def leave_seat(id: str, seat: int) -> Request[None]:
    """Leave a seat before the game starts, or remove another player."""
    return Request("DELETE", f"/games/{segment(id)}/seats/{segment(seat)}")


def read_since(
    id: str,
    *,
    after: int | None = None,
    limit: int | None = None,
    as_: types.Viewpoint | None = None,
    accept_language: str | None = None,
) -> Request[types.Since]:
    """Read in words what has happened."""
    return Request(
        "GET",
        f"/games/{segment(id)}/since",
        query={"after": after, "limit": limit, "as": as_},
        headers={"Accept-Language": accept_language},
    )


def read_states(
    id: str, *, as_: types.Viewpoint | None = None, from_: int | None = None, to: int | None = None
) -> Request[str]:
    """Read a game as it was at each version of a range."""
    return Request("GET", f"/games/{segment(id)}/states", query={"as": as_, "from": from_, "to": to}, is_text=True)


def read_state(
    id: str, version: int, *, as_: types.Viewpoint | None = None, accept_language: str | None = None
) -> Request[types.Game]:
    """Read a game as it was at an earlier version."""
    return Request(
        "GET",
        f"/games/{segment(id)}/states/{segment(version)}",
        query={"as": as_},
        headers={"Accept-Language": accept_language},
    )


def draw_state(
    id: str,
    version: int,
    *,
    as_: types.Viewpoint | None = None,
    lang: types.Language | None = None,
    accept_language: str | None = None,
) -> Request[str]:
    """Draw a game as it was at an earlier version."""
    return Request(
        "GET",
        f"/games/{segment(id)}/states/{segment(version)}.svg",
        query={"as": as_, "lang": lang},
        headers={"Accept-Language": accept_language},
        is_text=True,
    )


def try_order(id: str, body: types.TrialOrder) -> Request[types.OutcomeList]:
    """Try a standing order on the past of a game."""
    return Request("POST", f"/games/{segment(id)}/trials", body=body)


def read_integrity() -> Request[types.Integrity]:
    """Read the state of the record."""
    return Request("GET", "/integrity")


def read_log_checkpoint() -> Request[str]:
    """Read the newest checkpoint of the log."""
    return Request("GET", "/log/checkpoint", is_text=True)


def add_cosignature(body: types.NewCosignature) -> Request[None]:
    """Add the cosignature of a witness to a checkpoint."""
    return Request("POST", "/log/cosignatures", body=body)


def read_log_tile(tile: str) -> Request[bytes]:
    """Read a tile of the log."""
    return Request("GET", f"/log/tile/{segment(tile)}", is_bytes=True)


def read_me() -> Request[types.Me]:
    """Read the caller's account."""
    return Request("GET", "/me")


def change_me(body: types.ChangedMe) -> Request[types.Me]:
    """Change the caller's account."""
    return Request("PATCH", "/me", body=body)


def delete_me(*, confirm: str | None = None) -> Request[None]:
    """Delete the caller's account."""
    return Request("DELETE", "/me", query={"confirm": confirm})


def create_calendar(
    body: types.NewCalendar | None = None, *, idempotency_key: str | None = None
) -> Request[types.Calendar]:
    """Create a calendar of the caller's deadlines."""
    return Request("POST", "/me/calendar", headers={"Idempotency-Key": idempotency_key or new_key()}, body=body or {})


def delete_calendar() -> Request[None]:
    """Delete the caller's calendar."""
    return Request("DELETE", "/me/calendar")


def create_consent(body: types.AgreedAuthorization) -> Request[types.Redirect]:
    """Allow a program to act for the caller."""
    return Request("POST", "/me/consents", body=body)


def list_consents() -> Request[types.ConsentList]:
    """List the programs that may act for the caller."""
    return Request("GET", "/me/consents")


def end_consent(id: str) -> Request[None]:
    """End what a program may do for the caller."""
    return Request("DELETE", f"/me/consents/{segment(id)}")


def list_delegations() -> Request[types.Delegations]:
    """List the caller's delegations."""
    return Request("GET", "/me/delegations")


def create_delegation(body: types.NewDelegation, *, idempotency_key: str | None = None) -> Request[types.Delegation]:
    """Delegate the caller's seats to another player."""
    return Request("POST", "/me/delegations", headers={"Idempotency-Key": idempotency_key or new_key()}, body=body)


def revoke_delegation(id: str) -> Request[None]:
    """End a delegation."""
    return Request("DELETE", f"/me/delegations/{segment(id)}")


def export_me() -> Request[str]:
    """Export all data about the caller."""
    return Request("GET", "/me/export", is_text=True)


def list_received_invites() -> Request[types.ReceivedInvites]:
    """List the invitations to the caller."""
    return Request("GET", "/me/invites")


def decline_invite(invite: str) -> Request[None]:
    """Decline an invitation."""
    return Request("DELETE", f"/me/invites/{segment(invite)}")


def list_mutes() -> Request[types.MuteList]:
    """List the players that the caller has muted."""
    return Request("GET", "/me/mutes")


def mute_player(player: str, body: types.NewMute | None = None) -> Request[None]:
    """Mute or block a player in all games."""
    return Request("PUT", f"/me/mutes/{segment(player)}", body=body or {})


def unmute_player(player: str) -> Request[None]:
    """Unmute a player."""
    return Request("DELETE", f"/me/mutes/{segment(player)}")


def read_notices() -> Request[types.Notices]:
    """Read the caller's settings for notices."""
    return Request("GET", "/me/notices")


def set_notices(body: types.NewNotices) -> Request[types.Notices]:
    """Change the caller's settings for notices."""
    return Request("PUT", "/me/notices", body=body)


def confirm_notices(body: types.Code) -> Request[types.Notices]:
    """Confirm the address for mails."""
    return Request("POST", "/me/notices/confirmation", body=body)


def list_organisers() -> Request[types.OrganiserConsents]:
    """List consents to organisers, given and received."""
    return Request("GET", "/me/organisers")


def allow_organiser(player: str) -> Request[None]:
    """Allow an organiser to seat the caller."""
    return Request("PUT", f"/me/organisers/{segment(player)}")


def withdraw_organiser(player: str) -> Request[None]:
    """Withdraw the consent to an organiser."""
    return Request("DELETE", f"/me/organisers/{segment(player)}")


def create_recovery_codes(*, idempotency_key: str | None = None) -> Request[types.RecoveryCodes]:
    """Create recovery codes for the caller."""
    return Request("POST", "/me/recovery-codes", headers={"Idempotency-Key": idempotency_key or new_key()})


def list_rights() -> Request[types.RightList]:
    """List all that gives others a view or a hand."""
    return Request("GET", "/me/rights")


def list_tokens() -> Request[types.TokenList]:
    """List the caller's tokens."""
    return Request("GET", "/me/tokens")


def create_token(
    body: types.NewToken | None = None, *, idempotency_key: str | None = None
) -> Request[types.ShownToken]:
    """Create a further token."""
    return Request("POST", "/me/tokens", headers={"Idempotency-Key": idempotency_key or new_key()}, body=body or {})


def revoke_other_tokens() -> Request[None]:
    """Sign out everywhere else."""
    return Request("DELETE", "/me/tokens")


def revoke_token(id: str) -> Request[None]:
    """Revoke a token."""
    return Request("DELETE", f"/me/tokens/{segment(id)}")


def rotate_token(
    id: str, body: types.Rotation | None = None, *, idempotency_key: str | None = None
) -> Request[types.ShownToken]:
    """Replace a token by a new one."""
    return Request(
        "POST",
        f"/me/tokens/{segment(id)}/rotation",
        headers={"Idempotency-Key": idempotency_key or new_key()},
        body=body or {},
    )


def list_turns(*, limit: int | None = None) -> Request[types.Turns]:
    """List the games that wait for the caller."""
    return Request("GET", "/me/turns", query={"limit": limit})


def read_authorization(
    *,
    response_type: Literal["code"] | None = None,
    client_id: str | None = None,
    redirect_uri: str | None = None,
    scope: str | None = None,
    state: str | None = None,
    code_challenge: str | None = None,
    code_challenge_method: str | None = None,
) -> Request[types.Authorization]:
    """Validate an authorization request."""
    return Request(
        "GET",
        "/oauth/authorization",
        query={
            "response_type": response_type,
            "client_id": client_id,
            "redirect_uri": redirect_uri,
            "scope": scope,
            "state": state,
            "code_challenge": code_challenge,
            "code_challenge_method": code_challenge_method,
        },
    )


def register_client(body: types.NewOAuthClient) -> Request[types.RegisteredOAuthClient]:
    """Register a program with OAuth."""
    return Request("POST", "/oauth/clients", body=body)


def read_client(id: str) -> Request[types.OAuthClientShown]:
    """Read what a program says of itself."""
    return Request("GET", f"/oauth/clients/{segment(id)}")


def revoke_oauth_token(body: types.RevocationRequest) -> Request[None]:
    """Revoke the tokens of a program."""
    return Request("POST", "/oauth/revocations", body=body, media_type="application/x-www-form-urlencoded")


def issue_tokens(body: types.TokenRequest) -> Request[types.OAuthTokens]:
    """Exchange a code or a refresh token for tokens."""
    return Request("POST", "/oauth/tokens", body=body, media_type="application/x-www-form-urlencoded")


def read_oembed(
    *,
    url: str,
    maxwidth: int | None = None,
    maxheight: int | None = None,
    format: str | None = None,
    accept_language: str | None = None,
) -> Request[types.OEmbed]:
    """Describe how to show a replay in a frame (oEmbed 1.0)."""
    return Request(
        "GET",
        "/oembed",
        query={"url": url, "maxwidth": maxwidth, "maxheight": maxheight, "format": format},
        headers={"Accept-Language": accept_language},
    )


def create_player(body: types.NewPlayer, *, idempotency_key: str | None = None) -> Request[types.RegisteredPlayer]:
    """Register a player."""
    return Request("POST", "/players", headers={"Idempotency-Key": idempotency_key or new_key()}, body=body)


def search_players(*, handle: str, limit: int | None = None) -> Request[types.PlayerList]:
    """Search players by handle."""
    return Request("GET", "/players", query={"handle": handle, "limit": limit})


def read_player(player: str) -> Request[types.PublicPlayer]:
    """Read a player."""
    return Request("GET", f"/players/{segment(player)}")


def read_push_key() -> Request[types.PushKey]:
    """Read the service's key for Web Push."""
    return Request("GET", "/push-key")


def recover_account(body: types.NewRecovery, *, idempotency_key: str | None = None) -> Request[types.ShownToken]:
    """Sign in with a recovery code."""
    return Request("POST", "/recoveries", headers={"Idempotency-Key": idempotency_key or new_key()}, body=body)


def mail_recovery_code(body: types.WantedRecovery) -> Request[None]:
    """Have a recovery code mailed."""
    return Request("POST", "/recoveries/mail", body=body)


def replay_bundle(body: str, *, as_: types.Viewpoint | None = None) -> Request[str]:
    """Play back an audit bundle."""
    return Request("POST", "/replays", query={"as": as_}, body=body, media_type="application/x-ndjson", is_text=True)


def create_tables(body: types.NewTables, *, idempotency_key: str | None = None) -> Request[types.CreatedTables]:
    """Create tables with assigned seats."""
    return Request("POST", "/tables", headers={"Idempotency-Key": idempotency_key or new_key()}, body=body)


def unsubscribe(code: str) -> Request[None]:
    """Stop the mails to an address."""
    return Request("POST", f"/unsubscriptions/{segment(code)}")


def create_webhook(body: types.NewWebhook, *, idempotency_key: str | None = None) -> Request[types.WebhookWithSecret]:
    """Create a webhook."""
    return Request("POST", "/webhooks", headers={"Idempotency-Key": idempotency_key or new_key()}, body=body)


def list_webhooks() -> Request[types.WebhookList]:
    """List the caller's webhooks."""
    return Request("GET", "/webhooks")


def read_webhook(webhook: str) -> Request[types.Webhook]:
    """Read a webhook."""
    return Request("GET", f"/webhooks/{segment(webhook)}")


def change_webhook(webhook: str, body: types.ChangedWebhook | None = None) -> Request[types.Webhook]:
    """Change a webhook."""
    return Request("PATCH", f"/webhooks/{segment(webhook)}", body=body or {})


def delete_webhook(webhook: str) -> Request[None]:
    """Delete a webhook."""
    return Request("DELETE", f"/webhooks/{segment(webhook)}")


def list_deliveries(webhook: str, *, limit: int | None = None) -> Request[types.DeliveryList]:
    """List the newest deliveries of a webhook."""
    return Request("GET", f"/webhooks/{segment(webhook)}/deliveries", query={"limit": limit})


def redeliver(webhook: str, delivery: str) -> Request[types.Delivery]:
    """Try a delivery once more."""
    return Request("POST", f"/webhooks/{segment(webhook)}/deliveries/{segment(delivery)}/redelivery")


def try_webhook(webhook: str) -> Request[types.Delivery]:
    """Send a test message to a webhook."""
    return Request("POST", f"/webhooks/{segment(webhook)}/test")
