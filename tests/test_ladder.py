"""The figures of docs/bots.md come from the runner of matches."""

from bench.ladder import GUIDE, with_table


def test_the_table_of_strengths_is_what_the_runner_wrote_of_the_matches_that_it_played() -> None:
    assert with_table(GUIDE.read_text()) == GUIDE.read_text()
