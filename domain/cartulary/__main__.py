"""`python -m cartulary` is the command `cartulary`."""

from cartulary.commands.main import main

main()
