"""Ratings by openskill (Bradley-Terry, every pair of a table), which knows tables of any size and shared places."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tutti.arena.estimates import student
from tutti.arena.seating import SeatOrder, shuffled
from tutti.kernel.chance import Dice

RESAMPLES: Final = 40
"""How often deals are drawn anew for the intervals."""
MOST_ORDERS: Final = 4
MOST_RATED: Final = 80_000
"""Matches rated in all orders and resamples together: many matches need fewer orders."""


class Rating(NamedTuple):
    """What an entrant is thought to be worth, with a 95 % interval."""

    mu: float
    interval: tuple[float, float] | None
    """None where the matches cannot tell: one deal, or the same result in all of them."""


class Rated(NamedTuple):
    """What a rating takes from a match: its deal, who sat where, and the places."""

    block: int
    seats: SeatOrder
    places: Sequence[int]


def available() -> bool:
    """Whether openskill is installed."""
    try:
        import openskill.models  # noqa: F401 - only to see
    except ImportError:
        return False
    return True


def ratings(matches: Sequence[Rated], entrants: int) -> list[Rating]:
    """The ratings after these matches.

    openskill learns match by match, so a rating depends on their order: it is a mean over several. The interval is a
    bootstrap: the same is done with deals drawn with replacement, since matches of one deal resemble each other.
    openskill's own sigma is not used; it takes the pairs of a table for independent and knows nothing of deals.
    """
    blocks: dict[int, list[Rated]] = {}
    for match in matches:
        if len(set(match.seats)) > 1:  # an entrant against itself teaches nothing
            blocks.setdefault(match.block, []).append(match)
    deals = list(blocks.values())
    telling = [match for deal in deals for match in deal]
    orders = max(1, min(MOST_ORDERS, MOST_RATED // (RESAMPLES * max(1, len(telling)))))
    dice = Dice(1)
    found = _mean(telling, entrants, orders, dice)
    if len(deals) < 2:
        return [Rating(mu, None) for mu in found]
    drawn = [
        _mean([match for _ in deals for match in deals[dice.below(len(deals))]], entrants, orders, dice)
        for _ in range(RESAMPLES)
    ]
    return [Rating(mu, _interval(mu, [run[kind] for run in drawn], len(deals))) for kind, mu in enumerate(found)]


def _interval(mu: float, drawn: Sequence[float], deals: int) -> tuple[float, float] | None:
    mean = sum(drawn) / len(drawn)
    spread = math.sqrt(sum((one - mean) ** 2 for one in drawn) / (len(drawn) - 1) * deals / (deals - 1))
    half = student(deals - 1) * spread
    return (mu - half, mu + half) if spread > 1e-9 else None


def _mean(matches: Sequence[Rated], entrants: int, orders: int, dice: Dice) -> list[float]:
    runs = [_in_order(shuffled(matches, dice), entrants) for _ in range(orders)]
    return [sum(run[kind] for run in runs) / orders for kind in range(entrants)]


def _in_order(matches: Iterable[Rated], entrants: int) -> list[float]:
    """An entrant with several seats gets the mean of what each seat would change."""
    from openskill.models import BradleyTerryFull  # an extra: the arena works without

    model = BradleyTerryFull(tau=0.0)  # nobody gets better while being measured
    known = [model.rating() for _ in range(entrants)]
    for _, seats, places in matches:
        rated = model.rate([[known[kind]] for kind in seats], ranks=[float(place) for place in places])
        for kind in set(seats):
            own = [team[0] for team, sitting in zip(rated, seats, strict=True) if sitting == kind]
            mu = sum(one.mu for one in own) / len(own)
            sigma = sum(one.sigma for one in own) / len(own)
            known[kind] = model.rating(mu=mu, sigma=sigma)
    return [one.mu for one in known]
