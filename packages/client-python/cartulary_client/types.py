"""Objects of the API: what requests carry and responses hold.

Made from the contract by `make openapi`.
"""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from cartulary_client.events import PublicPart as PublicPart


class Pointer(TypedDict):
    """A field of the request's body that is refused, by its JSON Pointer (RFC 6901)."""

    pointer: str
    """JSON Pointer of the field in the body; empty for the body as a whole."""
    detail: str
    """Message about the field."""
    code: str
    """What is wrong."""


AnyObject: TypeAlias = dict[str, Any]
"""An object whose members depend on what is described beside it."""

CartaImperaVictoriaKind: TypeAlias = Literal[
    "military-1",
    "military-2",
    "military-3",
    "religion-1",
    "religion-2",
    "economy-1",
    "economy-2",
    "economy-3",
    "science-1",
    "science-2",
    "science-3",
    "culture-1",
    "culture-2",
    "culture-3",
    "utopia-3",
]
"""Kind of card, which is its sphere and its epoch."""


class CartaImperaVictoriaSkipPlay(TypedDict):
    """Skip the play, which is allowed only when nothing can be played."""

    type: Literal["skip_play"]
    """Name."""


CartaImperaVictoriaSphere: TypeAlias = Literal["military", "religion", "economy", "science", "culture", "utopia"]
"""Sphere of cards."""


class CartaImperaVictoriaEndTurn(TypedDict):
    """Draw up to the hand limit and pass the turn on. Without `limit` the highest limit applies that Religion has given in this turn. `limit` names a lower one, 3 or 5; such forms are listed only where they draw fewer cards."""

    type: Literal["end_turn"]
    """Name."""
    limit: NotRequired[int | None]
    """Hand limit to draw up to, 3 or 5; null for the highest."""


class CartaImperaVictoriaResign(TypedDict):
    """Leave the game for good."""

    type: Literal["resign"]
    """Name."""


class CartaImperaVictoriaStatePending(TypedDict):
    """An effect half done: the action that finishes it, of which seat, with how many cards."""

    type: str
    """Name of the action that finishes the effect."""
    seat: int
    """Seat that has to finish the effect."""
    target: int | None
    """Seat that the effect is aimed at; null for none."""
    count: int
    """Number of cards to give back or to discard."""


Counts: TypeAlias = dict[str, int]
"""Number of times that each name is meant."""


class CartaImperaVictoriaStateDeck(TypedDict):
    """Number of cards left, and the back of the top one."""

    count: int
    """Number of cards left."""
    top_back: int | None
    """Back of the top card, which shows its epoch, 1 to 3; null for an empty deck."""


class CartaImperaVictoriaStateOn(TypedDict):
    """The sphere on which the culture token lies."""

    seat: int
    """Seat that acts or is meant."""
    sphere: str
    """Sphere."""


CartaImperaVictoriaStateBacks = TypedDict("CartaImperaVictoriaStateBacks", {"1": "int", "2": "int", "3": "int"})
"""Number of cards with each back."""


class CartaImperaVictoriaStateUsedView(TypedDict):
    """The spheres whose effects the active seat has used this turn."""

    permanent: list[str]
    """Spheres whose permanent effects are used this turn."""
    discard: list[str]
    """Spheres whose discard effects are used this turn."""


CivilizationTheCardGameTerrainKind: TypeAlias = Literal["grassland", "mountains", "coast", "hills", "river", "forest"]
"""Terrain of a plot."""


class CivilizationTheCardGameSettle(TypedDict):
    """Place the free population on one of the own plots."""

    type: Literal["settle"]
    """Name."""
    plot: int
    """Number of the own plot."""


class CivilizationTheCardGameBuyPopulation(TypedDict):
    """Buy population for a plot with food."""

    type: Literal["buy_population"]
    """Name."""
    plot: int
    """Number of the own plot."""


CivilizationTheCardGameBuildingKind: TypeAlias = Literal[
    "walls",
    "temple",
    "colosseum",
    "barracks",
    "granary",
    "forge",
    "market",
    "monastery",
    "library",
    "hanging_gardens",
    "colossus",
    "great_library",
    "great_wall",
    "pyramids",
]
"""Building or wonder."""

CivilizationTheCardGameTechnologyKind: TypeAlias = Literal[
    "agriculture",
    "mining",
    "monotheism",
    "literature",
    "the_wheel",
    "writing",
    "mathematics",
    "iron_working",
    "sailing",
    "pottery",
    "masonry",
    "currency",
    "engineering",
    "code_of_laws",
    "astronomy",
]
"""Technology."""

CivilizationTheCardGameBonusKind: TypeAlias = Literal[
    "commerce-2", "commerce-3", "production-2", "production-3", "food-2", "food-3", "red-1", "red-2"
]
"""Bonus card."""

CivilizationTheCardGameResource: TypeAlias = Literal["food", "production", "commerce"]
"""Resource."""

CivilizationTheCardGameUnitKind: TypeAlias = Literal["archer", "axeman", "spearman", "swordsman", "chariot", "catapult"]
"""Military unit."""


class CivilizationTheCardGameFight(TypedDict):
    """Attack nobody else: the battles begin."""

    type: Literal["fight"]
    """Name."""


class CivilizationTheCardGameLetThrough(TypedDict):
    """Defender: stop no more attackers."""

    type: Literal["let_through"]
    """Name."""


class CivilizationTheCardGameDraw(TypedDict):
    """Buy and attack no more: draw cards."""

    type: Literal["draw"]
    """Name."""


CivilizationTheCardGameKind: TypeAlias = Literal[
    "archer",
    "axeman",
    "spearman",
    "swordsman",
    "chariot",
    "catapult",
    "walls",
    "temple",
    "colosseum",
    "barracks",
    "granary",
    "forge",
    "market",
    "monastery",
    "library",
    "hanging_gardens",
    "colossus",
    "great_library",
    "great_wall",
    "pyramids",
    "commerce-2",
    "commerce-3",
    "production-2",
    "production-3",
    "food-2",
    "food-3",
    "red-1",
    "red-2",
]
"""Kind of card."""


class CivilizationTheCardGameResign(TypedDict):
    """Leave the game for good."""

    type: Literal["resign"]
    """Name."""


class CivilizationTheCardGameStatePendingView(TypedDict):
    """The decision that the game waits for besides a turn: action, seat, and number."""

    type: str
    """Name of the action that the seat has to take; `end` within the ply that ends a battle, where nobody has to act."""
    seat: int
    """Seat that has to decide."""
    count: int | None
    """Number of cards, Walls, population or buildings that the decision is about; null where it has none."""


class CivilizationTheCardGameStateUsedView(TypedDict):
    """Cards and effects that the active seat has used this turn."""

    pottery: bool
    """Whether the active seat has used Pottery this turn."""
    code_of_laws: bool
    """Whether the active seat has used Code of Laws this turn."""


class CivilizationTheCardGameStateDeck(TypedDict):
    """Number of cards left."""

    count: int
    """Number of cards left."""


class CivilizationTheCardGameStateTechnologyMarket(TypedDict):
    """Technologies for sale, and how many come after them."""

    open: list[str]
    """Cards that lie open for sale."""
    deck: int
    """Number of technologies that come after."""


class CivilizationTheCardGameStatePlotMarket(TypedDict):
    """Plots that lie open, and how many come after them."""

    open: list[str]
    """Cards that lie open for sale."""
    deck: int
    """Number of plots that come after."""


class CivilizationTheCardGameStateLeadersView(TypedDict):
    """Holders of the leader cards."""

    happiness: int | None
    """Seat that holds the happiness leader; null for nobody."""
    culture: int | None
    """Seat that holds the culture leader; null for nobody."""


class CivilizationTheCardGameStatePlotView(TypedDict):
    """A plot; how many buildings and wonders it holds."""

    terrain: str
    """Terrain of the plot."""
    population: int
    """Population."""
    buildings: list[str]
    """Buildings and wonders."""
    capacity: int
    """Number of buildings and wonders that the plot can hold."""


class CivilizationTheCardGameLeadersPosition(TypedDict):
    """Holders of the leader cards."""

    happiness: NotRequired[int | None]
    """Seat that holds the happiness leader; null for nobody."""
    culture: NotRequired[int | None]
    """Seat that holds the culture leader; null for nobody."""


class CivilizationTheCardGameGains(TypedDict):
    """Resources that one more of a building would add to each collection, for each plot of the seat in order."""

    granary: list[int | None]
    """Food that a Granary would add on each plot; null where a choice decides."""
    forge: list[int | None]
    """Production that a Forge would add on each plot; null where a choice decides."""
    market: list[int | None]
    """Commerce that a Market would add on each plot; null where a choice decides."""


class TablePause(TypedDict):
    """Agree to a pause, which begins once all seats have."""

    type: Literal["pause"]
    """Name."""


class TableResume(TypedDict):
    """End the pause."""

    type: Literal["resume"]
    """Name."""


class TableTakeVacation(TypedDict):
    """Stop one's own clock for so many days of one's allowance."""

    type: Literal["take_vacation"]
    """Name."""
    days: int
    """Days of vacation to take."""


class TableGiveTime(TypedDict):
    """Give another seat so many seconds more."""

    type: Literal["give_time"]
    """Name."""
    seat: int
    """Seat that gets the time."""
    seconds: int
    """Seconds to give."""


class TableClaimTime(TypedDict):
    """Wait no longer for a seat whose time has run out: it resigns."""

    type: Literal["claim_time"]
    """Name."""
    seat: int
    """Seat whose time has run out."""


class TableComeBack(TypedDict):
    """Take over again from the bot that plays for one's seat."""

    type: Literal["come_back"]
    """Name."""


class TableFreeSeat(TypedDict):
    """Agree to a substitute for a seat whose time has run out, who may come once all others agree."""

    type: Literal["free_seat"]
    """Name."""
    seat: int
    """Seat to free for a substitute."""


class TableAgreeEnd(TypedDict):
    """Agree to end the game, which ends once all have: as a draw, without a result, or scored as it stands."""

    type: Literal["agree_end"]
    """Name."""
    how: Literal["draw", "abort", "score"]
    """`draw`, `abort` (without a result), or `score` (counted as it stands)."""


class TableOfferSeat(TypedDict):
    """Offer one's seat to a substitute, and play on until one takes it."""

    type: Literal["offer_seat"]
    """Name."""


class TableKeepSeat(TypedDict):
    """Offer one's seat no longer."""

    type: Literal["keep_seat"]
    """Name."""


class TableSignWith(TypedDict):
    """Sign one's actions with this key from now on: an Ed25519 public key, as base64url."""

    type: Literal["sign_with"]
    """Name."""
    key: str
    """Ed25519 public key of 32 bytes, as base64url."""


class TableNameDelegate(TypedDict):
    """Let a delegate act for one's seat though it signs: by this Ed25519 key, as base64url, or unsigned."""

    type: Literal["name_delegate"]
    """Name."""
    delegate: str
    """Id of the player who may act for the caller's seat."""
    key: NotRequired[str | None]
    """Ed25519 public key of 32 bytes by which the delegate signs, as base64url; null if they do not sign."""


class TableTakeBack(TypedDict):
    """Go back to a version, the end of an earlier ply; by default by one ply."""

    type: Literal["take_back"]
    """Name."""
    version: NotRequired[int | None]
    """Version to go back to, the end of a ply; null for that before the last ply."""


Numbers: TypeAlias = dict[str, int]
"""A number for each name."""


class Change(TypedDict):
    """A change of a view: an operation of JSON Patch (RFC 6902)."""

    op: str
    """`add`, `remove` or `replace`."""
    path: str
    """JSON Pointer to the place that changes."""
    value: NotRequired[Any]
    """New value there; absent for `remove`."""


class NearDeadline(TypedDict):
    """A game that waits for the receiver's seat, and until when."""

    game: str
    """Id of the game."""
    version: int
    """Number of the game's events, which names its state."""
    seat: int
    """Seat of the receiver, for which the game waits."""
    deadline: str
    """Time by which the seat must act."""


class PlayerAtSeat(TypedDict):
    """A player; `handle` is unique, and null for a player who has been deleted."""

    id: str
    """Id of the player."""
    name: str
    """Name of the player, which need not be unique."""
    handle: str | None
    """Unique handle; null for a deleted player."""
    bot: bool
    """Whether a program plays for this account, as its owner says. Bots of the service are among them."""


class Tested(TypedDict):
    """The webhook that was tested."""

    webhook: str
    """Id of the webhook."""


class FeedEvent(TypedDict):
    """Public part of an event, its game, and its cursor in the feed of all games."""

    cursor: str
    """Cursor of the event in the order of all events."""
    game: str
    """Id of the game."""
    public: PublicPart
    """Public part of the event, which the hash chain covers."""


class Figure(TypedDict):
    """Games and wins of one kind of game, and the share of wins with its interval."""

    game: str
    """Id of the kind of game."""
    games: int
    """Number of games."""
    wins: int
    """Number of them that the seat won, one with the opening, or for editions and lengths the seat that began."""
    rate: float
    """Share of wins, from 0 to 1."""
    low: float
    """Lower bound of the 95 % interval of the share."""
    high: float
    """Upper bound of the 95 % interval of the share."""


