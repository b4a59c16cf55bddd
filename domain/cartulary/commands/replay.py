"""The command that replays a recorded game from a file."""

from collections.abc import Sequence
from json import JSONDecodeError
from pathlib import Path

from cartulary.audit import transcript
from cartulary.catalogue import CATALOGUE
from cartulary.commands.play import describe_result, show_events
from cartulary.commands.terminal import fail, parser, say
from cartulary.match.state import Match


class Unreadable(Exception):
    """A file that is no recorded game; says why."""


def replay(arguments: Sequence[str], prog_name: str) -> None:
    """Replay a recorded game from FILE, holding every state against what was recorded."""
    reads = parser(prog_name, replay.__doc__)
    reads.add_argument("file", type=Path)
    reads.add_argument("--quiet", action="store_true", help="only the verdict")
    given = reads.parse_args(arguments)
    try:
        match = follow(given.file, given.quiet)
    except (Unreadable, transcript.Difference) as error:
        fail(str(error))
    say(f"{match.version} events, every state as recorded; {describe_result(match)}")


def follow(path: Path, quiet: bool) -> Match:
    """Return the match at the end of a file. Raises Unreadable, or Difference where a state differs."""
    match: Match | None = None
    try:
        first, *lines = path.read_text(encoding="utf-8").splitlines()
        about = transcript.header(first)
        for line, after in zip(
            lines, transcript.replay_transcript(CATALOGUE[about["game"]], about["id"], lines), strict=True
        ):
            if not quiet:
                show_events([transcript.read_line(after.head, line).row])
            match = after
    except BrokenPipeError:
        raise
    except (OSError, UnicodeDecodeError, JSONDecodeError, KeyError, ValueError) as error:
        raise Unreadable(f"{path} is no recorded game: {error}") from error
    if match is None:
        raise Unreadable(f"{path} holds no event.")
    return match
