"""Heavy requests of one user do not stop others: what looks at a game and acts in others take beside them."""

import sys
from typing import Final

from bench.neighbours import REQUESTS, WHAT, ask_beside, site
from tests.faults.report import Report

LEAST_BOUND: Final = 50
"""Milliseconds for which a worker may keep others waiting at most; twice as long as alone may be less."""
IN_THE_LOOP: Final = (sys.executable, "-m", "tests.faults.in_the_loop", "serve")


def run(seconds: float, control: bool = False) -> Report:
    """Look and act beside each kind of heavy request, which four clients send without a pause."""
    report = Report("noisy neighbours", "failed or too slow" if control else None)
    slow = 0
    with site(*([IN_THE_LOOP] if control else [])) as running:
        # Once: later the service still computes what clients who are gone have asked for.
        alone = ask_beside(running, None, seconds)
        for kind in REQUESTS:
            beside = ask_beside(running, kind, seconds)
            for what in WHAT:
                quiet, p99, longest = (
                    *(each.quantile(what, 0.99) for each in (alone, beside)),
                    beside.quantile(what, 1),
                )
                slow += p99 > max(LEAST_BOUND, 2 * quiet)
                milliseconds = f"p99 {quiet:.0f} alone, {p99:.0f} beside, longest {longest:.0f}"
                report.add({f"{what} beside {kind} in ms": milliseconds})
    report.add({"failed or too slow": slow})
    return report