class CatalogueEntry(TypedDict):
    """A game that is offered."""

    id: str
    """Id of the kind of game."""
    name: str
    """Name of the game."""
    seats: list[int]
    """Numbers of seats that the game can have."""
    editions: list[str]
    """Ids of the editions."""
    default_edition: str
    """Id of the edition that is played where none is named."""


class OptionOfGame(TypedDict):
    """An option of a new game."""

    name: str
    """Name of the option."""
    values: list[Any]
    """Values to choose from."""
    default: Any
    """Value that is used where none is chosen."""


class SigningKey(TypedDict):
    """A key of the service: its line for verifiers, and the SHA-256 of the raw key."""

    key: str
    """Public key in the form that verifiers read: name, key id and base64."""
    fingerprint: str
    """SHA-256 of the raw public key, in hexadecimal."""


class Window(TypedDict):
    """The daily window in which the clock runs, on some days of the week, in the players' time zone."""

    zone: str
    """Name of the time zone in the tz database."""
    begins: str
    """Time of day at which the window opens, in its zone."""
    ends: str
    """Time of day at which the window closes, at most 24:00; if it is not later than `begins`, on the next day."""
    days: NotRequired[list[Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]]]
    """Days of the week on which the window opens; all of them by default."""


Language: TypeAlias = Literal["en", "ru", "uk", "ko"]
"""Language of texts."""


class BotOfGame(TypedDict):
    """A seat at which a bot plays, and by which strategy."""

    seat: int
    """Seat of the bot."""
    strategy: str
    """Strategy with which the bot was seated."""


class Origin(TypedDict):
    """A version of another game."""

    game: str
    """Id of the game."""
    version: int
    """Version of that game."""


class CurrentWindow(TypedDict):
    """The daily window in which the clock runs, on some days of the week, in the players' time zone."""

    zone: str
    """Name of the time zone in the tz database."""
    begins: str
    """Time of day at which the window opens, in its zone."""
    ends: str
    """Time of day at which the window closes, at most 24:00; if it is not later than `begins`, on the next day."""
    days: NotRequired[list[str]]
    """Days of the week on which the window opens; all of them by default."""


class SeatClock(TypedDict):
    """A seat's time: while its clock runs, `left` seconds from `since` make `until`, within the window."""

    seat: int
    """Seat of this time."""
    running: bool
    """Whether the seat's clock runs."""
    left: int
    """Seconds that the seat had left at `since`, or has while its clock stands."""
    since: str | None
    """Time at which the clock started; null while it stands."""
    until: str | None
    """Time at which the seat's time runs out; null while its clock stands."""
    away_until: str | None
    """End of the seat's vacation; null while it takes none."""
    vacation_days: int
    """Days of vacation that the seat still has."""
    expired: bool
    """Whether the seat's time has run out."""
    bot: bool
    """Whether a bot plays for the seat because its time ran out."""


class Openings(TypedDict):
    """Deadline by which seats reveal their committed entropy, and the seats still awaited."""

    until: str
    """Time by which the bytes must be revealed, or the game is void."""
    awaited: list[int]
    """Seats that have not revealed their entropy yet."""


class OptionChange(TypedDict):
    """An option by which the game would be played otherwise; the catalogue names option and values."""

    option: str
    """Name of the option, as the catalogue lists it."""
    before: Any
    """Value by which the game is played now."""
    after: Any
    """Value by which the game would be played."""


class TakesBack(TypedDict):
    """A seat that would go back to a version; once all would, the game does."""

    seat: int
    """Seat that has asked."""
    back_to: int
    """Version from which the game goes on."""


class WantsEnd(TypedDict):
    """A seat that would end the game, and how; once all would, it ends."""

    seat: int
    """Seat that would end the game."""
    how: str
    """`draw`, `abort` (without a result), or `score` (counted as it stands)."""


class SeatKey(TypedDict):
    """The Ed25519 public key by which the player of a seat signs actions."""

    seat: int
    """Seat that signs."""
    key: str
    """Ed25519 public key of 32 bytes, as base64url."""


class VacancyVote(TypedDict):
    """A seat that would free another one, whose time has run out, for a substitute."""

    seat: int
    """Seat that votes."""
    freed: int
    """Seat that it would free."""


class Correction(TypedDict):
    """A correction: the operator who took the game back to an earlier version, and the reason."""

    by: str
    """Name of the operator who corrected the game."""
    reason: str
    """Reason that the operator gave."""
    back_to: int
    """Version from which the game goes on."""


class ChangedGame(TypedDict):
    """A change of a table."""

    title: str | None
    """Title of the table, on one line; null for none."""


class NewMessage(TypedDict):
    """A chat message."""

    text: str
    """Text of 1 to 2,000 characters; blanks round it fall away."""


class NewChatCursor(TypedDict):
    """The message up to which the caller has read."""

    message: int
    """Number of a message in the chat, counted from 1."""


class NewCursor(TypedDict):
    """The version that the caller has seen."""

    version: int
    """Version up to which the caller has read."""


class NewFork(TypedDict):
    """The version to go on from, the newest if none is named."""

    version: NotRequired[int | None]
    """Version to go on from, the end of a ply; null for the newest."""


class NewInvite(TypedDict):
    """An invitation to any free seat, or to that one, for whoever has the code, or for a player who is told of it."""

    seat: NotRequired[int | None]
    """Seat that the invitation reserves, 0 to 3; null for any free seat."""
    player: NotRequired[str | None]
    """Id of the player who is invited and told; null for whoever has the code."""
    expires_in: NotRequired[int]
    """Seconds for which the invitation holds, 60 to 31,536,000 (a year)."""


class Invite(TypedDict):
    """An invitation that holds until it expires or is revoked."""

    id: str
    """Unique id."""
    seat: int | None
    """Seat that the invitation reserves; null for any free seat."""
    player: str | None
    """Id of the player who is invited by name; null for whoever has the code."""
    expires_at: str
    """Time at which it ends."""


class Note(TypedDict):
    """A private note of the caller on a version of a game."""

    version: int
    """Version of the game that the note is on."""
    text: str
    """Text of the note."""
    at: str
    """Time at which the note was written."""


class NewNote(TypedDict):
    """A private note of the caller on one version of a game."""

    text: str
    """Text of 1 to 2,000 characters; blanks round it fall away."""


class Opening(TypedDict):
    """The 32 bytes that one's seat committed to."""

    entropy: str
    """The bytes that the seat committed to, as 64 hexadecimal digits."""


class Condition(TypedDict):
    """Condition of a standing order."""

    kind: str
    """Kind of condition, as `NewCondition` explains."""
    version: NotRequired[int]
    """Version that is awaited."""
    seat: NotRequired[int]
    """Seat whose action is awaited."""
    action: NotRequired[str]
    """Name of the awaited action; absent for any action."""


class NewCondition(TypedDict):
    """Condition of a standing order. The order acts when the game then waits for its seat. `version`: the game has reached `version`. `action`: `seat`, another one, does `action`, or any action, before the game waits for the order's seat again. `only_action`: a single action is legal, and the order takes it. `end_turn`: only ending the turn is legal, and the order does so. The last two stand until the order is withdrawn, and act only if every spectator can see that there is no choice."""

    kind: Literal["version", "action", "only_action", "end_turn"]
    """Kind of condition: `version`, `action`, `only_action` or `end_turn`."""
    version: NotRequired[int | None]
    """Version that is awaited. For the kind `version`."""
    seat: NotRequired[int | None]
    """Seat whose action is awaited. For the kind `action`."""
    action: NotRequired[str | None]
    """Name of the awaited action; null for any action. For the kind `action`."""


class Agreement(TypedDict):
    """The revision of the rules that one agrees to, the newest."""

    revision: int
    """Revision of the rules, counted from 1."""


Strategy: TypeAlias = Literal["random", "greedy", "search-1", "search-2", "search-3"]
"""Strategy of a bot of the service."""


class ToldPly(TypedDict):
    """Narration of one action, a sentence for each event."""

    ply: int
    """Number of actions up to here."""
    version: int
    """Version of the game after the ply."""
    at: str
    """Time of the ply, UTC."""
    words: list[str]
    """Sentences in the language asked for, one for each event worth telling."""


class GamesByStatus(TypedDict):
    """Number of games."""

    open: int
    """Number of tables that wait for players."""
    playing: int
    """Number of games under way."""
    finished: int
    """Number of games that have ended by the rules."""
    abandoned: int
    """Number of games that ended without a result."""


class Checked(TypedDict):
    """Number of games checked in their current version, and of their events."""

    games: int
    """Number of games checked in their current version."""
    events: int
    """Number of events in those games."""


class AuditRun(TypedDict):
    """A check of all games, or of those that had changed since theirs."""

    everything: bool
    """Whether all games were checked, or only those that had changed."""
    started_at: str
    """Time at which the check began."""
    finished_at: str | None
    """Time at which the check ended; null while it runs."""
    games: int
    """Number of games that were checked."""
    events: int
    """Number of events that were checked."""
    mismatches: int
    """Number of games that were wrong."""


class RedactionRun(TypedDict):
    """A check of a sample of finished games for what is hidden from an audience and still reaches it."""

    finished_at: str
    """Time at which the check ended."""
    games: int
    """Number of games that were checked."""
    events: int
    """Number of events that were checked, each for every audience."""
    leaks: int
    """Number of events and views that show an audience what is hidden from it."""


class Mismatch(TypedDict):
    """A game that is not what chain and rules make of it, from which event on."""

    game: str
    """Id of the game."""
    version: int
    """Version of the game that was checked."""
    outcome: str
    """`differs`: the rules make something else of it. `illegal`: the rules refuse an action. `broken`: the hash chain does not hold. `projection`: the record holds, but a list, a result, a figure or an entry of the log says something else."""
    position: int | None
    """Position of the first event that is wrong; null where the whole game is, or what follows from it."""
    checked_at: str
    """Time of the check that found the mismatch."""


class NewCosignature(TypedDict):
    """A line of a witness below a checkpoint."""

    size: int
    """Number of entries in the checkpoint, its second line."""
    line: str
    """The line of the signature, with its line feed."""


class RightOrigin(TypedDict):
    """The token or the consent that a right came from, and with which it ends."""

    kind: str
    """`token`: the player's own. `consent`: that of a program."""
    id: str
    """Id of the token or of the consent."""
    name: str | None
    """Label of the token, or name of the program; null for none."""


class ChangedMe(TypedDict):
    """A change of the caller's account. What is left out stays."""

    name: NotRequired[str]
    """Name of 1 to 40 characters, which need not be unique."""
    handle: NotRequired[str | None]
    """Handle that nobody else has; null for one that is made from the name."""
    bot: NotRequired[bool]
    """Whether a program plays for this account; others see it."""
    rated: NotRequired[bool]
    """Whether games count for a rating, if all their players are rated when the last seat is taken."""


class Calendar(TypedDict):
    """Path of the calendar, shown only once."""

    path: str
    """Path below the address of the service."""


class AgreedAuthorization(TypedDict):
    """An authorization request that the caller agrees to."""

    response_type: Literal["code"]
    """Always `code`."""
    client_id: str
    """Id of the program."""
    redirect_uri: str
    """Address to which the browser goes with the code, one that the program has registered."""
    scope: NotRequired[str]
    """Scopes with spaces between."""
    state: NotRequired[str]
    """Text of the program's own that comes back with the code."""
    code_challenge: str
    """SHA-256 of the `code_verifier` that only the program knows, in unpadded base64url (RFC 7636)."""
    code_challenge_method: str
    """Always `S256`."""


class Redirect(TypedDict):
    """The address to which the browser goes next."""

    redirect_to: str
    """Address to which the browser goes next."""


class OAuthClientShown(TypedDict):
    """A program, as players see it. Its name is what it says of itself."""

    id: str
    """Id of the program."""
    name: str
    """Name that the program gives itself. Nobody has verified it."""
    uri: str | None
    """Page about the program; null for none."""


class NewDelegation(TypedDict):
    """Delegate of the caller until a date, in all games if none is named."""

    player: str
    """Id of the player who may act for the caller."""
    until: str
    """Time at which the delegation ends."""
    game: NotRequired[str | None]
    """Id of the game; null for all games."""


class NewMute(TypedDict):
    """Whether the player is blocked too."""

    blocked: NotRequired[bool]
    """Whether the two are kept from sitting down at one table too."""


QuietHours = TypedDict("QuietHours", {"from": "str", "until": "str", "zone": "str"})
"""Hours without notices, by the clock of a time zone."""

NewQuietHours = TypedDict("NewQuietHours", {"from": "str", "until": "str", "zone": "str"})
"""Hours without notices, by the clock of a time zone. They may go over midnight."""


class Code(TypedDict):
    """The code that was mailed."""

    code: str
    """Code that was mailed."""


class RecoveryCodes(TypedDict):
    """New recovery codes, shown this once."""

    codes: list[str]
    """Recovery codes, shown this once. Each works once."""


Scope: TypeAlias = Literal["read", "play", "manage"]
"""Right that a token gives."""


class Rotation(TypedDict):
    """A label for the token that replaces the other."""

    label: NotRequired[str | None]
    """Name for the new token; null to keep that of the old one."""


