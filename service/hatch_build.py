"""Puts into the package what lies beside it in a checkout: migrations, contracts, and the sources of the guide."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

GUIDE = "web/guide/kept"
PLACES = {
    "migrations": "_migrations",
    "openapi.yaml": "openapi.yaml",
    "asyncapi.yaml": "asyncapi.yaml",
    "bench/README.md": f"{GUIDE}/bench/README.md",
    "packages/client-python/README.md": f"{GUIDE}/packages/client-python/README.md",
    "packages/client-typescript/README.md": f"{GUIDE}/packages/client-typescript/README.md",
    "deploy": f"{GUIDE}/deploy",
    "docs": f"{GUIDE}/docs",
    "examples": f"{GUIDE}/examples",
}
"""Places in the package, by those in a checkout."""


class CustomBuildHook(BuildHookInterface[Any]):
    """In an sdist all this is in the package already."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        checkout = Path(self.root).parent
        if version != "editable" and (checkout / "migrations").is_dir():
            build_data["force_include"] |= {
                str(checkout / place): f"cartulary_service/{kept}" for place, kept in PLACES.items()
            }
