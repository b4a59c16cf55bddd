"""Text that is printed."""


def counted(number: int, one: str, many: str) -> str:
    """A number and the words that agree with it."""
    return f"{number} {one if number == 1 else many}"


def show_controls(line: str) -> str:
    """Spell out what a text could hold to add lines of its own to what is printed, or to hide some."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in line)