class NewOAuthClient(TypedDict):
    """A program that wants to act for players (RFC 7591)."""

    client_name: str
    """Name of the program as the consent page shows it, 1 to 40 characters. Nobody verifies it."""
    redirect_uris: list[str]
    """Addresses to which a code may be sent; https, loopback http, or an own scheme such as com.example.app."""
    client_uri: NotRequired[str | None]
    """Page about the program, by https; null for none."""


class RegisteredOAuthClient(TypedDict):
    """A registered program. It has no secret."""

    client_id: str
    """Id of the program."""
    client_id_issued_at: int
    """Time of the registration, in seconds since 1970-01-01 UTC."""
    client_name: str
    """Name of the program as the consent page shows it, 1 to 40 characters. Nobody verifies it."""
    client_uri: str | None
    """Page about the program, by https; null for none."""
    redirect_uris: list[str]
    """Addresses to which a code may be sent; https, loopback http, or an own scheme such as com.example.app."""
    token_endpoint_auth_method: str
    """Always `none`, since a program has no secret."""
    grant_types: list[str]
    """Ways to get tokens that the program may use."""
    response_types: list[str]
    """Kinds of authorization responses that the program can get."""


class RevocationRequest(TypedDict):
    """A form that ends what a token belongs to (RFC 7009)."""

    token: str
    """Access token or refresh token."""
    client_id: NotRequired[str]
    """Id of the program."""
    token_type_hint: NotRequired[str]
    """`access_token` or `refresh_token`; not needed."""


class OAuthError(TypedDict):
    """An error in the form that OAuth's clients expect (RFC 6749, section 5.2)."""

    error: str
    """Code of the error (RFC 6749)."""
    error_description: NotRequired[str]
    """Explanation of the error, in English."""
    error_uri: NotRequired[str]
    """Page about the error."""


class TokenRequest(TypedDict):
    """A form that exchanges a code, or a refresh token, for tokens (RFC 6749)."""

    grant_type: str
    """`authorization_code` or `refresh_token`."""
    client_id: NotRequired[str]
    """Id of the program."""
    code: NotRequired[str]
    """Code that came with the redirect; good for a minute, once."""
    redirect_uri: NotRequired[str]
    """Same as in the authorization request."""
    code_verifier: NotRequired[str]
    """Secret of 43 to 128 characters that the program has made the `code_challenge` from."""
    refresh_token: NotRequired[str]
    """Token that is exchanged for new tokens, once. It is good for 90 days."""
    scope: NotRequired[str]
    """With a refresh token: fewer scopes for the new access token."""


class OAuthTokens(TypedDict):
    """Tokens of a program, shown this once."""

    access_token: str
    """Token to be sent as `Authorization: Bearer …`; good for `expires_in` seconds."""
    token_type: str
    """Always `Bearer`."""
    expires_in: int
    """Seconds for which the access token is good."""
    refresh_token: str
    """Token that is exchanged for new tokens, once. It is good for 90 days."""
    scope: str
    """Scopes with spaces between."""


class OEmbed(TypedDict):
    """A frame with a replay."""

    type: str
    """Kind of the resource, always `rich`."""
    version: str
    """Version of oEmbed, always `1.0`."""
    title: str
    """Name of the game, and who plays."""
    provider_name: str
    """Name of the service."""
    provider_url: str
    """Address of the service."""
    cache_age: int
    """Seconds for which the answer may be kept."""
    html: str
    """Frame that shows the replay, as HTML."""
    width: int
    """Width of the frame, in pixels."""
    height: int
    """Height of the frame, in pixels."""
    thumbnail_url: str
    """Address of a PNG of the game's box."""
    thumbnail_width: int
    """Width of the PNG, in pixels."""
    thumbnail_height: int
    """Height of the PNG, in pixels."""


class NewPlayer(TypedDict):
    """The name of a new player, and a handle that nobody else has."""

    label: NotRequired[str | None]
    """Name of the first token for its owner; null for none."""
    name: str
    """Name of 1 to 40 characters, which need not be unique."""
    handle: NotRequired[str | None]
    """Handle that nobody else has: letters and digits of any script, with single hyphens, underscores or dots between them; case does not count. Made from the name where it is null."""
    bot: NotRequired[bool]
    """Whether a program plays for this account; others see it."""
    recovery_codes: NotRequired[bool]
    """Whether the answer is to have recovery codes."""


class RegisteredPlayer(TypedDict):
    """A new player; the token is shown this once."""

    id: str
    """Id of the player."""
    name: str
    """Name, which need not be unique."""
    handle: str
    """Unique handle of the player."""
    bot: bool
    """Whether a program plays for this account."""
    token: str
    """Token for `Authorization: Bearer …`; shown this once."""
    recovery_codes: NotRequired[list[str]]
    """Recovery codes, shown this once. Each works once. Absent where none were asked for."""


class SeatResults(TypedDict):
    """Results of a player in one kind of game with one number of seats."""

    game: str
    """Id of the kind of game."""
    seats: int
    """Number of seats of those games."""
    won: int
    """Number of games that the player won, alone or with others."""
    drawn: int
    """Number of games that ended as a draw with the player still in them."""
    lost: int
    """Number of games that the player lost."""
    void: int
    """Number of games that ended without a result."""


class Reliability(TypedDict):
    """Reliability of a player, and the counts it is made of."""

    value: int | None
    """From 0 to 100, the share of turns in time times the share of games neither left nor timed out. A game counts half as much for every 90 days that it ended before the newest one. Null until three games had turns by a clock."""
    turns_in_time: int
    """Number of turns by a clock that the player took before it ran out."""
    turns_late: int
    """Number of deadlines that the player let pass."""
    games_left: int
    """Number of those that the player left by resigning while the others played on."""
    games_timed_out: int
    """Number of those in which the player ran out of time, or did not open their contribution to the shuffle."""
    games_counted: int
    """Number of public games that count, with and without a clock; the newest 500 do."""


class PlayerRating(TypedDict):
    """Rating of a player in one kind of game."""

    game: str
    """Id of the kind of game."""
    value: int
    """Estimate of the player's skill, 1500 for a newcomer."""
    uncertainty: int
    """Standard deviation of the rating, 500 for a newcomer."""
    games: int
    """Number of rated games of this kind."""


class PushKey(TypedDict):
    """Public key of the service for Web Push, the `applicationServerKey` of a browser, in base64url."""

    key: str
    """Public key on P-256 as an uncompressed point, in base64url."""


class NewRecovery(TypedDict):
    """A recovery code of a player."""

    label: NotRequired[str | None]
    """Name of the token for its owner; null for none."""
    handle: str
    """Handle of the player, in any spelling that counts as the same."""
    code: str
    """Recovery code that was kept or mailed. Case, blanks and hyphens do not count."""
    revoke_others: NotRequired[bool]
    """Whether all other tokens of the player and the consents to programs end."""


class WantedRecovery(TypedDict):
    """The player who wants a code."""

    handle: str
    """Handle of the player, in any spelling that counts as the same."""


class CreatedTables(TypedDict):
    """Games of the tables that were created, in their order."""

    tag: str
    """Tag of the tables."""
    games: list[str]
    """Ids of the games, in the order of the tables."""


class PushKeys(TypedDict):
    """Keys of a browser's push subscription, as it gives them, in base64url."""

    p256dh: str
    """Public key of the browser on P-256, in base64url."""
    auth: str
    """Authentication secret of the browser, in base64url."""


EventName: TypeAlias = Literal[
    "ActionSigned",
    "ActionsTakenBack",
    "AreaDiscarded",
    "AreaSet",
    "AreaTaken",
    "AttackLaid",
    "AttackMade",
    "BattleBegan",
    "BattleEnded",
    "BattleResumed",
    "BonusUsed",
    "BotTookOver",
    "BreakthroughBegun",
    "BreakthroughDiscarded",
    "BuildingBuilt",
    "BuildingReturned",
    "BuildingTornDown",
    "CardBought",
    "CardExposed",
    "CardPlayed",
    "CardStolen",
    "CardsDealt",
    "CardsDiscarded",
    "CardsDrawn",
    "CardsPlayed",
    "CentreCardTaken",
    "CentreOpened",
    "ClockStarted",
    "ClockStopped",
    "CodeOfLawsUsed",
    "CultureTokenLost",
    "CultureTokenSet",
    "DeckReshuffled",
    "DefenceEnded",
    "DelegateActed",
    "DelegateNamed",
    "DemocracyPlaced",
    "DiscardStepBegan",
    "DiscardTaken",
    "DraftEnded",
    "DraftKept",
    "DraftRoundBegan",
    "EffectCopied",
    "EmbargoLaid",
    "EmpireSet",
    "EndAgreed",
    "EntropyCommitted",
    "EntropyOpened",
    "FinalRoundBegan",
    "ForkBegan",
    "FreeingAgreed",
    "GameCorrected",
    "GameCreated",
    "GameEnded",
    "GamePaused",
    "GameResumed",
    "GameStarted",
    "HandDealt",
    "HandDiscarded",
    "HandLimitChosen",
    "HandRevealed",
    "HandSet",
    "InquisitionBegun",
    "InquisitionExchanged",
    "KeyGiven",
    "LeaderChanged",
    "MarketOpened",
    "OpeningsAwaited",
    "OpeningsExpired",
    "OrderFired",
    "OrderSigned",
    "PacketDealt",
    "PacketPassed",
    "PauseAgreed",
    "PlaySkipped",
    "PlotBought",
    "PlotOffered",
    "PlotTaken",
    "PlotsDealt",
    "PlotsOpened",
    "PopulationBought",
    "PopulationResettled",
    "PopulationSettled",
    "PopulationTaken",
    "PositionSet",
    "ProtectionSet",
    "ResourcesCollected",
    "ResourcesExchanged",
    "ResourcesGained",
    "ResourcesGiven",
    "ResourcesTaken",
    "RulesAgreed",
    "RulesMoved",
    "SeatCleared",
    "SeatFreed",
    "SeatKept",
    "SeatLeft",
    "SeatOffered",
    "SeatResigned",
    "SeatReturned",
    "SeatSaw",
    "SeatTaken",
    "SettlingBegan",
    "StartAwaited",
    "StartReached",
    "StartingDiscardsBegan",
    "SubstituteSeated",
    "TableClosed",
    "TableExpired",
    "TakeBackAgreed",
    "TechnologyBought",
    "TechnologyOffered",
    "TimeClaimed",
    "TimeExpired",
    "TimeGiven",
    "TimeRestored",
    "TurnBegan",
    "TurnEnded",
    "UnitSentBack",
    "UnitStopped",
    "VacationTaken",
    "WallsReturned",
    "WarEnded",
]
"""Type of an event."""


class Delivery(TypedDict):
    """A message to a webhook, sent or pending. `id` is the `webhook-id` header that the receiver gets."""

    id: str
    """Id of the message, sent as `webhook-id`."""
    game: str | None
    """Id of the game; null for a test."""
    version: int | None
    """Version of the game after the ply; null for a test."""
    at: str
    """Time of the message."""
    attempts: int
    """Number of times the delivery has been tried."""
    delivered_at: str | None
    """Time at which the receiver accepted the message; null until then."""
    status: int | None
    """HTTP status of the last answer; null where there was none."""
    error: str | None
    """Reason why the last attempt failed; null if it did not."""
    next_try: str | None
    """Time of the next attempt; null where none follows."""


CivilizationTheCardGamePlotCountsKey: TypeAlias = Literal[
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "10",
    "11",
    "12",
    "13",
    "14",
    "15",
    "16",
    "17",
    "18",
    "19",
    "20",
    "21",
    "22",
    "23",
    "24",
    "25",
    "26",
    "27",
    "28",
    "29",
]
"""Place of a plot in the seat's land, counted from 0."""

GameId: TypeAlias = Literal["carta-impera-victoria", "civilization-the-card-game"]
"""Id of a kind of game."""

Viewpoint: TypeAlias = Literal["0", "1", "2", "3", "spectator", "everything"]
"""Whose eyes a finished game is looked through."""


class EditionOfGame(TypedDict):
    """An edition, and the properties in which it differs."""

    id: str
    """Id of the edition."""
    name: str
    """Name of the edition."""
    rules: AnyObject
    """Properties in which the edition differs, by name."""


class EventType(TypedDict):
    """An event that the game may record."""

    type: str
    """Type of the event."""
    v: int
    """Version of the event's schema."""
    description: str
    """Explanation in plain words."""
    reveals: bool
    """Whether it reveals hidden cards to a seat."""
    secret: AnyObject
    """Hidden fields: for each the names of the fields that hold the seats which see it."""
    schema: AnyObject
    """JSON Schema of the public fields (`data`) alone."""
    url: str
    """Path of the JSON Schema of the whole event below the address of the service."""


EventSchema = TypedDict(
    "EventSchema",
    {
        "$schema": "str",
        "title": "str",
        "description": "str",
        "reveals": "bool",
        "type": "str",
        "properties": "AnyObject",
        "required": "list[str]",
    },
)
"""A JSON Schema (2020-12) of an event."""


class ExpectedPart(TypedDict):
    """An event as far as the caller can predict it. The recorded event adds its time and commitments."""

    data: AnyObject
    """Public fields of the event, which depend on its type."""
    ply: int
    """Number of the action that caused the event."""
    position: int
    """Position of the event in its game."""
    seat: int | None
    """Seat that acts; null where the event belongs to none."""
    secrets: dict[str, str | None]
    """Names of the hidden fields, each with null for the commitment to come."""
    type: str
    """Type of the event."""
    v: int
    """Version of the event's schema."""


