"""What is written for several test modules shows what it compared; what is refused anywhere stands in the reference."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cartulary.kernel.rejected import Rejected
from cartulary_service.contract.refusals import ROOT, refusals_in

pytest.register_assert_rewrite("tests.domain.story", "tests.domain.notation", "tests.domain.table")

TOY: Final = {"lay.twice", "lay.not_in_hand"}


@pytest.fixture(scope="session", autouse=True)
def listed_refusals() -> Iterator[None]:
    """Whatever is refused in these tests is among the refusals that are listed, but for those of the toy game."""
    met: set[str] = set()
    make = Rejected.__init__

    def noted(self: Rejected, rule: str, reason: str, ruling: str | None = None) -> None:
        met.add(rule)
        make(self, rule, reason, ruling)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Rejected, "__init__", noted)
        yield
    folders = [str(each.relative_to(ROOT)) for each in Path(ROOT / "domain" / "cartulary").iterdir() if each.is_dir()]
    assert met - TOY <= {each.rule for each in refusals_in(*folders)}
