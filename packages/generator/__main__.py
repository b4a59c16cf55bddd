"""Write the generated modules of both packages: python -m packages.generator."""

from pathlib import Path
from typing import Final

from packages.generator import python, typescript
from packages.generator.contract import ROOT, Contract

PLACES: Final = {
    python: ROOT / "packages" / "client-python" / "cartulary_client",
    typescript: ROOT / "packages" / "client-typescript" / "src",
}


def modules() -> dict[Path, str]:
    """Return the text of each generated module, by its place."""
    contract = Contract()
    return {place / name: text for writer, place in PLACES.items() for name, text in writer.write(contract).items()}


def main() -> None:
    for path, text in modules().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