class JudgedMove(TypedDict):
    """A move at which its seat had a choice, as the search sees it from what the seat could see. `loss` is how much the played move falls short of `best`, on a scale from 0 for a lost game to 1 for a won one."""

    ply: int
    """Number of actions up to here."""
    version: int
    """Version of the game after the move."""
    seat: int
    """Seat that moved."""
    chances: list[float]
    """Estimated chance of each seat to win before the move. Partners win together; the chances of all sides add up to 1."""
    played: AnyObject
    """Move that was played."""
    best: AnyObject
    """Move that the bot would have played, which the seat could know to be legal."""
    loss: float
    """Worth of `best` less that of the played move to the seat, from 0 to 1."""
    worlds: int
    """Number of possible games that were searched."""


class Outcome(TypedDict):
    """At a version the order would have done `action`, unless that was refused or it was cancelled for a reason."""

    version: int
    """Version at which it would have happened."""
    action: AnyObject | None
    """Action that the order would have done; null where it would not have acted."""
    rule: str | None
    """Stable code of why the order would have been cancelled; null otherwise."""
    reason: str | None
    """Why the order would have been cancelled, in the language of `Accept-Language`; null otherwise."""


class CartaImperaVictoriaDraftKeep(TypedDict):
    """Keep one card of the packet."""

    type: Literal["draft_keep"]
    """Name."""
    card: CartaImperaVictoriaKind
    """Kind of card."""


class CartaImperaVictoriaDraftPick(TypedDict):
    """Take one card of the centre into the area."""

    type: Literal["draft_pick"]
    """Name."""
    card: CartaImperaVictoriaKind
    """Kind of card."""


class CartaImperaVictoriaPlay(TypedDict):
    """Play a card from hand into the area."""

    type: Literal["play"]
    """Name."""
    card: CartaImperaVictoriaKind
    """Kind of card."""


class CartaImperaVictoriaAssassination(TypedDict):
    """Military, level 1: discard a card from hand."""

    type: Literal["assassination"]
    """Name."""
    discard: list[CartaImperaVictoriaKind]
    """Card to discard from hand."""


class CartaImperaVictoriaPurge(TypedDict):
    """Military, level 2: discard two cards from hand."""

    type: Literal["purge"]
    """Name."""
    discard: list[CartaImperaVictoriaKind]
    """Two cards to discard from hand."""


class CartaImperaVictoriaInquisition(TypedDict):
    """Religion, discard effect: take another seat's hand."""

    type: Literal["inquisition"]
    """Name."""
    seat: int
    """Seat whose hand is taken."""
    pay: NotRequired[CartaImperaVictoriaKind | None]
    """Card to pay with; null for the one of the lowest epoch."""


CartaImperaVictoriaInquisitionExchange = TypedDict(
    "CartaImperaVictoriaInquisitionExchange",
    {"type": 'Literal["inquisition_exchange"]', "return": "list[CartaImperaVictoriaKind]"},
)
"""Give back as many cards as were taken."""


class CartaImperaVictoriaDevelopment(TypedDict):
    """Economy, level 1: discard a card from the area, then play one."""

    type: Literal["development"]
    """Name."""
    discard: list[CartaImperaVictoriaKind]
    """Card to discard from the area."""
    play: list[CartaImperaVictoriaKind]
    """Card to play from hand."""


class CartaImperaVictoriaMonopoly(TypedDict):
    """Economy, level 2: discard two cards from the area, then play two."""

    type: Literal["monopoly"]
    """Name."""
    discard: list[CartaImperaVictoriaKind]
    """Two cards to discard from the area."""
    play: list[CartaImperaVictoriaKind]
    """Two cards to play from hand."""


class CartaImperaVictoriaExperiment(TypedDict):
    """Science, level 1: take a card from the area to hand, then play one."""

    type: Literal["experiment"]
    """Name."""
    take: list[CartaImperaVictoriaKind]
    """Card to take from the area to hand."""
    play: list[CartaImperaVictoriaKind]
    """Card to play from hand."""


class CartaImperaVictoriaResearch(TypedDict):
    """Science, level 2: take two cards from the area to hand, then play two."""

    type: Literal["research"]
    """Name."""
    take: list[CartaImperaVictoriaKind]
    """Two cards to take from the area to hand."""
    play: list[CartaImperaVictoriaKind]
    """Two cards to play from hand."""


class CartaImperaVictoriaBreakthrough(TypedDict):
    """Science, discard effect: draw five cards."""

    type: Literal["breakthrough"]
    """Name."""
    pay: NotRequired[CartaImperaVictoriaKind | None]
    """Card to pay with; null for the one of the lowest epoch."""


class CartaImperaVictoriaBreakthroughDiscard(TypedDict):
    """Discard as many cards as the Breakthrough drew."""

    type: Literal["breakthrough_discard"]
    """Name."""
    discard: list[CartaImperaVictoriaKind]
    """Cards to discard from hand, as many as were drawn."""


class CartaImperaVictoriaOligarchy(TypedDict):
    """Utopia, level 1: take a card from the discard pile."""

    type: Literal["oligarchy"]
    """Name."""
    take: list[CartaImperaVictoriaKind]
    """Card to take from the discard pile."""


class CartaImperaVictoriaRepublic(TypedDict):
    """Utopia, level 2: take two cards from the discard pile."""

    type: Literal["republic"]
    """Name."""
    take: list[CartaImperaVictoriaKind]
    """Two cards to take from the discard pile."""


class CartaImperaVictoriaInspiration(TypedDict):
    """Culture: copy a permanent effect of another seat."""

    type: Literal["inspiration"]
    """Name."""
    seat: int
    """Seat whose effect is copied."""
    effect: Literal[
        "assassination",
        "purge",
        "holy_book",
        "divine_right",
        "development",
        "monopoly",
        "experiment",
        "research",
        "oligarchy",
        "republic",
    ]
    """Permanent effect to copy."""
    discard: NotRequired[list[CartaImperaVictoriaKind] | None]
    """Cards to discard, where the copied effect asks for them."""
    play: NotRequired[list[CartaImperaVictoriaKind] | None]
    """Cards to play, where the copied effect asks for them."""
    take: NotRequired[list[CartaImperaVictoriaKind] | None]
    """Cards to take, where the copied effect asks for them."""


class CartaImperaVictoriaAttack(TypedDict):
    """Military, discard effect: pay a military card, give up a card of a sphere, and the others lose one of it."""

    type: Literal["attack"]
    """Name."""
    sphere: CartaImperaVictoriaSphere
    """Sphere."""
    pay: NotRequired[CartaImperaVictoriaKind | None]
    """Card to pay with; null for the one of the lowest epoch."""
    give_up: NotRequired[CartaImperaVictoriaKind | None]
    """Card of the chosen sphere to lose; null for the one of the lowest epoch."""


class CartaImperaVictoriaEmbargo(TypedDict):
    """Economy, discard effect: bar a seat from playing cards of a sphere."""

    type: Literal["embargo"]
    """Name."""
    seat: int
    """Seat that may not play the sphere."""
    sphere: CartaImperaVictoriaSphere
    """Sphere."""
    pay: NotRequired[CartaImperaVictoriaKind | None]
    """Card to pay with; null for the one of the lowest epoch."""


class CartaImperaVictoriaDemocracy(TypedDict):
    """Utopia, discard effect: raise what a seat needs to win in a sphere."""

    type: Literal["democracy"]
    """Name."""
    seat: int
    """Seat on whose sphere the card is placed."""
    sphere: CartaImperaVictoriaSphere
    """Sphere."""


class CartaImperaVictoriaTokenOn(TypedDict):
    """The sphere on which the culture token lies."""

    seat: int
    """Seat that acts or is meant."""
    sphere: CartaImperaVictoriaSphere
    """Sphere."""


class CartaImperaVictoriaUsed(TypedDict):
    """Spheres whose effects the active seat has used this turn."""

    permanent: NotRequired[list[CartaImperaVictoriaSphere]]
    """Spheres whose permanent effects are used this turn."""
    discard: NotRequired[list[CartaImperaVictoriaSphere]]
    """Spheres whose discard effects are used this turn."""


class CartaImperaVictoriaStateDraftView(TypedDict):
    """The draft; packet and kept are one's own, null for a spectator, the packet also once one has chosen."""

    round: str
    """Round of the draft, 1 to 3, or `centre` while the seats choose from the centre."""
    packet: Counts | None
    """Cards from which the caller has to keep one, by kind; null where there is nothing to choose."""
    kept: Counts | None
    """Cards that the caller has kept so far, by kind; null for a spectator."""
    centre: Counts
    """Cards that lie open in the centre, by kind."""


class CartaImperaVictoriaSeatPosition(TypedDict):
    """Cards and markers of a seat."""

    hand: NotRequired[Counts]
    """Cards in hand, by kind."""
    area: NotRequired[Counts]
    """Cards that lie open in front of the seat, by kind."""
    democracy: NotRequired[Counts]
    """Number of Democracy markers on each of the seat's spheres."""
    embargo: NotRequired[Counts]
    """Number of Embargo markers on each of the seat's spheres."""


class CivilizationTheCardGameStateBattleView(TypedDict):
    """The attack on a seat: units still attacking, stopped ones, and those that stopped them."""

    defender: int
    """Seat that is attacked."""
    attacking: Counts
    """Units that still attack, by kind."""
    stopped: Counts
    """Attacking units that were stopped, by kind."""
    defending: Counts
    """Units that the defender has played, by kind."""
    population: int
    """Population that the defender still has to give up."""
    captives: int
    """Population that the attacker still has to place."""
    buildings: int
    """Number of buildings that the defender still has to take back."""


class CartaImperaVictoriaStateTokenView(TypedDict):
    """Holder and place of the culture token."""

    seat: int
    """Seat that acts or is meant."""
    on: CartaImperaVictoriaStateOn | None
    """Sphere on which the token lies; null where it lies on none."""


class CartaImperaVictoriaStateSeatView(TypedDict):
    """A seat in a view: of another seat's hand only the backs, and cards that were shown."""

    hand: Counts | None
    """Cards in hand, by kind; null where the caller may not see them."""
    known: Counts
    """Cards of the hand that the caller was shown; empty for an open hand."""
    backs: CartaImperaVictoriaStateBacks
    """Numbers of cards with each back; the back shows the epoch, 1 to 3."""
    hand_limit: int
    """Number of cards up to which the seat would draw now."""
    area: Counts
    """Cards that lie open in front of the seat, by kind."""
    democracy: Counts
    """Number of Democracy markers on each of the seat's spheres."""
    embargo: Counts
    """Number of Embargo markers on each of the seat's spheres."""
    wins_at: Counts
    """Number of cards that the seat needs in each sphere for a Domination."""
    used: CartaImperaVictoriaStateUsedView
    """Spheres used this turn."""
    present: bool
    """Whether the seat is still in the game."""


class CivilizationTheCardGameTakePlot(TypedDict):
    """At the start: take one of the open plots."""

    type: Literal["take_plot"]
    """Name."""
    terrain: CivilizationTheCardGameTerrainKind
    """Terrain of the plot."""


class CivilizationTheCardGamePlotsPosition(TypedDict):
    """Plots for sale, and those that come after them, top first."""

    open: NotRequired[list[CivilizationTheCardGameTerrainKind]]
    """Plots that lie open for sale."""
    deck: NotRequired[list[CivilizationTheCardGameTerrainKind]]
    """Plots that come after, the next one first."""


class CivilizationTheCardGameBuild(TypedDict):
    """Build a building or wonder from hand on a plot, with production."""

    type: Literal["build"]
    """Name."""
    building: CivilizationTheCardGameBuildingKind
    """Building or wonder."""
    plot: int
    """Number of the own plot."""


class CivilizationTheCardGameTearDown(TypedDict):
    """Discard a building of one's own, or a wonder where the house rules let one."""

    type: Literal["tear_down"]
    """Name."""
    building: CivilizationTheCardGameBuildingKind
    """Building or wonder."""
    plot: int
    """Number of the own plot."""


class CivilizationTheCardGameGiveUpBuilding(TypedDict):
    """Defender: take a destroyed building back to hand."""

    type: Literal["give_up_building"]
    """Name."""
    building: CivilizationTheCardGameBuildingKind
    """Building or wonder."""
    plot: int
    """Number of the own plot."""


class CivilizationTheCardGamePlotPosition(TypedDict):
    """A plot with what is on it."""

    terrain: CivilizationTheCardGameTerrainKind
    """Terrain of the plot."""
    population: NotRequired[int]
    """Population."""
    buildings: NotRequired[list[CivilizationTheCardGameBuildingKind]]
    """Buildings and wonders."""


class CivilizationTheCardGameTechnologiesPosition(TypedDict):
    """Technologies for sale, and those that come after them, top first."""

    open: list[CivilizationTheCardGameTechnologyKind]
    """Technologies that lie open for sale."""
    deck: NotRequired[list[CivilizationTheCardGameTechnologyKind]]
    """Technologies that come after, the next one first."""


