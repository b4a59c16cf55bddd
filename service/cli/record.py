"""Commands for who keeps the record, and for who checks it."""

import sys
from dataclasses import replace as changed
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

import click

from service.cli.terminal import WRONG_CONFIG, fail, load_config, running_database

if TYPE_CHECKING:
    from service.trust.signing import PublicKey

ENTROPY_BYTES: Final = 32
MOST_IN_NAME: Final = 80
MOST_IN_REASON: Final = 500
PARQUET_EXTRA: Final = "Parquet files need an extra. Install it with: pip install 'cartulary[parquet]'"


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--key", "keys", multiple=True, help="A key of the service, from its catalogue; else the bundle names it."
)
@click.option(
    "--receipt",
    "receipts",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="An earlier signed note; several may be given.",
)
@click.option(
    "--entropy",
    multiple=True,
    metavar="SEAT=HEX",
    callback=lambda _context, _option, values: dict(map(read_entropy, values)),
    help="What a seat has added to the shuffle, as its player knows it.",
)
@click.option(
    "--origin",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Of a fork: the bundle of the game that it goes on from.",
)
@click.option(
    "--action",
    "actions",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A signed action that a player has published: its canonical JSON, and its Action-Signature in a second line.",
)
@click.option(
    "--witness",
    "witnesses",
    multiple=True,
    callback=lambda _context, _option, values: [*map(read_witness, dict.fromkeys(values))],
    help="The key of a witness that must have cosigned the log's checkpoints; several may be given.",
)
@click.option("--quorum", type=click.IntRange(1), help="How many of the witnesses suffice; by default all.")
@click.option("--json", "as_json", is_flag=True, help="The report as JSON.")
def verify(
    file: Path,
    keys: tuple[str, ...],
    receipts: tuple[Path, ...],
    entropy: dict[int, bytes],
    origin: Path | None,
    actions: tuple[Path, ...],
    witnesses: "list[PublicKey]",
    quorum: int | None,
    as_json: bool,
) -> None:
    """Check the audit bundle, or export, in FILE offline: exit status 0 if all that can be checked holds, else 1."""
    import json

    from service.trust import bundles

    needed = len(witnesses) if quorum is None else quorum
    if needed > len(witnesses):
        raise click.UsageError(f"--quorum {needed} needs as many keys of witnesses, each with --witness.")
    given, good = bundles.Given(keys, receipts, origin, entropy, witnesses, needed, actions), True
    try:
        reports = bundles.verify_export(file, given) if bundles.is_export(file) else [bundles.verify(file, given)]
        for report in reports:
            good = good and report.verified
            if as_json:
                click.echo(json.dumps(bundles.report_json(report), ensure_ascii=False))
            else:
                click.echo(bundles.describe(report))
    except bundles.Unreadable as error:
        fail(str(error), 2)
    sys.exit(0 if good else 1)


def read_witness(text: str) -> "PublicKey":
    """The key of a witness. Raises click.BadParameter."""
    from service.trust.cosignatures import witness_key
    from service.trust.signing import BadNote

    try:
        return witness_key(text)
    except BadNote as error:
        raise click.BadParameter(f"{error} A witness prints its own when it starts.") from error


def read_entropy(text: str) -> tuple[int, bytes]:
    """A seat and its 32 bytes, from `SEAT=HEX`. Raises click.BadParameter."""
    seat, _, digits = text.partition("=")
    try:
        entropy = bytes.fromhex(digits)
        if len(entropy) == ENTROPY_BYTES:
            return int(seat), entropy
    except ValueError:
        pass
    raise click.BadParameter("Name a seat and its 64 hexadecimal digits, like 0=3f…")


@click.command()
@click.option("--all", "everything", is_flag=True, help="Finished games too, not only those that are running.")
def refold(everything: bool) -> None:
    """Play the stored games again by the rules as they are now: same, differs at an event, or illegal at one."""
    from collections import Counter

    from service.store.database import Database
    from service.trust import replay_check

    statuses = ["open", "playing", "finished"] if everything else ["playing"]
    seen: Counter[str] = Counter()
    with running_database(load_config()) as url:
        for each in replay_check.verdicts(Database(changed(load_config(), database_url=url)), statuses):
            seen[each.outcome] += 1
            if each.outcome != "same":
                click.echo(
                    f"{each.id} {each.game}: {each.outcome} at event {each.position} of {each.version}: {each.words}"
                )
    counts = (("same", "same"), ("differ", "differs"), ("illegal", "illegal"), ("broken", "broken"))
    click.echo(f"{seen.total()} games: {', '.join(f'{seen[outcome]} {word}' for word, outcome in counts)}")
    sys.exit(0 if seen["same"] == seen.total() else 1)


@click.command()
@click.option("--everything", is_flag=True, help="Games too that were checked as they are, by the rules as they are.")
def audit_all(everything: bool) -> None:
    """Check every game's chain and play it again; exit status 1 if one does not hold. Takes up what was broken off."""
    from service.store.database import Database
    from service.trust import integrity

    with running_database(load_config()) as url:
        run = integrity.Run(Database(changed(load_config(), database_url=url)), everything)
        seen = wrong = 0
        with click.progressbar(run.verdicts(), length=run.total(), label="Checking games") as verdicts:
            for each in verdicts:
                seen += 1
                if each.outcome != "same":
                    wrong += 1
                    click.echo(f"\n{each.id} {each.game}: {each.outcome} at event {each.position}: {each.words}")
    click.echo(f"{seen} games checked: {seen - wrong} hold, {wrong} do not")
    sys.exit(1 if wrong else 0)


