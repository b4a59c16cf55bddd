"""Commands for who keeps the record."""

import sys
from dataclasses import replace as changed
from typing import TYPE_CHECKING, Final
from uuid import UUID

import click

from cartulary.commands.terminal import fail, say
from cartulary.kernel.text import counted
from cartulary_service.terminal import (
    WRONG_CONFIG,
    Command,
    json_option,
    load_config,
    print_json,
    running_database,
    show_progress,
)

if TYPE_CHECKING:
    from cartulary_service.trust.replay_check import Verdict

MOST_IN_NAME: Final = 80
MOST_IN_REASON: Final = 500


def describe(verdict: "Verdict") -> str:
    """Return what is wrong with a game, and from which event on."""
    where = "" if verdict.position is None else f" at event {verdict.position} of {verdict.version}"
    return f"{verdict.id} {verdict.game}: {verdict.outcome}{where}: {verdict.words}"


@click.command(cls=Command)
@click.option("--all", "everything", is_flag=True, help="Finished games too, not only those that are running.")
@json_option
def check_rules(everything: bool, as_json: bool) -> None:
    """Play the stored games again by the rules as they are now: same, differs at an event, or illegal at one."""
    from collections import Counter

    from cartulary_service.store.database import Database
    from cartulary_service.trust import replay_check

    statuses = ["open", "playing", "finished"] if everything else ["playing"]
    seen, found = Counter[str](), list[replay_check.Verdict]()
    with running_database(load_config()) as url:
        verdicts = replay_check.verdicts(Database(changed(load_config(), database_url=url)), statuses)
        for each in show_progress(verdicts, "Playing games again"):
            seen[each.outcome] += 1
            if each.outcome != "same":
                found.append(each)
                say_unless(as_json, describe(each))
    counts = (("same", "same"), ("differ", "differs"), ("illegal", "illegal"), ("broken", "broken"))
    say_unless(as_json, f"{seen.total()} games: {', '.join(f'{seen[outcome]} {word}' for word, outcome in counts)}")
    if as_json:
        print_json({"games": seen.total(), "findings": [each._asdict() for each in found]})
    sys.exit(0 if seen["same"] == seen.total() else 1)


@click.command(cls=Command)
@click.option("--everything", is_flag=True, help="Games too that were checked as they are, by the rules as they are.")
@json_option
def check_record(everything: bool, as_json: bool) -> None:
    """Check every game: its chain, its rules, and what lists, results, figures and the log say of it.

    The exit status is 1 if something does not hold. A check that was broken off is taken up.
    """
    from cartulary_service.store.database import Database
    from cartulary_service.subjects import chosen
    from cartulary_service.trust import integrity
    from cartulary_service.trust.projections import OF_THE_CORE
    from cartulary_service.trust.replay_check import Verdict

    config = load_config()
    projections = [*OF_THE_CORE, *(each.projection for each in chosen(config.subjects) if each.projection is not None)]
    with running_database(config) as url:
        run = integrity.Run(Database(changed(config, database_url=url)), everything, projections)
        seen, found = 0, list[Verdict]()
        for each in show_progress(run.verdicts(), "Checking games", run.total()):
            seen += 1
            if each.outcome != "same":
                found.append(each)
                say_unless(as_json, "")
                say_unless(as_json, describe(each))
        totals, known, wrong = list(run.totals()), run.mismatches(), len(found)
    if as_json:
        findings = [each._asdict() for each in found]
        print_json({"games": seen, "findings": findings, "earlier_findings": known - wrong, "beside_the_games": totals})
        sys.exit(1 if known or totals else 0)
    for words in totals:
        say(f"beside the games: {words}")
    if known > wrong:
        say(f"{known - wrong} games that were checked before did not hold: see /integrity, or use --everything")
    beside = f"; {len(totals)} sums and entries beside them do not" if totals else ""
    say(f"{seen} games checked: {seen - wrong} hold, {wrong} do not{beside}")
    sys.exit(1 if known or totals else 0)


@click.command(cls=Command)
@json_option
def check_secrecy(as_json: bool) -> None:
    """Check on a sample of finished games that nobody gets what is hidden from them; exit status 1 if somebody does."""
    from cartulary_service.store.database import Database
    from cartulary_service.trust import redaction_check

    seen, leaking = 0, list[redaction_check.Finding]()
    with running_database(load_config()) as url:
        found = redaction_check.run(Database(changed(load_config(), database_url=url)))
        for each in show_progress(found, "Checking games"):
            seen += 1
            leaking += [each] if each.leaks else []
            for leak in each.leaks:
                say_unless(as_json, f"{each.game_id}: {leak}")
    say_unless(as_json, f"{seen} games checked: {sum(len(each.leaks) for each in leaking)} leaks")
    if as_json:
        findings = [{"id": each.game_id, "leaks": each.leaks} for each in leaking]
        print_json({"games": seen, "findings": findings})
    sys.exit(1 if leaking else 0)


def say_unless(as_json: bool, words: str) -> None:
    if not as_json:
        say(words)