class CivilizationTheCardGameUseBonus(TypedDict):
    """Turn a bonus card into its resources; for a red one name the type."""

    type: Literal["use_bonus"]
    """Name."""
    card: CivilizationTheCardGameBonusKind
    """Kind of card."""
    resource: NotRequired[CivilizationTheCardGameResource | None]
    """Resource to take, for a bonus card that leaves the choice; null for others."""


class CivilizationTheCardGameBank(TypedDict):
    """Change three resources of a type, with Sailing two, for one of another."""

    type: Literal["bank"]
    """Name."""
    give: CivilizationTheCardGameResource
    """Resource to hand in at the bank."""
    take: CivilizationTheCardGameResource
    """Resource to take from the bank."""


CivilizationTheCardGameAmounts: TypeAlias = Counts | list[CivilizationTheCardGameResource]
"""Resources, each as often as it is meant, as counts or as a list."""


class CivilizationTheCardGameAttack(TypedDict):
    """Lay down units against a neighbour."""

    type: Literal["attack"]
    """Name."""
    seat: int
    """Neighbour that is attacked."""
    units: list[CivilizationTheCardGameUnitKind]
    """Units, by kind."""


class CivilizationTheCardGameSendBack(TypedDict):
    """Defender behind walls: send an attacking unit back."""

    type: Literal["send_back"]
    """Name."""
    unit: CivilizationTheCardGameUnitKind
    """Kind of unit."""


class CivilizationTheCardGameDefend(TypedDict):
    """Defender: play a unit from hand that stops an attacking one."""

    type: Literal["defend"]
    """Name."""
    unit: CivilizationTheCardGameUnitKind
    """Kind of unit."""
    stops: CivilizationTheCardGameUnitKind
    """Attacking unit that is stopped."""


class CivilizationTheCardGameDiscard(TypedDict):
    """Discard cards: two at the start of the game; after the draw, which ends the turn."""

    type: Literal["discard"]
    """Name."""
    cards: list[CivilizationTheCardGameKind]
    """Cards to discard from hand."""


class CivilizationTheCardGameStateSeatView(TypedDict):
    """A seat in a view: of another seat's hand only the number of cards, and cards that were shown."""

    hand: Counts | None
    """Cards in hand, by kind; null where the caller may not see them."""
    known: Counts
    """Cards of the hand that the caller was shown; empty for an open hand."""
    hand_count: int
    """Number of cards in hand."""
    resources: Counts
    """Number of resources of each type."""
    plots: list[CivilizationTheCardGameStatePlotView]
    """Plots."""
    technologies: list[str]
    """Technologies."""
    happiness: int
    """Happiness."""
    culture: int
    """Culture."""
    points: int
    """Victory points so far, with those of a partner."""
    protected: int
    """Number of the seat's turns that must begin before it can be attacked; 0 if it can be."""
    present: bool
    """Whether the seat is still in the game."""


class CivilizationTheCardGamePriceList(TypedDict):
    """Prices for a seat now, discounts included, and yields that some buildings would add."""

    technologies: Counts
    """Price of each technology in commerce, whether or not it is for sale."""
    buildings: Counts
    """Price of each building and wonder in production, whether or not it is in hand."""
    plot: int
    """Price of the next plot, in resources of any types."""
    population: list[int]
    """Price of one more population on each of the caller's plots, in food, in the order of the plots."""
    bank: int
    """Number of resources of one type that the bank takes for one of another."""
    pottery: int
    """Price of a card with Pottery, in resources of any types."""
    gains: CivilizationTheCardGameGains
    """Resources that Granaries, Forges and Markets would add."""


TableAction: TypeAlias = (
    TablePause
    | TableResume
    | TableTakeVacation
    | TableGiveTime
    | TableClaimTime
    | TableComeBack
    | TableFreeSeat
    | TableAgreeEnd
    | TableOfferSeat
    | TableKeepSeat
    | TableSignWith
    | TableNameDelegate
    | TableTakeBack
)
"""Any of these actions."""

Choice = TypedDict("Choice", {"from": "Numbers", "count": "int", "at_least": "NotRequired[int]"})
"""The open part of a field: items, of which some are to be chosen."""


class Result(TypedDict):
    """Result of a game. `decided_by` names the spheres of a domination, or the tie-breaks of a majority. The kind `time` is a resignation by the clock; the event `GameEnded` says `resignation` for both."""

    kind: str
    """Kind of end."""
    winners: list[int]
    """Seats that have won."""
    points: Numbers | None
    """Points by seat number; null where nothing was counted."""
    decided_by: list[str]
    """Spheres of a domination, or the tie-breaks that decided a majority."""


class PlayedGames(TypedDict):
    """Games of one kind that a player has finished: public ones that began in the ordinary way."""

    game: str
    """Id of the kind of game."""
    finished: int
    """Number of games of this kind that the player has finished."""
    won: int
    """Number of those that the player won, alone or with others."""
    won_by: Numbers
    """Number of wins for each way of winning, by `result.kind`."""


class Event(TypedDict):
    """An event: its public part, and the hidden fields that the caller may see."""

    public: PublicPart
    """Public part of the event, which the hash chain covers."""
    private: AnyObject
    """Hidden fields that the caller may see, by name."""
    changes: NotRequired[list[Change]]
    """Changes that lead from the caller's view at the version before to that at this one, as JSON Patch (RFC 6902); only with `changes=true`. Views are those of `GET /v1/games/{id}/states/{version}`; the first event begins with a whole view."""
    last: NotRequired[bool]
    """Whether the event is the last of its ply; only with `changes=true`."""


class DeadlineMessage(TypedDict):
    """Reminder to a webhook of the standard format, once before a deadline."""

    type: str
    """Type of the message."""
    timestamp: str
    """Time of the message."""
    data: NearDeadline
    """What the message tells."""


class InvitationToGame(TypedDict):
    """An invitation of the receiver, by whom, and to which seat; `null` is any free seat."""

    game: str
    """Id of the game."""
    by: PlayerAtSeat
    """Player who invites."""
    seat: int | None
    """Seat; null for none."""
    expires_at: str
    """Time at which it ends."""


class Message(TypedDict):
    """A chat message, numbered from 1 in each game. One that its author or the operators have erased has no text."""

    id: int
    """Number of the message in this chat, counted from 1."""
    author: PlayerAtSeat
    """Player who wrote the message."""
    text: str | None
    """Text; null once its author has erased it."""
    erased: bool
    """Whether the text has been erased, by its author or by the operators."""
    removed: bool
    """Whether the operators have erased the message."""
    at: str
    """Time at which the message was written."""


class SeatOfGame(TypedDict):
    """A place at the table."""

    seat: int
    """Seat."""
    player: PlayerAtSeat | None
    """Player; null for a free seat."""
    team: int | None
    """Number of the seat's team; null in a game without teams."""


class FormerPlayer(TypedDict):
    """A player whose seat a substitute has taken; `SubstituteSeated` in the record tells when."""

    seat: int
    """Seat that the player has given up."""
    player: PlayerAtSeat
    """The player before the substitute."""


class Invitation(TypedDict):
    """Who invites to a game, to which seat, and how long. Seat `null` is any free seat."""

    by: PlayerAtSeat
    """Player who invites."""
    seat: int | None
    """Seat; null for none."""
    expires_at: str
    """Time at which it ends."""


class ReceivedInvite(TypedDict):
    """An invitation to the caller by name, to a table that has not filled."""

    id: str
    """Unique id."""
    game: str
    """Id of the game."""
    kind: str
    """Id of the kind of game."""
    seat: int | None
    """Seat; null for none."""
    by: PlayerAtSeat
    """Player who invites."""
    expires_at: str
    """Time at which it ends."""


class Mute(TypedDict):
    """A player of whom the caller reads nothing, since when, and whether they are blocked too."""

    player: PlayerAtSeat
    """Player of whom the caller reads nothing."""
    at: str
    """Time since which the player is muted."""
    blocked: bool
    """Whether the two are kept from sitting down at one table too."""


class OrganiserConsent(TypedDict):
    """A player at the other side of a consent, and since when."""

    player: PlayerAtSeat
    """Organiser, or player who has consented."""
    at: str
    """Time since which the consent holds."""


class PlayerList(TypedDict):
    """At most `limit` players, in the order of their handles. There are no further pages."""

    players: list[PlayerAtSeat]
    """Players, in the order of their handles."""


class TestMessage(TypedDict):
    """Test message to a webhook of the standard format."""

    type: str
    """Type of the message."""
    timestamp: str
    """Time of the message."""
    data: Tested
    """What the message tells."""


class Feed(TypedDict):
    """Events of all public games; `next` is the `cursor` of the next page, null where nothing follows yet."""

    events: list[FeedEvent]
    """Events, in the order in which they happened."""
    next: str | None
    """The `cursor` of the next page; null where nothing follows yet."""


class SeatFigure(Figure):
    """Games and wins of a seat."""

    seat: int
    """Seat."""


class EditionFigure(Figure):
    """Games of an edition, and wins of the seat that began."""

    edition: str
    """Id of the edition."""


class OpeningFigure(Figure):
    """Games and wins of seats with an opening."""

    opening: str
    """Name of the opening, such as the id of a sphere."""


class LengthFigure(Figure):
    """Games of a length, and wins of the seat that began."""

    min_turns: int
    """Smallest number of turns."""
    max_turns: int
    """Largest number of turns."""


class Catalogue(TypedDict):
    """All games that are offered, options that every game has besides its own, keys, witnesses, subjects."""

    games: list[CatalogueEntry]
    """Kinds of games that are offered."""
    options: list[OptionOfGame]
    """Options that every game has besides its own."""
    keys: list[SigningKey]
    """Keys that sign heads, the active one last."""
    witnesses: list[str]
    """Keys of witnesses whose cosignatures of the transparency log the service takes, for `verify --witness`."""
    subjects: list[str]
    """Parts of the service beside its core that run here; the operations of others are 404."""


class Clock(TypedDict):
    """The time that seats have. `turn`: so much each time they are awaited; `bank`: so much in all."""

    kind: Literal["turn", "bank"]
    """`turn`: so many seconds each time the seat is awaited. `bank`: so many for the whole game."""
    seconds: int
    """Seconds that a seat has, 1 to 31,622,400 (366 days)."""
    increment: NotRequired[int]
    """Seconds that a bank gains by each action, by default 0; 0 for the kind `turn`."""
    window: NotRequired[Window | None]
    """Hours of the day in which the clock runs; null for all."""
    vacation_days: NotRequired[int]
    """Days of vacation for each seat, 0 (the default) to 365, during which its own clock stands still."""
    on_expiry: NotRequired[Literal["forfeit", "claim", "bot"]]
    """Consequence when a time runs out. `forfeit`, the default: the seat resigns; `claim`: another seat may claim that; `bot`: a bot plays on."""


class NewCalendar(TypedDict):
    """In which language, and how long before a deadline the calendar program sounds an alarm."""

    language: NotRequired[Language]
    """Language of the words."""
    alarm_minutes: NotRequired[int | None]
    """Minutes before a deadline at which the calendar program sounds an alarm; null for none."""


class CurrentClock(TypedDict):
    """The time that seats have. `turn`: so much each time they are awaited; `bank`: so much in all."""

    kind: str
    """`turn` or `bank`, as in `Clock`."""
    seconds: int
    """Seconds that a seat has, 1 to 31,622,400 (366 days)."""
    increment: NotRequired[int]
    """Seconds that a bank gains by each action; 0 for the kind `turn`."""
    window: NotRequired[CurrentWindow | None]
    """Hours of the day in which the clock runs; null for all."""
    vacation_days: NotRequired[int]
    """Days of vacation for each seat, 0 to 365, during which its own clock stands still."""
    on_expiry: NotRequired[str]
    """Consequence when a time runs out, as in `Clock`."""


class Rules(TypedDict):
    """Revision of the rules that the game is played by, the seats that agree to the newest, and what that changes."""

    revision: int
    """Revision of the rules, counted from 1."""
    newest: int
    """Newest revision of the rules that the service has."""
    agreed: list[int]
    """Seats that have agreed to go on by the newest revision."""
    changes: list[OptionChange]
    """Options by which the game would be played otherwise once it goes by the newest rules; empty where nothing changes, and in earlier versions of a game."""


class InviteWithCode(Invite):
    """A new invitation; its code, and the path of the page that leads to the table by it, are shown this once."""

    code: str
    """Secret code, shown this once."""
    path: str
    """Path below the address of the service."""


class InviteList(TypedDict):
    """All invitations of the caller to a game that still hold."""

    invites: list[Invite]
    """Invitations that still hold."""


class NoteList(TypedDict):
    """All notes of the caller on a game, by version, at most 500."""

    notes: list[Note]
    """Notes, in the order of their versions."""


class Order(TypedDict):
    """An order, and what became of it; `met` once what it waits for has come, `rule` and `reason` if cancelled."""

    id: str
    """Unique id."""
    condition: Condition
    """Condition under which the order acts."""
    action: AnyObject | None
    """Action that the order does, as it would be posted; null where it takes whatever is legal."""
    status: str
    """`waiting` for its condition, `fired` once it has acted for the last time, or `cancelled`."""
    met: bool
    """Whether the condition has come true."""
    since: int
    """Version at which the order was given."""
    fired_at: int | None
    """Version at which the order acted last; null if it has not."""
    firings: int
    """Number of times the order has acted."""
    rule: str | None
    """Stable code of why the order was cancelled; null otherwise."""
    reason: str | None
    """Why the order was cancelled, in the language of `Accept-Language`; null otherwise."""
    given_at: str
    """Time at which the order was given."""


