"""Clients that others generate from the contract play a whole game, by types and without a warning."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.patience import PATIENCE
from tests.service.client import CONTRACT

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "examples" / "clients"
NODE_MODULES = ROOT / "build" / "generated" / "typescript" / "node_modules"
ENDINGS = {"domination", "majority"}
MOST_MODELS = 3.8
"""For each operation of the contract: 320 for the 84 that there were when the limit was set."""
"""Types that a reader of a generated client can still overlook."""


def run(command: Sequence[object], folder: Path, **settings: str) -> str:
    """What a command says, which must succeed."""
    how: dict[str, Any] = {"cwd": folder, "env": os.environ | settings, "timeout": PATIENCE}
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **how)
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout).strip()


@pytest.mark.skipif(
    find_spec("openapi_python_client") is None, reason="openapi-python-client is missing: make generated-clients"
)
def test_the_generated_python_client_plays_a_whole_game(served: str, tmp_path: Path) -> None:
    target = tmp_path / "generated_client"
    generate = [sys.executable, "-m", "openapi_python_client", "generate", "--path", CONTRACT, "--meta", "none"]
    told = run(
        [*generate, "--config", EXAMPLES / "python.yaml", "--output-path", target, "--fail-on-warning"], tmp_path
    )
    assert "WARNING" not in told
    models = sorted(path.stem for path in (target / "models").glob("*.py"))
    operations = sum(len(each) for each in yaml.safe_load(CONTRACT.read_text())["paths"].values())
    assert len(models) <= MOST_MODELS * operations
    assert [name for name in models if re.search(r"_type_?[0-9]", name)] == []
    said = run([sys.executable, EXAMPLES / "play.py", served], tmp_path, PYTHONPATH=str(tmp_path))
    assert said in ENDINGS


@pytest.mark.skipif(not NODE_MODULES.exists(), reason="openapi-typescript is missing: make generated-clients")
def test_the_generated_typescript_types_hold_and_play_a_whole_game(served: str, tmp_path: Path) -> None:
    for name in ("package.json", "tsconfig.json", "play.ts"):
        shutil.copy(EXAMPLES / name, tmp_path)
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)
    run(["npm", "run", "generate"], tmp_path, CONTRACT=str(CONTRACT))
    run([NODE_MODULES / ".bin" / "tsc"], tmp_path)
    assert run(["node", "play.js", served], tmp_path) in ENDINGS
