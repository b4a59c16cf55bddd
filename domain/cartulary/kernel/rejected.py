"""A refusal by the rules."""


class Rejected(Exception):
    """An action that the rules refuse: a stable code, a sentence for people, and the ruling that decides."""

    def __init__(self, rule: str, reason: str, ruling: str | None = None) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason
        self.ruling = ruling


class ImpossiblePosition(Rejected):
    """A position that no game can reach; `rule` is the last part of the code."""

    def __init__(self, rule: str, reason: str, ruling: str | None = None) -> None:
        super().__init__(f"position.{rule}", f"This position is impossible: {reason}", ruling)