class NewOrder(TypedDict):
    """An order; with `version` and `action` it names an action as it would be posted."""

    condition: NewCondition
    """Condition under which the order acts."""
    action: NotRequired[AnyObject | None]
    """Action as it would be posted; null for the kinds `only_action` and `end_turn`."""


class TrialOrder(TypedDict):
    """An order to be tried on the past of the game, from a version on."""

    condition: NewCondition
    """Condition under which the order acts."""
    action: NotRequired[AnyObject | None]
    """Action as it would be posted; null for the kinds `only_action` and `end_turn`."""
    since: NotRequired[int]
    """Version from which the past is tried."""


class TakeSeat(TypedDict):
    """A seat, any free one if none is named, and 32 random bytes for the shuffle; to a private game, an invitation. With the option `fairness` at `commit`, a seat has to be named, and a commitment to the bytes takes their place."""

    seat: NotRequired[int | None]
    """Seat to take; null for any free one."""
    entropy: NotRequired[str | None]
    """32 random bytes for the shuffle, as 64 hexadecimal digits; null for none."""
    commitment: NotRequired[str | None]
    """SHA-256 that commits the seat to its entropy, 64 hexadecimal digits: `T(seat-seed, game, seat, entropy)` of the record format."""
    invite: NotRequired[str | None]
    """Code of an invitation; needed to sit down at a private game."""
    bot: NotRequired[Strategy | None]
    """Strategy of a bot to seat instead of the caller; null for the caller."""


class Since(TypedDict):
    """Events after one version up to another. The game itself may be further on."""

    after: int
    """Version after which the narration begins."""
    until: int
    """Version up to which the narration goes."""
    version: int
    """Number of the game's events, which names its state."""
    plies: list[ToldPly]
    """Plies, each with its sentences."""


class Integrity(TypedDict):
    """The state of the record: at most 100 mismatches are listed; `last_run` counts all."""

    games: GamesByStatus
    """Number of all games by status."""
    events: int
    """Number of all events."""
    checked: Checked
    """Games and events that were checked in their current version."""
    last_run: AuditRun | None
    """Last complete check; null before the first one."""
    running: AuditRun | None
    """Check that runs now; null where none does."""
    redaction: RedactionRun | None
    """The last check of what audiences get of finished games; null before the first."""
    mismatches: list[Mismatch]
    """Games that are not what their chain and the rules make of them, at most 100."""
    keys: list[SigningKey]
    """Keys that sign heads, the active one last."""


class Token(TypedDict):
    """A token, without the token itself."""

    id: str
    """Id of the token."""
    scopes: list[str]
    """What it may do."""
    created_at: str
    """Time of creation."""
    expires_at: str | None
    """Time at which the token ends; null if it does not."""
    label: str | None
    """Name that the owner of the token has given it; null for none."""
    used_at: str | None
    """Hour in which the token was last used, at most 15 minutes late; null if it never was."""
    consent: str | None
    """Consent by which a program has the token; null for a token of the player's own."""
    origin: RightOrigin | None
    """Token or consent with which it ends; null if none is known."""


class Delegation(TypedDict):
    """`delegate` acts for `owner` until then, in one game or in all."""

    id: str
    """Unique id."""
    owner: str
    """Id of the player who owns the seat."""
    owner_handle: str | None
    """Handle of the owner; null once deleted."""
    delegate: str
    """Id of the player who acts for the owner."""
    delegate_handle: str | None
    """Handle of the delegate; null once deleted."""
    game: str | None
    """Id of the game; null for all games."""
    until: str
    """Time at which the delegation ends."""
    origin: RightOrigin | None
    """Token or consent of the owner that it came from, and with which it ends; null where none is known, and for the delegate."""


class Right(TypedDict):
    """Something that gives others a view or a hand, or could."""

    kind: str
    """Kind of right: a token, a consent to a program, a delegation, a webhook or push subscription, the calendar, the address for mails, recovery codes, an invitation to a game, or an organiser who may seat the player."""
    id: str | None
    """Id by which it is ended; null where there is one at most, and for recovery codes."""
    name: str | None
    """Label, program, player, URL or address by which the caller knows it; null for none."""
    origin: RightOrigin | None
    """Token or consent with which it ends; null if none is known."""


class Webhook(TypedDict):
    """A webhook, without its secret."""

    id: str
    """Id of the webhook."""
    url: str
    """Address to which messages are posted."""
    games: list[str] | None
    """Games that send messages; null for all of the caller's."""
    events: list[str] | None
    """Types of events that messages contain; null for all."""
    my_turn: bool
    """Send only messages by which a game begins to wait for the caller."""
    format: str
    """Form of the messages."""
    language: str
    """Language of the words."""
    created_at: str
    """Time of creation."""
    enabled: bool
    """Whether messages are sent."""
    disabled_at: str | None
    """Time at which the webhook was disabled; null while it is enabled."""
    disabled_because: str | None
    """Reason for which the webhook was disabled; null while it is enabled."""
    failing_since: str | None
    """Time of the first failure since the last success; null where the last delivery succeeded."""
    origin: RightOrigin | None
    """Token or consent with which it ends; null if none is known."""


class Consent(TypedDict):
    """A program that may act for the caller."""

    id: str
    """Id of the consent."""
    client: OAuthClientShown
    """Program that acts."""
    scopes: list[str]
    """What it may do."""
    created_at: str
    """Time of creation."""
    expires_at: str
    """Time at which the consent ends if the program is idle until then."""
    origin: RightOrigin | None
    """Token or consent with which it ends; null if none is known."""


class Authorization(TypedDict):
    """An authorization request that is in order."""

    client: OAuthClientShown
    """Program that asks."""
    scopes: list[str]
    """What it may do."""
    redirect_uri: str
    """Address to which the browser goes with the code, one that the program has registered."""
    denied_to: str
    """Address to which the browser goes if the player refuses."""


class Notices(TypedDict):
    """Email address for notifications. Mail is sent to a confirmed address only."""

    email: str | None
    """Address for mails; null for none."""
    confirmed: bool
    """Whether the address has been confirmed by its code."""
    digest_minutes: int
    """Minutes over which news is gathered into one mail, 1 to 10,080."""
    language: str
    """Language of the words."""
    reminder_minutes: int | None
    """Minutes from a reminder to the deadline; null for none."""
    quiet_hours: QuietHours | None
    """Hours in which no notices go out to people; null for none."""
    recovery: bool
    """Whether a recovery code can be mailed there; not to one that a token with fewer scopes or an end has confirmed."""


class NewNotices(TypedDict):
    """Email address for notifications, or null, when they are gathered, and when to be quiet."""

    email: str | None
    """Address for mails, which gets a code to confirm; null for none."""
    digest_minutes: NotRequired[int]
    """Minutes over which news is gathered into one mail, 1 to 10,080."""
    language: NotRequired[Language]
    """Language of the words."""
    reminder_minutes: NotRequired[int | None]
    """Minutes from a reminder to the deadline; null for none."""
    quiet_hours: NotRequired[NewQuietHours | None]
    """Hours in which no notices go out to people; null for none."""


class NewToken(TypedDict):
    """A further token for the caller."""

    label: NotRequired[str | None]
    """Name of the token for its owner; null for none."""
    scopes: NotRequired[list[Scope]]
    """What it may do."""
    expires_at: NotRequired[str | None]
    """Time at which the token ends; null if it does not."""
    rotate_by: NotRequired[str | None]
    """For a link that signs in: time at which the token ends unless it is rotated before. The new token lasts until `expires_at`."""


class NewWebhook(TypedDict):
    """A webhook: its URL, and the games, event types and turns that it is sent."""

    url: str
    """Address that messages are posted to, by https."""
    games: NotRequired[list[str] | None]
    """Games that send messages; null for all of the caller's."""
    events: NotRequired[list[EventName] | None]
    """Types of events that messages contain; null for all."""
    my_turn: NotRequired[bool]
    """Send only messages by which a game begins to wait for the caller."""
    format: NotRequired[Literal["standard", "discord", "slack", "ntfy", "push"]]
    """Form of the messages: `standard` is JSON by Standard Webhooks, others are words for such a service."""
    language: NotRequired[Language]
    """Language of the words."""
    keys: NotRequired[PushKeys | None]
    """Keys of the browser for the format `push`; null for any other."""


class ChangedWebhook(TypedDict):
    """Fields to change. `enabled` pauses the webhook, or resumes it and forgets its failures."""

    url: NotRequired[str]
    """Address that messages are posted to, by https."""
    games: NotRequired[list[str] | None]
    """Games that send messages; null for all of the caller's."""
    events: NotRequired[list[EventName] | None]
    """Types of events that messages contain; null for all."""
    my_turn: NotRequired[bool]
    """Send only messages by which a game begins to wait for the caller."""
    format: NotRequired[Literal["standard", "discord", "slack", "ntfy"]]
    """Form of the messages: `standard` is JSON by Standard Webhooks, others are words for such a service."""
    language: NotRequired[Language]
    """Language of the words."""
    enabled: NotRequired[bool]
    """Whether messages are sent; `true` also forgets earlier failures."""


class DeliveryList(TypedDict):
    """The newest deliveries of a webhook, at most `limit`, the newest first. There are no further pages."""

    deliveries: list[Delivery]
    """Deliveries, newest first."""


CivilizationTheCardGamePlotCounts: TypeAlias = Counts | list[CivilizationTheCardGamePlotCountsKey]
"""Plots by their places, each as often as it is meant, as counts or as a list."""


class CatalogueGame(TypedDict):
    """All about a game that is not its rules; a game may add lists of its own."""

    id: str
    """Id of the kind of game."""
    name: str
    """Name of the game."""
    seats: list[int]
    """Numbers of seats that the game can have."""
    editions: list[EditionOfGame]
    """Editions of the game."""
    default_edition: str
    """Id of the edition that is played where none is named."""
    options: list[OptionOfGame]
    """Options of a new game."""
    kinds: list[AnyObject]
    """Kinds of cards, each with its properties."""
    names: dict[str, str]
    """Names of cards, actions and other terms in the language asked for, by their ids. Look for an action at `id@action`, then at `id`; so for `@field`, `@option`, `@status`, `@step`, `@result` and `@used`."""
    actions: AnyObject
    """JSON Schema of each action, by its name."""
    events: list[EventType]
    """Types of events that the game can record."""
    phrases: dict[str, str]
    """Sentence for each event type in the language asked for. Braces hold fields: `{cards}` names cards, `{target:seat}` a player, `{backs:sum|card|cards}` a sum with its word, `{losses:count}` a number. A key with `?` applies where the hidden fields are not known. An empty sentence tells nothing."""


class ExpectedEvent(TypedDict):
    """An event that an action would cause; what the caller does not know yet is null or left out."""

    public: ExpectedPart
    """Public part of the event, as far as the caller can predict it."""
    private: AnyObject
    """Hidden fields that the caller would see, by name."""


class Analysis(TypedDict):
    """The analysis of a finished game; `moves` and `turning_points` are null until it is done."""

    game: str
    """Id of the game."""
    status: str
    """`queued`, `running`, `done`, or `failed`; ask again to try a failed one once more."""
    progress: float
    """Part of the moves that is done, from 0 to 1."""
    requested_at: str
    """Time at which somebody asked for the analysis."""
    finished_at: str | None
    """Time at which the analysis was done; null until then."""
    rules_sha256: str | None
    """SHA-256 of the rules by which the moves were judged; null until the first is."""
    moves: list[JudgedMove] | None
    """Moves at which a seat had a choice, in order; null until the analysis is done."""
    turning_points: list[int] | None
    """Plies of the moves that lost most, at most five, in order; null until the analysis is done."""


class OutcomeList(TypedDict):
    """Outcomes that an order would have had in the past, at most 100. Empty if it would still be waiting."""

    outcomes: list[Outcome]
    """Outcomes, in the order of their versions."""


CartaImperaVictoriaAction: TypeAlias = (
    CartaImperaVictoriaDraftKeep
    | CartaImperaVictoriaDraftPick
    | CartaImperaVictoriaPlay
    | CartaImperaVictoriaSkipPlay
    | CartaImperaVictoriaAssassination
    | CartaImperaVictoriaPurge
    | CartaImperaVictoriaAttack
    | CartaImperaVictoriaInquisition
    | CartaImperaVictoriaInquisitionExchange
    | CartaImperaVictoriaDevelopment
    | CartaImperaVictoriaMonopoly
    | CartaImperaVictoriaEmbargo
    | CartaImperaVictoriaExperiment
    | CartaImperaVictoriaResearch
    | CartaImperaVictoriaBreakthrough
    | CartaImperaVictoriaBreakthroughDiscard
    | CartaImperaVictoriaOligarchy
    | CartaImperaVictoriaRepublic
    | CartaImperaVictoriaDemocracy
    | CartaImperaVictoriaInspiration
    | CartaImperaVictoriaEndTurn
    | CartaImperaVictoriaResign
)
"""Any of these actions."""


