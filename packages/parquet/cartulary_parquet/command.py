"""The command that exports games as tables."""

from collections.abc import Sequence
from pathlib import Path

from cartulary.catalogue import CATALOGUE
from cartulary.commands.terminal import WRONG_USE, fail, parser, say
from cartulary_parquet.bundles import Unreadable, read_games
from cartulary_parquet.data_card import NAME, write_card
from cartulary_parquet.export import write


def export(arguments: Sequence[str], prog_name: str) -> None:
    """Write all public games of a service that have ended as data for analysis, with a data card."""
    reads = parser(prog_name, export.__doc__)
    reads.add_argument("--url", default="http://127.0.0.1:8000", help="where the service answers; %(default)s")
    reads.add_argument(
        "--parquet",
        dest="folder",
        required=True,
        type=Path,
        help="write Parquet files by month into this folder, which must be new or empty",
    )
    reads.add_argument("--game", choices=[*CATALOGUE], help="games of this kind alone")
    given = reads.parse_args(arguments)
    given.folder.mkdir(parents=True, exist_ok=True)
    if any(given.folder.iterdir()):
        fail(f"{given.folder} is not empty. Name a new folder; an export is always whole.", WRONG_USE)
    try:
        summary = write(read_games(given.url.rstrip("/"), given.game), given.folder)
    except Unreadable as error:
        fail(str(error))
    (given.folder / NAME).write_text(write_card(summary), encoding="utf-8")
    say(f"{summary.rows['games']} games exported to {given.folder}")
