"""The domain needs the standard library alone, and what checks signatures one library more."""

import subprocess
import sys
from pathlib import Path
from typing import Final

DOMAIN: Final = Path(__file__).parents[2] / "domain"
IMPORT_ALL: Final = """
import pkgutil, sys
from importlib import import_module

sys.path.insert(0, sys.argv[1])
import cartulary

for each in pkgutil.walk_packages(cartulary.__path__, "cartulary."):
    if each.name != "cartulary.__main__":
        try:
            import_module(each.name)
        except ModuleNotFoundError as error:
            print(error.name, each.name)
"""


def test_without_any_library_everything_is_imported_but_what_checks_signatures() -> None:
    finished = subprocess.run(
        [sys.executable, "-I", "-S", "-c", IMPORT_ALL, str(DOMAIN)], capture_output=True, text=True, check=True
    )
    missing = [line.split() for line in finished.stdout.splitlines()]
    assert {name for name, _ in missing} == {"cryptography"}
    folders = {module.split(".")[1] for _, module in missing}
    assert folders == {"audit", "signing", "witness"}
    assert [module for _, module in missing if ".audit." in module] == ["cartulary.audit.bundles"]
