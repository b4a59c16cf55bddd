"""`make compiled`: a copy of the domain compiled by mypyc, from the same sources; nothing needs it.

`python -m bench.compiled FOLDER`, then `PYTHONPATH=FOLDER cartulary serve`, or whatever else is to run on it.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from bench.native import open_to_others, write_out

ROOT: Final = Path(__file__).parents[1]
CARTA: Final = "domain/carta_impera_victoria"
CIVILIZATION: Final = "domain/civilization_the_card_game"
DECLARATIONS: Final = (
    *(f"{game}/{name}.py" for game in (CARTA, CIVILIZATION) for name in ("actions", "events")),
    "domain/match/actions.py",
    *(f"domain/match/events/{name}.py" for name in ("administration", "clock", "ending", "fork", "seating", "undo")),
)
CONSTANTS: Final = tuple(f"{game}/cards.py" for game in (CARTA, CIVILIZATION))
MESSAGES: Final = "domain/kernel/messages.py"
MODULES: Final = (
    *DECLARATIONS,
    MESSAGES,
    *(f"{CARTA}/{name}.py" for name in ("cards", "effects", "legal", "rules", "scoring", "state", "determinize")),
    *(f"{CARTA}/decide/{name}.py" for name in ("__init__", "discard_effects", "permanent_effects", "requirements")),
    *(f"{CARTA}/decide/{name}.py" for name in ("token", "turn")),
    *(f"{CIVILIZATION}/{name}.py" for name in ("legal", "scoring", "state", "determinize")),
    *(f"{CIVILIZATION}/rules/{name}.py" for name in ("empire", "prices", "seats", "turn", "war")),
    *(f"domain/kernel/{name}.py" for name in ("game_decision", "forms", "hashing", "randomness", "seats")),
    "domain/bots/ismcts.py",
    *(f"{CIVILIZATION}/decide/{name}.py" for name in ("__init__", "buying", "discarding", "leaders", "requirements")),
    *(f"{CIVILIZATION}/decide/{name}.py" for name in ("technologies", "turn", "war")),
    *(f"domain/match/{name}.py" for name in ("decision", "evolve", "ply", "state")),
    *(f"domain/record/{name}.py" for name in ("encode", "event")),
)
"""Modules on the paths of playing and recording. Modules that read declarations at run time stay interpreted."""
SETUP: Final = """
from mypyc.build import mypycify
from setuptools import setup

setup(name="domain", packages=[], ext_modules=mypycify({modules}, opt_level="3"))
"""


def compile_to(folder: Path) -> None:
    """Copy the domain to a folder and compile it there."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "domain", folder / "domain", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(Path(__file__).with_name("field_types.py"), folder / "domain" / "kernel" / "field_types.py")
    for name in (*DECLARATIONS, *CONSTANTS):
        (folder / name).write_text(write_out((ROOT / name).read_text()))
    (folder / MESSAGES).write_text(open_to_others((ROOT / MESSAGES).read_text()))
    (folder / "setup.py").write_text(SETUP.format(modules=list(MODULES)))
    subprocess.run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], cwd=folder, check=True)


if __name__ == "__main__":
    compile_to(Path(sys.argv[1]))