class CartaImperaVictoriaTokenPosition(TypedDict):
    """Holder and place of the culture token."""

    seat: int
    """Seat that acts or is meant."""
    on: NotRequired[CartaImperaVictoriaTokenOn | None]
    """Sphere on which the token lies; null where it lies on none."""


class CivilizationTheCardGameStateWarView(TypedDict):
    """A war, the current battle first."""

    attacker: int
    """Seat that attacks."""
    begun: bool
    """Whether the battles have begun, so that no further seat can be attacked."""
    battles: list[CivilizationTheCardGameStateBattleView]
    """Battles of the war, the current one first."""


class CartaImperaVictoriaState(TypedDict):
    """The state of a game as a seat or a spectator sees it."""

    turn: int
    """Number of the turn; 0 before the first."""
    active: int
    """Seat whose turn it is."""
    first: int
    """Seat that counts as the first."""
    step: str
    """Step of the turn."""
    pending: CartaImperaVictoriaStatePending | None
    """Effect that is half done and has to be finished first; null for none."""
    draft: CartaImperaVictoriaStateDraftView | None
    """Draft; null once it is over, or in a game without one."""
    deck: CartaImperaVictoriaStateDeck
    """Deck."""
    discard: Counts
    """Cards of the discard pile, by kind."""
    final_round: bool
    """Whether the last round of turns has begun."""
    culture_token: CartaImperaVictoriaStateTokenView | None
    """Holder of the culture token and where it lies; null in the supply."""
    seats: list[CartaImperaVictoriaStateSeatView]
    """Seats, in order."""


class CivilizationTheCardGameSeatPosition(TypedDict):
    """Holdings of one seat."""

    plots: list[CivilizationTheCardGamePlotPosition]
    """Plots."""
    hand: NotRequired[Counts]
    """Cards in hand, by kind."""
    technologies: NotRequired[list[CivilizationTheCardGameTechnologyKind]]
    """Technologies."""
    resources: NotRequired[Counts]
    """Number of resources of each type."""
    protected: NotRequired[int]
    """Number of the seat's turns that must begin before it can be attacked; 0 if it can be."""


class CivilizationTheCardGameCollect(TypedDict):
    """Choose what population on plots with two types, and Pyramids, give; leave out fields without a choice."""

    type: Literal["collect"]
    """Name."""
    hills: NotRequired[CivilizationTheCardGameAmounts | None]
    """Resources that population on hills gives."""
    river: NotRequired[CivilizationTheCardGameAmounts | None]
    """Resources that population on rivers gives."""
    forest: NotRequired[CivilizationTheCardGameAmounts | None]
    """Resources that population on forests gives."""
    pyramids: NotRequired[CivilizationTheCardGameAmounts | None]
    """Resources that the Pyramids give."""


class CivilizationTheCardGameBuyPlot(TypedDict):
    """Buy a plot of the market with resources of any types."""

    type: Literal["buy_plot"]
    """Name."""
    terrain: CivilizationTheCardGameTerrainKind
    """Terrain of the plot."""
    pay: NotRequired[CivilizationTheCardGameAmounts | None]
    """Resources to pay with; null where there is no choice."""


class CivilizationTheCardGameBuyTechnology(TypedDict):
    """Buy a technology of the market with commerce; Writing and Code of Laws name a seat, Code of Laws what to take."""

    type: Literal["buy_technology"]
    """Name."""
    technology: CivilizationTheCardGameTechnologyKind
    """Technology."""
    seat: NotRequired[int | None]
    """Seat to take from; for Writing and Code of Laws, null for others."""
    take: NotRequired[CivilizationTheCardGameAmounts | None]
    """Resources to take with Code of Laws; null for others."""


class CivilizationTheCardGameCodeOfLaws(TypedDict):
    """Take resources from another seat, where the house rules let the technology do so in every turn."""

    type: Literal["code_of_laws"]
    """Name."""
    seat: int
    """Seat to take from."""
    take: NotRequired[CivilizationTheCardGameAmounts | None]
    """Resources to take."""


class CivilizationTheCardGameGive(TypedDict):
    """Hand resources to the partner."""

    type: Literal["give"]
    """Name."""
    resources: CivilizationTheCardGameAmounts
    """Resources to hand to the partner."""


class CivilizationTheCardGamePottery(TypedDict):
    """Pay any three resources for one more card."""

    type: Literal["pottery"]
    """Name."""
    pay: NotRequired[CivilizationTheCardGameAmounts | None]
    """Resources to pay with; null where there is no choice."""


class ActionForm(TypedDict):
    """An action in which something is left to choose. It is ready to post once the fields under `choose` are filled in and `choose` is left out; its other fields are those of the action."""

    type: str
    """Name."""
    choose: dict[str, Choice]
    """Fields that are left open, each with what to choose for it."""


class PublicPlayer(PlayerAtSeat):
    """A player as everybody sees them, with results, ratings and reliability in public games."""

    since: str
    """Day on which the player registered, in UTC."""
    games: list[PlayedGames]
    """Finished games by their kind, in the order of the catalogue; kinds that the player has not finished are left out."""
    results: list[SeatResults]
    """Results of public games by kind of game and number of seats, without sandboxes."""
    reliability: Reliability
    """How the player keeps to clocks and stays to the end, in their newest 500 public games."""
    ratings: list[PlayerRating]
    """Ratings by kind of game, in the order of the catalogue; empty unless the player has opted in."""


class Ply(TypedDict):
    """Events that one action caused; `seat` is the receiver's, null for a spectator."""

    game: str
    """Id of the game."""
    version: int
    """Number of the game's events, which names its state."""
    seat: int | None
    """Seat; null for none."""
    your_turn: bool
    """Whether the game begins to wait for the receiver by this."""
    events: list[Event]
    """Events, in the order in which they happened."""
    words: list[str]
    """Sentences in the language asked for, one for each event worth telling."""


class MyEvent(Event):
    """An event of one of the caller's games, as that game's events have it."""

    game: str
    """Id of the game."""


class EventList(TypedDict):
    """A page of events; `next` is the `cursor` of the next page."""

    events: list[Event]
    """Events, in the order in which they happened."""
    version: int
    """Number of the game's events, which names its state."""
    next: int | None
    """The `cursor` of the next page; null on the last page."""


class InvitationMessage(TypedDict):
    """Message to a webhook of the standard format about an invitation by name."""

    type: str
    """Type of the message."""
    timestamp: str
    """Time of the message."""
    data: InvitationToGame
    """What the message tells."""


class Chat(TypedDict):
    """Some messages, oldest first; numbers that are missing are those of players whom the caller has muted. `next` is the `cursor` of the next page: of later messages if this one was asked for by `after`, else of earlier ones; null where there is none. `place` is the `Last-Event-ID` by which a stream tells what follows. `read` is the last message that the caller has read, by `PUT /v1/games/{id}/chat-cursor`; 0 for none."""

    messages: list[Message]
    """Messages, oldest first."""
    next: int | None
    """Value of `cursor` for the next page; null on the last page."""
    place: int
    """Number to send as `Last-Event-ID` for a stream of what follows this page."""
    read: int
    """Number of the last message that the caller has read; 0 for none."""


class GameSummary(TypedDict):
    """Summary of a game, as in every list and view."""

    id: str
    """Unique id."""
    title: str | None
    """Title that the creator gave the table, erased with their account; null without one, and in earlier states."""
    edition: str
    """Edition of the game, which may change its rules."""
    options: AnyObject
    """Options of the game, by name."""
    sandbox: bool
    """Whether the game began from a position or a fork, so that it counts for nothing."""
    private: bool
    """Whether only invited players may look and sit down."""
    status: str
    """Status."""
    version: int
    """Number of the game's events, which names its state."""
    ply: int
    """Number of actions up to here."""
    seats: list[SeatOfGame]
    """Seats, in order."""
    to_act: list[int]
    """Seats that the game waits for now."""
    vacant_seats: list[int]
    """Seats of a game under way that a substitute may take with `POST /v1/games/{id}/seats`."""
    deadline: str | None
    """Time by which the next seat must act, or the table must fill; null where nothing expires."""
    result: Result | None
    """Result of the game; null until it is over."""


class ReceivedInvites(TypedDict):
    """All invitations to the caller by name, the newest first."""

    invites: list[ReceivedInvite]
    """Invitations that still hold."""


class MuteList(TypedDict):
    """All players that the caller has muted, by name, at most 1,000."""

    mutes: list[Mute]
    """Muted players."""


class OrganiserConsents(TypedDict):
    """All organisers whom the caller allows, and the newest 1,000 players who allow the caller, by name."""

    organisers: list[OrganiserConsent]
    """Organisers whom the caller allows to seat them."""
    players: list[OrganiserConsent]
    """Players who allow the caller to seat them."""


class Figures(TypedDict):
    """Counts of finished games in groups."""

    games: int
    """Number of games that are counted."""
    by_seat: list[SeatFigure]
    """Wins of each seat."""
    by_edition: list[EditionFigure]
    """Wins of the seat that began, by edition."""
    by_opening: list[OpeningFigure]
    """Wins of seats, by opening; a seat counts once for each game in which it has one."""
    by_length: list[LengthFigure]
    """Wins of the seat that began, by number of turns."""


class NewTable(TypedDict):
    """A table at which players are seated, in the order of the seats."""

    title: NotRequired[str | None]
    """Title of the table, on one line; null for none."""
    game: str
    """Id of the kind of game."""
    edition: NotRequired[str | None]
    """Edition of the game; null for the usual one."""
    seats: list[str]
    """Ids of the players, in the order of the seats. The organiser may be among them."""
    options: NotRequired[AnyObject]
    """Options of the game by name; what is left out is as usual."""
    clock: NotRequired[Clock | None]
    """Clock of the game; null for none."""
    private: NotRequired[bool]
    """Whether only the players and the organiser may watch."""
    min_reliability: NotRequired[int | None]
    """Reliability that all players but the organiser need; null for none."""
    language: NotRequired[Language | None]
    """Language in which the players will talk; null for any."""


class GameClock(TypedDict):
    """The terms of a game's clock, and how it stands."""

    terms: CurrentClock
    """Settings of the clock."""
    paused: bool
    """Whether all clocks stand still because all seats agreed to a pause."""
    wants_pause: list[int]
    """Seats that have agreed to a pause."""
    seats: list[SeatClock]
    """Time of each seat, in order."""


class OrderList(TypedDict):
    """All standing orders of the caller in a game that wait, and the last 50 others, oldest first."""

    orders: list[Order]
    """Standing orders, oldest first."""


class Me(TypedDict):
    """The caller, and the token in use."""

    id: str
    """Id of the player."""
    name: str
    """Name, which need not be unique."""
    handle: str | None
    """Unique handle; null for a deleted player."""
    bot: bool
    """Whether a program plays for this account."""
    created_at: str
    """Time of creation."""
    recovery_codes_left: int
    """Number of the caller's recovery codes that have not been used."""
    rated: bool
    """Whether the player has opted in to ratings."""
    token: Token
    """Token of this request."""


class TokenList(TypedDict):
    """All tokens of the caller that are still good."""

    tokens: list[Token]
    """Tokens that are still good."""


class ShownToken(Token):
    """A new token, shown this once."""

    token: str
    """Token for `Authorization: Bearer …`; shown this once."""


class Delegations(TypedDict):
    """All current delegations that the caller has given, and the newest 1,000 received."""

    given: list[Delegation]
    """Delegations that the caller has given."""
    received: list[Delegation]
    """Delegations that the caller has received."""


class RightList(TypedDict):
    """All rights of the caller that hold."""

    rights: list[Right]
    """All of them, by kind."""


class WebhookWithSecret(Webhook):
    """A new webhook; the secret is shown this once."""

    secret: str
    """Secret with which messages are signed (Standard Webhooks), shown this once."""


class WebhookList(TypedDict):
    """All webhooks of the caller."""

    webhooks: list[Webhook]
    """Webhooks, oldest first."""


class ConsentList(TypedDict):
    """All programs that may act for the caller, at most 50."""

    consents: list[Consent]
    """Programs that may act, the oldest consent first."""


class CivilizationTheCardGameReturnWalls(TypedDict):
    """Defender: take back the Walls that Catapults return, from these plots."""

    type: Literal["return_walls"]
    """Name."""
    plots: CivilizationTheCardGamePlotCounts
    """Walls to take back from each plot, by number of the plot."""


class CivilizationTheCardGameGiveUpPopulation(TypedDict):
    """Defender: hand over the population that is taken, from these plots."""

    type: Literal["give_up_population"]
    """Name."""
    plots: CivilizationTheCardGamePlotCounts
    """Population to give up on each plot, by number of the plot."""


class CivilizationTheCardGameResettle(TypedDict):
    """Attacker: place the population that was taken on own plots."""

    type: Literal["resettle"]
    """Name."""
    plots: CivilizationTheCardGamePlotCounts
    """Population to place on each plot, by number of the plot."""


class DryRun(TypedDict):
    """Events that an action would cause, and whether it would reveal anything hidden."""

    version: int
    """Version on which the action was decided."""
    reveals: bool
    """Whether the action would reveal something hidden, so that it could not be taken back alone."""
    events: list[ExpectedEvent]
    """Events that the action would cause, as far as the caller can predict them."""


