"""The nine numbers."""

from typing import Annotated, Final

from cartulary.kernel.codec import Named

NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
Number = Annotated[int, Named(NUMBERS)]
Numbers = tuple[Number, ...]
