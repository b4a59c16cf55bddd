"""Who kept a checkpoint sees in the browser whether the log goes on from it."""

import json
import subprocess
from base64 import b64encode
from typing import Any, NamedTuple

from domain.transparency.leaf import Leaf
from service import web
from service.trust.signing import Signer
from tests.web.operator_log import ORIGIN, OperatorLog
from tests.web.verifiers import SIGNER, needs_node

pytestmark = needs_node
DRIVER = (
    f"import {{verifyGrowth}} from {json.dumps(web.VERIFIER.as_uri())};"
    + """
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const {key, cases} = JSON.parse(Buffer.concat(chunks));
const found = [];
for (const {earlier, later, tiles} of cases) {
  const readTile = async (path) => Uint8Array.from(Buffer.from(tiles[path], 'base64'));
  found.push((await verifyGrowth(earlier, later, readTile, [key])).holds);
}
console.log(JSON.stringify(found));
"""
)


class Growth(NamedTuple):
    """A checkpoint that was kept, the one of today, and the log of today."""

    earlier: str
    later: str
    log: OperatorLog

    def json(self) -> dict[str, Any]:
        tiles = {path: b64encode(data).decode() for path, data in self.log.tiles().items()}
        return {"earlier": self.earlier, "later": self.later, "tiles": tiles}


def seen(cases: list[Growth]) -> list[bool]:
    """Whether each log is seen to go on as it was."""
    command = ["node", "--input-type=module", "-e", DRIVER]
    question = json.dumps({"key": SIGNER.public.text(), "cases": [each.json() for each in cases]})
    done = subprocess.run(command, input=question, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    answer: list[bool] = json.loads(done.stdout)
    return answer


def log_of(size: int) -> OperatorLog:
    return OperatorLog([Leaf(f"game {number}", 1, bytes(32)) for number in range(size)])


def growth(old: int, new: int) -> Growth:
    log = log_of(new)
    return Growth(log_of(old).checkpoint(), log.checkpoint(), log)


def test_a_log_that_only_grows_is_seen_to() -> None:
    sizes = [(0, 5), (1, 2), (3, 7), (7, 7), (8, 13), (255, 256), (256, 257), (100, 600), (513, 600)]
    assert seen([growth(*each) for each in sizes]) == [True] * len(sizes)


def test_a_log_that_has_changed_or_lost_its_past_is_seen_to() -> None:
    changed = log_of(40)
    changed.leaves[3] = Leaf("another game", 1, bytes(32))
    forked = Growth(log_of(20).checkpoint(), changed.checkpoint(), changed)
    shorter = Growth(log_of(40).checkpoint(), log_of(20).checkpoint(), log_of(20))
    same_size = Growth(log_of(40).checkpoint(), changed.checkpoint(), changed)
    assert seen([forked, shorter, same_size]) == [False, False, False]


def test_a_checkpoint_that_the_service_has_not_signed_says_nothing() -> None:
    log = log_of(20)
    text = log.checkpoint().partition("\n\n")[0] + "\n"
    stranger = Signer(b"stranger".ljust(32), ORIGIN).note(text)
    assert seen([Growth(stranger, log.checkpoint(), log), Growth(log.checkpoint(), stranger, log)]) == [False, False]