class CartaImperaVictoriaPosition(TypedDict):
    """The shape of a position; cards not mentioned are out of the game."""

    active: int
    """Seat whose turn it is."""
    first: int
    """Seat that counts as the first."""
    step: Literal["play", "effects"]
    """Step of the turn."""
    seats: list[CartaImperaVictoriaSeatPosition]
    """Seats, in order."""
    turn: NotRequired[int]
    """Number of the turn."""
    deck: NotRequired[list[CartaImperaVictoriaKind]]
    """Kinds of the cards in the deck, top card first."""
    discard: NotRequired[Counts]
    """Cards of the discard pile, by kind."""
    final_round: NotRequired[bool | None]
    """Whether the last round has begun; null to let the deck decide."""
    culture_token: NotRequired[CartaImperaVictoriaTokenPosition | None]
    """Holder of the culture token and where it lies; null in the supply."""
    used: NotRequired[CartaImperaVictoriaUsed]
    """Spheres used this turn."""


class CivilizationTheCardGameState(TypedDict):
    """The state of a game as a seat or a spectator sees it."""

    turn: int
    """Number of the turn; 0 before the first."""
    active: int
    """Seat whose turn it is."""
    dealer: int
    """Seat that dealt the cards."""
    step: str
    """Step of the turn."""
    pending: CivilizationTheCardGameStatePendingView | None
    """Decision that the game waits for besides the turn; null for none."""
    to_discard: int
    """Number of cards that the active seat has to discard now; 0 outside that step."""
    used: CivilizationTheCardGameStateUsedView
    """Effects that the active seat has used this turn."""
    deck: CivilizationTheCardGameStateDeck
    """Deck."""
    discard: Counts
    """Cards of the discard pile, by kind."""
    technologies: CivilizationTheCardGameStateTechnologyMarket
    """Technologies."""
    plots: CivilizationTheCardGameStatePlotMarket
    """Plots."""
    leaders: CivilizationTheCardGameStateLeadersView
    """Holders of the leader cards."""
    war: CivilizationTheCardGameStateWarView | None
    """War that is fought; null for none."""
    seats: list[CivilizationTheCardGameStateSeatView]
    """Seats, in order."""


class CivilizationTheCardGamePosition(TypedDict):
    """The shape of a position; what is not mentioned is out of the game."""

    active: int
    """Seat whose turn it is."""
    dealer: int
    """Seat that dealt the cards."""
    step: Literal["collect", "buy", "draw"]
    """Step of the turn."""
    seats: list[CivilizationTheCardGameSeatPosition]
    """Seats, in order."""
    technologies: CivilizationTheCardGameTechnologiesPosition
    """Technologies."""
    plots: NotRequired[CivilizationTheCardGamePlotsPosition]
    """Plots."""
    turn: NotRequired[int]
    """Number of the turn."""
    deck: NotRequired[list[CivilizationTheCardGameKind]]
    """Kinds of the cards in the deck, top card first."""
    discard: NotRequired[Counts]
    """Cards of the discard pile, by kind."""
    leaders: NotRequired[CivilizationTheCardGameLeadersPosition | None]
    """Holders of the leader cards."""


class PlyMessage(TypedDict):
    """Message to a webhook of the standard format, one for each ply."""

    type: str
    """Type of the message."""
    timestamp: str
    """Time of the message."""
    data: Ply
    """What the message tells."""


class GameInList(GameSummary):
    """A game as the lobby lists it."""

    game: str
    """Id of the kind of game."""
    created_at: str
    """Time of creation."""
    updated_at: str
    """Time of the last event."""
    pace: str
    """Pace by the time that a seat has at first, for a turn or in its bank: `live` up to 3 hours, `daily` up to a day, `slow` for more; `none` without a clock."""
    min_reliability: int | None
    """Reliability that one needs to take a seat without an invitation by the creator; null where none is needed."""
    language: str | None
    """Language in which the players talk; null for any."""
    tag: str | None
    """Tag under which an organiser created the table; null without one."""
    unread_messages: int
    """Messages in the game's chat that others wrote since the caller last read it, at most 100; 0 where the caller holds no seat."""


class NewTables(TypedDict):
    """Tables to create together, the tag they get, and the time at which all games begin."""

    tag: str
    """Tag of the tables. It belongs to the organiser who used it first."""
    starts_at: NotRequired[str | None]
    """Time at which all games begin, within a year; null for at once. No clock runs before."""
    tables: list[NewTable]
    """Tables to create, at most 50."""


class AnyGame(GameSummary):
    """What every game has, whichever it is."""

    creator: str | None
    """Player who opened the table."""
    bots: list[BotOfGame]
    """Seats at which bots play."""
    reserved: list[PlayerAtSeat | None]
    """Players for whom the seats are reserved, by seat; null where a seat is free for all."""
    rematch_of: str | None
    """Game that this one is a rematch of; null for others."""
    starts_at: str | None
    """Time at which the game begins, once all seats are taken; null for one that begins without a time or has begun."""
    forked_from: Origin | None
    """Game and version that this sandbox goes on from; null for others."""
    you: int | None
    """Seat of the caller; null for a spectator."""
    head: str
    """Hash of the last event in the chain, 43 characters of base64url."""
    clock: GameClock | None
    """Clock of the game and how it stands; null without one."""
    openings: Openings | None
    """Commitments that are still to be revealed; null where none are."""
    rules: Rules
    """Rules of the game."""
    takes_back: list[TakesBack]
    """Seats that have asked to take back, each with the version to go back to."""
    wants_end: list[WantsEnd]
    """Seats that have agreed to end the game, each with how."""
    keys: list[SeatKey]
    """Keys by which players sign their actions; seats that sign nothing are left out."""
    vacancy_votes: list[VacancyVote]
    """Votes to free a seat, whose time has run out, for a substitute."""
    former_players: list[FormerPlayer]
    """Players whose seats substitutes have taken, in that order."""
    corrections: list[Correction]
    """Corrections by the operator, oldest first."""


CivilizationTheCardGameAction: TypeAlias = (
    CivilizationTheCardGameTakePlot
    | CivilizationTheCardGameSettle
    | CivilizationTheCardGameCollect
    | CivilizationTheCardGameBuyPlot
    | CivilizationTheCardGameBuyPopulation
    | CivilizationTheCardGameBuild
    | CivilizationTheCardGameTearDown
    | CivilizationTheCardGameBuyTechnology
    | CivilizationTheCardGameCodeOfLaws
    | CivilizationTheCardGameUseBonus
    | CivilizationTheCardGameBank
    | CivilizationTheCardGameGive
    | CivilizationTheCardGameAttack
    | CivilizationTheCardGameFight
    | CivilizationTheCardGameReturnWalls
    | CivilizationTheCardGameSendBack
    | CivilizationTheCardGameDefend
    | CivilizationTheCardGameLetThrough
    | CivilizationTheCardGameGiveUpPopulation
    | CivilizationTheCardGameGiveUpBuilding
    | CivilizationTheCardGameResettle
    | CivilizationTheCardGameDraw
    | CivilizationTheCardGamePottery
    | CivilizationTheCardGameDiscard
    | CivilizationTheCardGameResign
)
"""Any of these actions."""


class NewGame(TypedDict):
    """A game to be played; the catalogue says what there is to choose."""

    title: NotRequired[str | None]
    """Title of the table, on one line; null for none."""
    game: str
    """Id of the kind of game."""
    edition: NotRequired[str | None]
    """Edition of the game; null for its `default_edition`, whatever the `language`."""
    seats: int
    """Number of seats; the catalogue says how many a game can have."""
    options: NotRequired[AnyObject]
    """Options of the game by name; the catalogue lists them with their values."""
    clock: NotRequired[Clock | None]
    """Settings of the clock; null for a game without deadlines."""
    position: NotRequired[CartaImperaVictoriaPosition | CivilizationTheCardGamePosition | None]
    """Position to begin from, which makes the game a sandbox; null for an ordinary game."""
    private: NotRequired[bool]
    """Whether only invited players may look and sit down."""
    min_reliability: NotRequired[int | None]
    """Reliability that others need to take a seat without an invitation by the creator; null for none. Players whose reliability is not known yet are refused."""
    language: NotRequired[Language | None]
    """Language in which the players will talk; null for any."""


class ArchivedGame(GameInList):
    """A finished game, and how many turns it had."""

    turns: int
    """Number of turns that the game had."""


class GameList(TypedDict):
    """Games, newest first; `next` leads to the next page."""

    games: list[GameInList]
    """Games, newest first."""
    next: str | None
    """Value of `cursor` for the next page; null on the last page."""
    cursor: str | None
    """The same as `next`, which is the word of all lists."""


class Turns(TypedDict):
    """At most `limit` games that wait for the caller. There are no further pages."""

    games: list[GameInList]
    """Games that wait for the caller, the earliest deadline first."""


class CartaImperaVictoriaGame(AnyGame):
    """A game of `carta-impera-victoria` as the caller may see it."""

    game: Literal["carta-impera-victoria"]
    """Id of the game."""
    state: CartaImperaVictoriaState | None
    """View of the game as the caller may see it; null before the game begins."""


class CivilizationTheCardGameGame(AnyGame):
    """A game of `civilization-the-card-game` as the caller may see it."""

    game: Literal["civilization-the-card-game"]
    """Id of the game."""
    state: CivilizationTheCardGameState | None
    """View of the game as the caller may see it; null before the game begins."""


LegalAction: TypeAlias = CartaImperaVictoriaAction | CivilizationTheCardGameAction | ActionForm
"""A legal action as it is posted, or a form that is ready once the fields under `choose` are filled in."""

Action: TypeAlias = CartaImperaVictoriaAction | CivilizationTheCardGameAction | TableAction
"""Any action, of a game or of the table."""


class Archive(TypedDict):
    """Finished games, newest first; `next` leads to the next page."""

    games: list[ArchivedGame]
    """Games, newest first."""
    next: str | None
    """Value of `cursor` for the next page; null on the last page."""
    cursor: str | None
    """The same as `next`, which is the word of all lists."""


Game: TypeAlias = CartaImperaVictoriaGame | CivilizationTheCardGameGame
"""A game as the caller may see it."""


class Problem(TypedDict):
    """Problem details (RFC 9457). An action that the rules refuse has `rule`, `ruling`, and the `legal` actions."""

    type: str
    """Type of the problem: an absolute URI whose last part is `code`. It leads to a description."""
    code: NotRequired[str]
    """Stable name of the problem, the last part of `type`. Absent where a proxy or the edge refuses a request."""
    title: str
    """Name of the status; `code` tells the kind of problem."""
    status: int
    """HTTP status of the response."""
    detail: str
    """Explanation of this problem, with what to do about it, by `Accept-Language`. `Content-Language` names a language that is written for players; all else is English."""
    redirect_to: NotRequired[str]
    """Address to which the browser goes next."""
    address: NotRequired[str]
    """Right path below the address of the service, for a request with a slash too many."""
    errors: NotRequired[AnyObject]
    """Names of wrong fields, each with a list of what is wrong with it."""
    codes: NotRequired[AnyObject]
    """The same as `errors`, with a code in place of each message."""
    pointers: NotRequired[list[Pointer]]
    """The `errors` by JSON Pointer (RFC 6901) in your language; only for a body."""
    rule: NotRequired[str]
    """Stable code of the rule that refuses the action."""
    ruling: NotRequired[str | None]
    """Number of the ruling that decides, in the rules of the game; null where none does."""
    ruling_url: NotRequired[str]
    """Address of the page that explains the ruling."""
    legal: NotRequired[list[LegalAction]]
    """Legal actions instead, in the form of `GET /v1/games/{id}/actions`."""
    version: NotRequired[int]
    """Version of the game on which the action was decided."""
    until: NotRequired[str | None]
    """Time until which the player is `suspended`; null for until further notice."""
    reason: NotRequired[str | None]
    """Reason for which the player is `suspended`, if the operators have given one."""
    table: NotRequired[int]
    """Place in `tables`, counted from 0, of the table that is refused."""
    players: NotRequired[list[str]]
    """Players for whom the request is refused."""


class LegalActions(TypedDict):
    """Legal actions of the caller. A form with `choose` is completed with `count` items out of `from` for each field. If a choice has `at_least`, any number from that to `count` is allowed."""

    version: int
    """Version of the game that the actions belong to."""
    seat: int | None
    """Seat of the caller; null for a spectator, who may do nothing."""
    actions: list[LegalAction]
    """Legal actions, ready to post. One with `choose` is a form: pick `count` items out of `from` for each field."""
    truncated: bool
    """Whether there are more than 1,000 complete actions, of which these are the first."""
    prices: CivilizationTheCardGamePriceList | None
    """Prices for the caller now, in their turn or not; null where there are none. Printed prices are in the catalogue."""


class Accepted(TypedDict):
    """An accepted action: its events, and the game after it."""

    version: int
    """Number of the game's events, which names its state."""
    ply: int
    """Number of this action in the game."""
    events: list[Event]
    """Events, in the order in which they happened."""
    game: Game
    """The game after the action, as the caller sees it."""


class Seated(TypedDict):
    """The seat that was taken, and the game."""

    seat: int
    """Seat that was taken."""
    game: Game
    """The game after it, as the caller sees it."""
