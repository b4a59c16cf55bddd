"""Clients that others generate from the contract: their types hold, and three of them play a whole game."""

import json
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
GUIDE = ROOT / "docs" / "how-to" / "generate-a-client.md"
MOST_MODELS = 3.8
"""For each operation of the contract: 320 for the 84 that there were when the limit was set."""
BUNDLED = {"module": "esnext", "moduleResolution": "bundler", "noEmit": True, "noUncheckedIndexedAccess": False}
"""Options of a compiler for sources that are generated to be bundled."""

needs_openapi_generator = pytest.mark.skipif(
    find_spec("openapi_generator_cli") is None or shutil.which("java") is None,
    reason="openapi-generator or Java is missing: make generated-clients",
)
needs_npm = pytest.mark.skipif(
    not NODE_MODULES.exists(), reason="generators for TypeScript are missing: make generated-clients"
)


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


@needs_npm
def test_the_generated_typescript_types_hold_and_play_a_whole_game(served: str, tmp_path: Path) -> None:
    for name in ("package.json", "tsconfig.json", "play.ts"):
        shutil.copy(EXAMPLES / name, tmp_path)
    (tmp_path / "node_modules").symlink_to(NODE_MODULES)
    run(["npm", "run", "generate"], tmp_path, CONTRACT=str(CONTRACT))
    run([NODE_MODULES / ".bin" / "tsc"], tmp_path)
    assert run(["node", "play.js", served], tmp_path) in ENDINGS


@needs_openapi_generator
def test_the_python_client_of_openapi_generator_plays_a_whole_game(served: str, tmp_path: Path) -> None:
    generate_by_openapi_generator("python", tmp_path)
    said = run([sys.executable, EXAMPLES / "play_openapi_generator.py", served], tmp_path, PYTHONPATH=str(tmp_path))
    assert said in ENDINGS
    assert errors_of_mypy(tmp_path / "openapi_client") <= errors_by_the_guide("openapi-generator", "`-g python`")


@needs_openapi_generator
@needs_npm
def test_the_typescript_client_of_openapi_generator_has_no_more_errors_than_the_guide_says(tmp_path: Path) -> None:
    generate_by_openapi_generator("typescript-fetch", tmp_path / "generated")
    assert errors_of_tsc(tmp_path) <= errors_by_the_guide("openapi-generator", "`-g typescript-fetch`")


@needs_npm
def test_the_typescript_client_of_hey_api_has_no_more_errors_than_the_guide_says(tmp_path: Path) -> None:
    run([NODE_MODULES / ".bin" / "openapi-ts", "-i", CONTRACT, "-o", tmp_path / "generated"], tmp_path)
    assert errors_of_tsc(tmp_path) <= errors_by_the_guide("@hey-api/openapi-ts")


@pytest.mark.skipif(
    find_spec("datamodel_code_generator") is None, reason="datamodel-code-generator is missing: make generated-clients"
)
def test_the_models_of_datamodel_code_generator_have_no_more_errors_than_the_guide_says(tmp_path: Path) -> None:
    how = ["--output-model-type", "pydantic_v2.BaseModel", "--use-annotated", "--set-default-enum-member"]
    run(
        [sys.executable, "-m", "datamodel_code_generator", "--input", CONTRACT, "--output", "models.py", *how], tmp_path
    )
    assert errors_of_mypy(tmp_path / "models.py") <= errors_by_the_guide("datamodel-code-generator")


def generate_by_openapi_generator(name: str, target: Path) -> None:
    command = Path(sys.executable).with_name("openapi-generator-cli")
    run([command, "generate", "-i", CONTRACT, "-g", name, "-o", target], ROOT)


def errors_by_the_guide(*words: str) -> int:
    """The errors of types that the guide's table tells of a generator."""
    rows = [each.split("|") for each in GUIDE.read_text().splitlines() if each.startswith("|")]
    (row,) = (each for each in rows if all(word in each[1] for word in words))
    return int(row[3].split()[0])


def errors_of_mypy(sources: Path) -> int:
    return errors_of(
        [sys.executable, "-m", "mypy", "--config-file=", "--ignore-missing-imports", sources], sources.parent
    )


def errors_of_tsc(folder: Path) -> int:
    """The errors of the strict compiler in the folder `generated` of a folder."""
    strict = json.loads((EXAMPLES / "tsconfig.json").read_text())["compilerOptions"]
    (folder / "tsconfig.json").write_text(json.dumps({"compilerOptions": strict | BUNDLED, "include": ["generated"]}))
    (folder / "node_modules").symlink_to(NODE_MODULES)
    return errors_of([NODE_MODULES / ".bin" / "tsc", "--project", "."], folder)


def errors_of(command: Sequence[object], folder: Path) -> int:
    """The errors that a type checker tells, each on a line."""
    done = subprocess.run(
        [*map(str, command)], cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    found = len(re.findall(r"^\S+: error", done.stdout, re.MULTILINE))
    assert found or done.returncode == 0, done.stdout + done.stderr
    return found
