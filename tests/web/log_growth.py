"""Logs that have grown since somebody kept a checkpoint, and logs that have changed: what each reader has to see."""

from base64 import b64encode
from collections.abc import Iterator
from typing import Any, NamedTuple

from cartulary.signing.notes import Signer
from cartulary.transparency.leaf import Leaf
from tests.web.operator_log import ORIGIN, OperatorLog


class Growth(NamedTuple):
    """A checkpoint that was kept, the one of today, the larger log, and whether it goes on; None: not proven."""

    earlier: str
    later: str
    log: OperatorLog
    goes_on: bool | None

    def json(self) -> dict[str, Any]:
        tiles = {path: b64encode(data).decode() for path, data in self.log.tiles().items()}
        return {"earlier": self.earlier, "later": self.later, "tiles": tiles}


def log_of(size: int) -> OperatorLog:
    return OperatorLog([Leaf(f"game {number}", 1, bytes(32)) for number in range(size)])


def growths() -> Iterator[Growth]:
    """Yield logs that have grown, that were changed, and checkpoints that prove nothing."""
    for old, new in [(0, 5), (1, 2), (3, 7), (7, 7), (8, 13), (255, 256), (256, 257), (100, 600), (513, 600)]:
        earlier, log = log_of(old).checkpoint(), log_of(new)
        yield Growth(earlier, log.checkpoint(), log, True)
        yield Growth(log.checkpoint(), earlier, log, True)
    changed = log_of(40)
    changed.leaves[3] = Leaf("another game", 1, bytes(32))
    for old in (20, 40):
        yield Growth(log_of(old).checkpoint(), changed.checkpoint(), changed, False)
        yield Growth(changed.checkpoint(), log_of(old).checkpoint(), changed, False)
    log = log_of(20)
    stranger = Signer(b"stranger".ljust(32), ORIGIN).note(log.checkpoint().partition("\n\n")[0] + "\n")
    yield Growth(stranger, log.checkpoint(), log, None)
    yield Growth(log.checkpoint(), stranger, log, None)
    yield Growth(log.checkpoint(), log_of(40).checkpoint(), changed, None)
