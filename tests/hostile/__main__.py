"""Whatever is sent, no answer is a fault of the service, and none is undocumented: `make fuzz SECONDS=…`.

Schemathesis sends what the contract allows and what it does not, one request after the other and in chains of what
one answer makes possible; Atheris looks for bytes that the readers of JSON and of positions fall over.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from cartulary_service.store import embedded
from tests.conftest import migrate
from tests.service.conftest import service

EXPECTED = Path(__file__).with_name("schemathesis.toml")
"""What it may find without complaint."""
ENDLESS = ("follow_my_games",)
"""Has an answer without an end."""
READERS = ("json", "carta-impera-victoria", "civilization-the-card-game")


def main() -> int:
    seconds = int(os.environ.get("SECONDS", "300"))
    failed = [reader for reader in READERS if not read_well(reader, seconds // (2 * len(READERS)))]
    with tempfile.TemporaryDirectory(prefix="cartulary-") as folder, embedded.running(Path(folder)) as database:
        migrate(database)
        with service({"DATABASE_URL": database, "KEYS_DIR": f"{folder}/keys"}, Path(folder, "log")) as url:
            if not answers_well(url, seconds // 2):
                failed.append("the contract")
        failed += ["the log"] if "Traceback" in Path(folder, "log").read_text() else []
    print(f"Fell over: {', '.join(failed)}" if failed else "Nothing fell over.")
    return len(failed)


def answers_well(url: str, seconds: int) -> bool:
    """Whether all checks of Schemathesis hold: what breaks the contract is refused, what keeps to it is taken."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(EXPECTED), "run", f"{url}/openapi.yaml"]
    command += ["--phases", "examples,coverage,fuzzing,stateful", "--checks", "all"]
    command += ["--max-time", str(seconds), "--max-examples", "1000", "--continue-on-failure"]
    for name in ENDLESS:
        command += ["--exclude-operation-id", name]
    settings = os.environ | {"SCHEMATHESIS_HOOKS": "tests.hostile.hooks", "FUZZED": url}
    return subprocess.run(command, env=settings).returncode == 0


def read_well(reader: str, seconds: int) -> bool:
    """Whether a reader refuses what it does not take, and nothing else comes of it."""
    command = [sys.executable, "-m", "tests.hostile.readers", reader, f"-max_total_time={seconds}"]
    return subprocess.run(command).returncode == 0


if __name__ == "__main__":
    sys.exit(main())
