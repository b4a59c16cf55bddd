"""Ctrl-C while bots play many games: the command and all its processes end at once, and say nothing."""

import os
import signal
import sys
from pathlib import Path
from typing import Final

import psutil
import pytest

from tests.patience import PATIENCE
from tests.service.conftest import eventually
from tests.signals import handling

MOMENTS: Final = {
    "before the workers": lambda match: bool(match.children()),
    "as they start": lambda match: have_worked(match, 0.15),
    "while they play": lambda match: have_worked(match, 2),
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_an_interrupt_ends_a_match_at_once_without_a_traceback_or_processes_left(moment: str, tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    command = [sys.executable, "-m", "cartulary", "match", "random", "greedy", "--games", "100000", "--jobs", "2"]
    with handling(signal.SIGINT, signal.SIG_DFL), errors.open("w") as output:
        match = psutil.Popen(command, stdout=output, stderr=output, start_new_session=True)
    eventually(lambda: MOMENTS[moment](match))
    children = match.children()
    os.killpg(match.pid, signal.SIGINT)
    assert match.wait(PATIENCE) == 130
    assert errors.read_text() == ""
    eventually(lambda: not any(each.is_running() and each.status() != psutil.STATUS_ZOMBIE for each in children))


def have_worked(match: psutil.Popen, seconds: float) -> bool:
    """Whether both workers have used so much of a processor; the process that cleans up after them uses less."""
    return sum(each.cpu_times().user > seconds for each in match.children()) == 2
