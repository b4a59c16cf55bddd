"""Vacancies: seats of a running match that a substitute may take, and the votes for more."""

from typing import Final, NamedTuple

from cartulary.kernel.seats import Seat


class FormerPlayer(NamedTuple):
    """A player who has given up the seat to a substitute."""

    seat: Seat
    player: str


class Vacancies(NamedTuple):
    """Seats that their players offer, seats that the others have freed, and votes to free a seat."""

    offered: frozenset[Seat] = frozenset()
    freed: frozenset[Seat] = frozenset()
    """They stay vacant only while their time is up: see `Match.vacant_seats`."""
    votes: frozenset[tuple[Seat, Seat]] = frozenset()
    """Pairs of the seat that votes and the seat that it would free."""

    def offer(self, seat: Seat) -> "Vacancies":
        return self._replace(offered=self.offered | {seat})

    def free(self, seat: Seat) -> "Vacancies":
        return self._replace(freed=self.freed | {seat})

    def vote(self, voter: Seat, seat: Seat) -> "Vacancies":
        return self._replace(votes=self.votes | {(voter, seat)})

    def keep(self, seat: Seat) -> "Vacancies":
        """The seat is not offered any more."""
        return self._replace(offered=self.offered - {seat})

    def renew(self, seat: Seat) -> "Vacancies":
        """Votes about a seat begin anew."""
        return self._replace(freed=self.freed - {seat}, votes=frozenset(each for each in self.votes if each[1] != seat))

    def fill(self, seat: Seat) -> "Vacancies":
        """Somebody new sits there, whom nothing binds that the seat had voted for."""
        votes = frozenset(each for each in self.votes if seat not in each)
        return Vacancies(self.offered - {seat}, self.freed - {seat}, votes)

    def voters(self, seat: Seat) -> set[Seat]:
        """The seats that would free that one."""
        return {voter for voter, freed in self.votes if freed == seat}


NONE: Final = Vacancies()