@click.command()
def check_redaction() -> None:
    """Check on a sample of finished games that nobody gets what is hidden from them; exit status 1 if somebody does."""
    from service.store.database import Database
    from service.trust import redaction_check

    seen = wrong = 0
    with running_database(load_config()) as url:
        for each in redaction_check.run(Database(changed(load_config(), database_url=url))):
            seen += 1
            wrong += len(each.leaks)
            for leak in each.leaks:
                click.echo(f"{each.game_id}: {leak}")
    click.echo(f"{seen} games checked: {wrong} leaks")
    sys.exit(1 if wrong else 0)


@click.command()
def analyse_games() -> None:
    """Analyse the finished games for which players have asked, at low priority; ends when none is left."""
    import os

    from service.games import analyses
    from service.process_pool import NICENESS
    from service.store.database import Database

    os.nice(NICENESS)
    with running_database(load_config()) as url:
        analyses.work_off(Database(changed(load_config(), database_url=url)))


@click.command()
def rebuild_players() -> None:
    """Work out the results and the reliability of all players anew, from the record; the service may run meanwhile."""
    from service.games import player_records
    from service.store.database import Database

    with running_database(load_config()) as url:
        database = Database(changed(load_config(), database_url=url))
        count = sum(1 for _ in player_records.rebuild(database))
    click.echo(f"{count} games recorded")


@click.command()
def rebuild_figures() -> None:
    """Work out the figures of the archive anew, from the record; the service may run meanwhile."""
    from service.games import figures
    from service.store.database import Database

    with running_database(load_config()) as url:
        database = Database(changed(load_config(), database_url=url))
        count = sum(1 for _ in figures.rebuild(database))
    click.echo(f"{count} games recorded")


@click.command()
@click.option(
    "--parquet",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Write Parquet files by month into this folder, which must be new or empty.",
)
@click.option("--game", help="Games of this kind alone, by its id in the catalogue.")
def export(folder: Path, game: str | None) -> None:
    """Write all public games that have ended as data for analysis, with a data card; the service may run meanwhile."""
    if find_spec("pyarrow") is None:
        fail(PARQUET_EXTRA, WRONG_CONFIG)
    from domain.catalogue import CATALOGUE
    from service.store.database import Database
    from service.trust import data_card, parquet_export

    if game is not None and game not in CATALOGUE:
        fail(f"There is no game {game!r}; there are {', '.join(CATALOGUE)}.", WRONG_CONFIG)
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        fail(f"{folder} is not empty. Name a new folder; an export is always whole.", WRONG_CONFIG)
    with running_database(load_config()) as url:
        summary = parquet_export.write(Database(changed(load_config(), database_url=url)), folder, game)
    (folder / data_card.NAME).write_text(data_card.write_card(summary), encoding="utf-8")
    click.echo(f"{summary.rows['games']} games exported to {folder}")


@click.command()
@click.argument("game", type=click.UUID)
@click.argument("version", type=click.IntRange(min=1))
@click.option("--by", required=True, help="Who corrects; everybody sees it.")
@click.option("--why", required=True, help="For what reason; everybody sees it.")
def correct(game: UUID, version: int, by: str, why: str) -> None:
    """Take a running GAME back to VERSION by an event that stays in the record; nothing that happened is lost."""
    from domain.kernel.rejected import Rejected
    from service.errors import Problem
    from service.games.commands import GameCommands
    from service.store.database import Database

    for name, value, most in (("--by", by, MOST_IN_NAME), ("--why", why, MOST_IN_REASON)):
        if not value.strip() or len(value) > most or not value.isprintable():
            fail(f"{name} is one line of 1 to {most} characters.", WRONG_CONFIG)
    with running_database(load_config()) as url:
        config = changed(load_config(), database_url=url)
        try:
            after = GameCommands(Database(config), config).correct(str(game), by, why, version)
        except (Problem, Rejected) as error:
            fail(str(error))
    click.echo(f"Game {game} is at version {after}, in the state of version {version}.")


@click.command()
@click.option("--new", is_flag=True, help="Make a new key, which signs from now on; older ones are kept.")
def keys(new: bool) -> None:
    """List the keys that sign heads, the active one last."""
    from service.trust.signing import Keys

    config = load_config()
    kept = Keys(config.keys_folder)
    if new:
        kept.signers()
        kept.make()
        from service.notifications.web_push import PushKey

        # Hosts that share a database need one key for Web Push too, and copy the folder.
        PushKey(config).create()
    for each in kept.signers():
        click.echo(f"{each.public.text()}  {each.public.fingerprint}")


COMMANDS: Final = (
    verify,
    refold,
    audit_all,
    check_redaction,
    analyse_games,
    rebuild_players,
    rebuild_figures,
    export,
    correct,
    keys,
)
