"""The worked examples of the rules, played in the domain."""

from typing import Any

from cartulary.games.carta_impera_victoria import GAME
from cartulary.kernel.codec import decode_action
from cartulary.kernel.rejected import Rejected
from cartulary.match.events.ending import GameEnded
from tests.cases import cases
from tests.domain.carta_impera_victoria.examples import EXAMPLES, Example, Illegal, differences, resolved, result_of
from tests.domain.story import Story, given_position

NUMBERS = (
    *(1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 14, 15, 16, 17, 19, 20, 22, 23, 24, 25, 26, 27, 29, 30, 32, 33, 35, 36, 38),
    *(39, 41, 43, 45),
)


def begun(example: Example) -> Story:
    """The example's position."""
    story = given_position(example.position(), example.edition, teams=example.teams)
    assert story.then(example.before)
    return story


def act(story: Story, seat: int, action: Any) -> None:
    """What a seat does, from its letters."""
    asked = decode_action(dict(GAME.action_types), resolved(action, story.wire(seat), seat))
    story.when(asked, by=seat)


@cases("example", EXAMPLES)
def test_the_worked_example_goes_as_the_rules_say(example: Example) -> None:
    story = begun(example)
    for step in example.steps:
        act(story, step.seat, step.action)
        story.then(step.after)
        assert differences(step.after, story.wire(), story.hands()) == []
        assert result_of(step.after) or story.then_goes_on()
    if example.points is not None:
        (end,) = (each for each in story.events if isinstance(each, GameEnded))
        assert dict(end.points or ()) == example.points


@cases(
    ("example", "illegal"),
    [(example, illegal) for example in EXAMPLES for illegal in example.illegal],
)
def test_actions_that_the_worked_example_forbids_are_refused(example: Example, illegal: Illegal) -> None:
    story = begun(example)
    for step in example.steps[: illegal.steps]:
        act(story, step.seat, step.action)
    act(story, illegal.seat, illegal.action)
    assert isinstance(story.refused, Rejected)
    story.then_rejected(illegal.rule)


def test_every_worked_example_of_the_rules_is_here() -> None:
    played = {int(example.id.split("-")[0][1:]) for example in EXAMPLES}
    assert played == {*NUMBERS} - {41}, "E41 is a deal, not a position, and stands with the setup"


def test_a_wrong_expectation_is_noticed() -> None:
    story = begun(EXAMPLES[0])
    for text in ("A: hand W1 R1 E1, area R2", "A: hand W1 R1, area R1", "discard W1", "deck R×9", "token A→B's W"):
        assert differences(text, story.wire(), story.hands()) != []
    for text in ("A: area R.2", "A: embargo-on R1", "B: democracy-on S1", "A: - | final round ON"):
        assert differences(text, story.wire(), story.hands()) != []
