"""Ratings by openskill (Plackett-Luce), which knows tables of any size and shared places."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tutti.arena.seating import Row, shuffled
from tutti.kernel.chance import Dice

MOST_ORDERS: Final = 16
MOST_RATED: Final = 20_000
"""Matches rated in all orders together: many matches need fewer orders."""


class Rating(NamedTuple):
    """What an entrant is thought to be worth, and the doubt (one standard deviation)."""

    mu: float
    sigma: float


def available() -> bool:
    """Whether openskill is installed."""
    try:
        import openskill.models  # noqa: F401 - only to see
    except ImportError:
        return False
    return True


def ratings(matches: Sequence[tuple[Row, Sequence[int]]], entrants: int) -> list[Rating]:
    """The ratings after these matches (who sat where, and the places).

    openskill learns match by match, so the last ones weigh most. Here no match is the last one: the ratings are means
    over several orders. An entrant with several seats gets the mean of what each seat would change.
    """
    telling = [match for match in matches if len(set(match[0])) > 1]  # an entrant against itself teaches nothing
    orders = max(1, min(MOST_ORDERS, MOST_RATED // max(1, len(telling))))
    dice = Dice(1)
    runs = [_in_order(shuffled(telling, dice), entrants) for _ in range(orders)]
    return [
        Rating(sum(run[kind].mu for run in runs) / orders, sum(run[kind].sigma for run in runs) / orders)
        for kind in range(entrants)
    ]


def _in_order(matches: Iterable[tuple[Row, Sequence[int]]], entrants: int) -> list[Rating]:
    from openskill.models import PlackettLuce  # an extra: the arena works without

    model = PlackettLuce()
    known = [model.rating() for _ in range(entrants)]
    for seats, places in matches:
        rated = model.rate([[known[kind]] for kind in seats], ranks=[float(place) for place in places])
        for kind in set(seats):
            own = [team[0] for team, sitting in zip(rated, seats, strict=True) if sitting == kind]
            mu = sum(one.mu for one in own) / len(own)
            sigma = sum(one.sigma for one in own) / len(own)
            known[kind] = model.rating(mu=mu, sigma=sigma)
    return [Rating(one.mu, one.sigma) for one in known]
