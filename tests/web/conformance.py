"""The conformance set: small bundles, each with the verdict that any verifier must come to.

`python -m tests.web.conformance` writes the cases of `conformance_cases.py` that are not there yet into
`tests/conformance`. Cases once written stay as they are: whoever checks a verifier with them relies on that.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

from cartulary.kernel.canonical import canonical
from tests.web.verifiers import SIGNER, Case

FOLDER: Final = Path(__file__).parents[1] / "conformance"
VERDICTS: Final = FOLDER / "verdicts.json"
FORMAT: Final = "cartulary-conformance/v1"


class Scenario(NamedTuple):
    """A case to be written: what it shows, and its verdict."""

    name: str
    shows: str
    attack: str | None
    """The attack that it is, or whose failing control it is."""
    fails: tuple[str, ...]
    """Checks of which one must fail; none if the case verifies."""
    report: Mapping[str, Any]
    """Members of the report that the verdict settles too."""
    make: Callable[[], Case]


SCENARIOS: Final = list[Scenario]()
Maker = Callable[[], Case]


def conforming(
    shows: str, *, attack: str | None = None, fails: tuple[str, ...] = (), **report: Any
) -> Callable[[Maker], Maker]:
    """Add a case to the set, under the name of the function that makes it."""

    def add(make: Maker) -> Maker:
        name = make.__name__.replace("_", "-")
        SCENARIOS.append(Scenario(name, shows, attack, fails, report, make))
        return make

    return add


# Writing


def write() -> list[str]:
    """Write what is not there yet; the names of it."""
    FOLDER.mkdir(exist_ok=True)
    known = {each["name"]: each for each in verdicts()} if VERDICTS.exists() else {}
    new = [each for each in SCENARIOS if each.name not in known]
    known |= {each.name: write_case(each) for each in new}
    cases = [known[each.name] for each in SCENARIOS]
    text = json.dumps({"format": FORMAT, "cases": cases}, ensure_ascii=False, indent=2)
    VERDICTS.write_text(f"{text}\n", encoding="utf-8")
    return [each.name for each in new]


def write_case(scenario: Scenario) -> dict[str, Any]:
    """Write the files of a case; its entry among the verdicts."""
    case = scenario.make()
    receipts = [case.receipt] if case.receipt is not None else [*case.receipts]
    return {
        "name": scenario.name,
        "shows": scenario.shows,
        "attack": scenario.attack,
        "bundle": put(f"{scenario.name}.ndjson", case.bundle),
        "keys": [case.key or SIGNER.public.text()],
        "receipts": [
            put(f"{scenario.name}.receipt-{place}.txt", each.encode()) for place, each in enumerate(receipts, 1)
        ],
        "entropy": {str(seat): each.hex() for seat, each in case.entropy.items()},
        "origin": put(f"{scenario.name}.origin.ndjson", case.origin) if case.origin else None,
        "actions": [
            put(f"{scenario.name}.action-{place}.txt", each.encode()) for place, each in enumerate(case.actions, 1)
        ],
        "witnesses": [*case.witnesses],
        "quorum": case.quorum,
        "verified": not scenario.fails,
        "fails": [*scenario.fails],
        "report": dict(scenario.report),
    }


def put(name: str, content: bytes) -> str:
    (FOLDER / name).write_bytes(content)
    return name


# Reading


@cache
def document() -> Mapping[str, Any]:
    """The verdicts as they are published."""
    found: Mapping[str, Any] = json.loads(VERDICTS.read_text(encoding="utf-8"))
    return found


def verdicts() -> list[dict[str, Any]]:
    return [*document()["cases"]]


def case_of(verdict: Mapping[str, Any]) -> Case:
    """The case of a verdict, read from its files."""
    (key,) = verdict["keys"]
    return Case(
        (FOLDER / verdict["bundle"]).read_bytes(),
        key,
        origin=(FOLDER / verdict["origin"]).read_bytes() if verdict["origin"] else None,
        witnesses=verdict["witnesses"],
        quorum=verdict["quorum"],
        receipts=[text_of(each) for each in verdict["receipts"]],
        entropy={int(seat): bytes.fromhex(each) for seat, each in verdict["entropy"].items()},
        actions=[text_of(each) for each in verdict["actions"]],
    )


def text_of(name: str) -> str:
    return (FOLDER / name).read_bytes().decode()


def files_of(verdict: Mapping[str, Any]) -> Iterator[str]:
    """The names of all files of a case."""
    yield verdict["bundle"]
    yield from verdict["receipts"]
    yield from verdict["actions"]
    if verdict["origin"]:
        yield verdict["origin"]


if __name__ == "__main__":
    # By their own names, so that the cases are added to the list that is written.
    import_module("tests.web.conformance_cases")
    print(canonical(import_module("tests.web.conformance").write()))
