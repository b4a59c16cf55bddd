"""Who kept a checkpoint sees whether the log goes on from it: in the browser, and by the Python package."""

import json
import subprocess

from cartulary_client.errors import Distrust
from cartulary_client.transparency import require_growth, tiles_needed
from cartulary_service import web
from tests.web.log_growth import Growth, growths
from tests.web.verifiers import SIGNER, needs_node

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


@needs_node
def test_the_browser_sees_whether_a_log_goes_on_as_it_was() -> None:
    cases = [*growths()]
    command = ["node", "--input-type=module", "-e", DRIVER]
    question = json.dumps({"key": SIGNER.public.text(), "cases": [each.json() for each in cases]})
    done = subprocess.run(command, input=question, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [each.goes_on for each in cases]


def test_the_python_package_sees_whether_a_log_goes_on_as_it_was() -> None:
    assert [seen(each) for each in growths()] == [each.goes_on for each in growths()]


def seen(growth: Growth) -> bool | None:
    """What the package says: it holds, it is proven not to, or nothing is proven."""
    served = growth.log.tiles()
    try:
        tiles = {path: served[path] for path in tiles_needed(growth.earlier, growth.later)}
        require_growth(growth.earlier, growth.later, tiles, [SIGNER.public.text()])
    except Distrust as error:
        return False if error.proof else None
    return True
