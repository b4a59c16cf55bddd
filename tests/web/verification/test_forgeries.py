"""Every constraint that an action declares holds in a record too: whatever breaks one is refused by every check."""

from pathlib import Path
from typing import Any

import pytest

from cartulary.audit.bundles import Given, verify_text
from cartulary.audit.replay import replay
from cartulary.catalogue import CATALOGUE
from cartulary.kernel.codec import fields_of
from cartulary.kernel.messages import Action
from cartulary.kernel.rejected import Rejected
from cartulary.match.actions import CLOCK_ACTIONS, TakeBack
from cartulary.match.decide import decide
from cartulary.record.bundle import Broken
from tests.web.forgeries import breaches, broken, fields_in, forgeries, instances
from tests.web.verifiers import Case, by_second, needs_node, resigned

PLAYED_ON = {
    f"carta-impera-victoria {action}.{field}: {number}"
    for action, *fields in (
        ("assassination", "discard"),
        ("purge", "discard"),
        ("development", "discard", "play"),
        ("monopoly", "discard", "play"),
        ("experiment", "take", "play"),
        ("research", "take", "play"),
        ("oligarchy", "take"),
        ("republic", "take"),
    )
    for field in fields
    for number in ("too few", "none")
}
"""Cards by a wrong number, which the rules of the eight effects themselves would let pass."""
PLAIN = ("below all", "past all", "text")
"""Numbers and texts that the rules refuse by what they say."""


DOCUMENT = " ".join((Path(__file__).parents[3] / "docs" / "verifiers.md").read_text(encoding="utf-8").split())


def test_the_number_of_forged_actions_is_the_published_one() -> None:
    assert f"was put into {len(forgeries())} records, one for each constraint" in DOCUMENT


def test_every_field_of_every_action_is_broken_in_a_record() -> None:
    actions: list[tuple[str, type[Action]]] = [
        (game.id, action) for game in CATALOGUE.values() for action in (*game.actions, *CLOCK_ACTIONS, TakeBack)
    ]
    every = {(game, action.NAME, field.name) for game, action in actions for field in fields_of(action)}
    assert every <= set(instances())
    assert {each.name for each in forgeries() if each.played} >= PLAYED_ON


def test_no_action_is_decided_that_breaks_its_declaration() -> None:
    tried = 0
    for (_, name, field_name), instance in instances().items():
        for found, field, owner in fields_in(instance.action):
            if (found, field.name) != (name, field_name) or isinstance(instance.action, TakeBack):
                continue
            for breach in breaches(field, getattr(owner, field.name)):
                if breach.constraint not in PLAIN:
                    require_undeclared(instance, broken(instance.action, owner, field.name, breach.value))
                    tried += 1
    assert tried > len(PLAYED_ON)


def require_undeclared(instance: Any, action: Any) -> None:
    """The action is refused for its declaration, before any rule of the game."""
    with pytest.raises(Rejected) as refused:
        decide(instance.before, instance.seat, action, "2026-01-01T00:00:00.000Z", list)
    assert refused.value.rule == "action.undeclared", action


def test_the_replay_check_refuses_every_record_with_a_broken_constraint() -> None:
    passed = []
    for each in forgeries():
        try:
            replay(CATALOGUE[each.game], each.header["id"], each.rows, each.seed)
            passed.append(each.name)
        except Broken:
            pass
    assert passed == []


def test_the_verifier_finds_every_broken_constraint_though_all_is_signed_anew() -> None:
    bundles = {each.name: resigned(each.events, dict(each.header)) for each in forgeries()}
    assert [name for name, bundle in bundles.items() if verify_text(bundle.decode(), Given()).verified] == []


CLOCKS_AND_UNDO = ("give_time.seconds", "take_vacation.days", "take_back.version")
"""Numbers that only the rules of clocks and of taking back bound, which the second verifier does not have."""


@needs_node
def test_the_second_verifier_finds_all_but_what_it_says_that_it_leaves_unchecked() -> None:
    said = by_second(Case(resigned(each.events, dict(each.header))) for each in forgeries())
    passed = [(each.name, one.report) for each, one in zip(forgeries(), said, strict=True) if one.verified]
    assert f"the second all but {len(passed)}, which break" in DOCUMENT
    assert [name for name, _ in passed if name.split()[1].rstrip(":") not in CLOCKS_AND_UNDO] == []
    for _, report in passed:
        unchecked = [each["check"] for each in report["checks"] if each["holds"] is None]
        assert (report["complete"], "rules" in unchecked) == (False, True)