@click.command(cls=Command)
def rebuild_players() -> None:
    """Work out the results and the reliability of all players anew, from the record; the service may run meanwhile."""
    from cartulary_service.games import player_records
    from cartulary_service.store.database import Database
    from cartulary_service.subjects import chosen

    config = load_config()
    followers = [each.results for each in chosen(config.subjects) if each.results is not None]
    with running_database(config) as url:
        games = player_records.rebuild(Database(changed(config, database_url=url)), followers)
        count = sum(1 for _ in show_progress(games, "Recording games"))
    say(f"{count} games recorded")


@click.command(cls=Command)
def seal() -> None:
    """Seal the games that ended `SEAL_DAYS` ago, as the worker does once an hour; the service may run meanwhile.

    The events of each become one compressed row. Whatever reads a game finds them as before.
    """
    from cartulary_service.store import sealing
    from cartulary_service.store.database import Database
    from cartulary_service.subjects import list_awaited

    config = load_config()
    if not config.seal_days:
        fail("SEAL_DAYS is 0, so no game is sealed. Set it to a number of days.", WRONG_CONFIG)
    with running_database(config) as url:
        database = Database(changed(config, database_url=url))
        sealed = sealing.seal_due(database, config.seal_days, list_awaited(config.subjects))
        games = sum(1 for _ in show_progress(sealed, "Sealing games"))
        total, ended = sealing.count(database)
    say(f"{counted(games, 'game', 'games')} sealed; {total} of the {ended} that are over are.")


def require_names(by: str, why: str) -> None:
    """End the command if who does something or the reason is not one line."""
    for name, value, most in (("--by", by, MOST_IN_NAME), ("--why", why, MOST_IN_REASON)):
        if not value.strip() or len(value) > most or not value.isprintable():
            fail(f"{name} is one line of 1 to {most} characters.", WRONG_CONFIG)


@click.command(cls=Command)
@click.argument("game", type=click.UUID)
@click.argument("version", type=click.IntRange(min=1))
@click.option("--by", required=True, help="Who corrects; everybody sees it.")
@click.option("--why", required=True, help="For what reason; everybody sees it.")
def correct(game: UUID, version: int, by: str, why: str) -> None:
    """Take a running GAME back to VERSION by an event that stays in the record; nothing that happened is lost."""
    from cartulary.kernel.rejected import Rejected
    from cartulary_service.errors import Problem
    from cartulary_service.games.commands import GameCommands
    from cartulary_service.store.database import Database

    require_names(by, why)
    with running_database(load_config()) as url:
        config = changed(load_config(), database_url=url)
        try:
            after = GameCommands(Database(config), config).correct(str(game), by, why, version)
        except (Problem, Rejected) as error:
            fail(str(error))
    say(f"Game {game} is at version {after}, in the state of version {version}.")


@click.command(cls=Command)
@click.argument("seconds", type=click.IntRange(1, 31_622_400))
@click.option("--by", required=True, help="Who gives the time; everybody sees it.")
@click.option("--why", required=True, help="For what reason; everybody sees it.")
@click.option("--game", type=click.UUID, help="This game alone; without it all that are being played.")
def give_time(seconds: int, by: str, why: str, game: UUID | None) -> None:
    """Extend the deadlines to come of running games by SECONDS, with an event in each record."""
    from cartulary.kernel.rejected import Rejected
    from cartulary_service.errors import Problem
    from cartulary_service.games import outages
    from cartulary_service.games.commands import GameCommands
    from cartulary_service.store.database import Database

    require_names(by, why)
    given = 0
    with running_database(load_config()) as url:
        config = changed(load_config(), database_url=url)
        database = Database(config)
        games = outages.list_timed(database) if game is None else [str(game)]
        for each in show_progress(games, "Giving time", len(games)):
            try:
                GameCommands(database, config).restore_time(each, seconds, by, why)
                given += 1
            except (Problem, Rejected) as error:
                if game is not None:
                    fail(str(error))
    say(f"{given} games have {seconds} seconds more.")


@click.command(cls=Command)
@click.option("--new", is_flag=True, help="Make a new key, which signs from now on; older ones are kept.")
@click.option("--replace-lost", is_flag=True, help="The same where KEYS_DIR lacks the key that signed last, for good.")
def keys(new: bool, replace_lost: bool) -> None:
    """List the keys that sign heads, the active one last."""
    from cartulary_service.store.database import Database, DatabaseUnavailable
    from cartulary_service.store.embedded import folder_of_games
    from cartulary_service.subjects.notices.web_push import PushKey
    from cartulary_service.trust import signing_keys
    from cartulary_service.trust.keys import Keys, UnfitKeys

    config = load_config()
    own = Keys(config.keys_folder)
    with running_database(config) as url:
        games = folder_of_games(config)
        config = changed(config, database_url=url)
        database = Database(config)
        try:
            if new or replace_lost:
                signing_keys.make(database, own, replace_lost)
                # Hosts that share a database need one key for Web Push too, and copy the folder.
                PushKey(config).create()
            lines = [*signing_keys.describe_all(database, own)]
        except signing_keys.LostKey as error:
            fail(error.describe(games))
        except (DatabaseUnavailable, UnfitKeys) as error:
            fail(str(error))
        finally:
            database.close()
    for line in lines:
        say(line)
