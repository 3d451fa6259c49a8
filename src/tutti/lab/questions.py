"""What a study asks, each question a fold over the lines in their order: memory grows with the study, not with matches.

A *fold* is handed each match of one table (an arm: the plain one, or one of its changes) and gives its findings as
plain data, every figure with its 95 % interval; null where there is too little to tell.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Final

from tutti.arena.estimates import Estimate
from tutti.kernel.types import Fields, Json
from tutti.lab.playing import PARTS
from tutti.lab.study import Arm, Study
from tutti.lab.sums import GROUPS, Sum, difference, jackknife

HALF: Final = PARTS // 2
FEW: Final = 20
"""Things that fewer seats had are not listed: nothing can be said of them."""
MOST_STYLE: Final = 16
NOTHING: Final = 1e-6
"""A difference that turning the seats has made even, but for the last digits."""


def figure(estimate: Estimate) -> Json:
    """A value and its interval as plain data; null for what cannot be told."""
    if not math.isfinite(estimate.value):
        return None
    if not (math.isfinite(estimate.low) and math.isfinite(estimate.high)):
        return [_short(estimate.value), None, None]
    return [_short(estimate.value), _short(estimate.low), _short(estimate.high)]


def _short(number: float) -> float:
    return round(number, 6) + 0.0  # no minus zero


def wins(row: Fields) -> list[float]:
    """Each seat's share of the win; the tied share it."""
    places = row["places"]
    return [1 / places.count(1) if place == 1 else 0.0 for place in places]


class Fold:
    """One question at one table."""

    def __init__(self, arm: Arm) -> None:
        self.arm = arm

    @staticmethod
    def asks(arm: Arm) -> bool:
        """Whether the question makes sense at this table."""
        return True

    def add(self, row: Fields, key: tuple[int, int]) -> None:
        raise NotImplementedError

    def findings(self) -> Json:
        raise NotImplementedError


def even(arm: Arm) -> bool:
    """All seats are one bot's: then what happens is the game's doing."""
    return len(arm.kinds) == 1


def mixed(arm: Arm) -> bool:
    return len(arm.kinds) > 1


class Seats(Fold):
    """Wins and points by place in the order of play."""

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        self.wins = [Sum() for _ in range(arm.players)]
        self.points = [Sum() for _ in range(arm.players)]

    def add(self, row: Fields, key: tuple[int, int]) -> None:
        first, players = row["first"] or 0, self.arm.players
        won, mean = wins(row), sum(row["points"]) / players
        for seat in range(players):
            turn = (seat - first) % players
            self.wins[turn].add(key, won[seat])
            self.points[turn].add(key, row["points"][seat] - mean)

    def findings(self) -> Json:
        return [
            {"turn": turn + 1, "share": figure(won.share()), "points": figure(points.average())}
            for turn, (won, points) in enumerate(zip(self.wins, self.points, strict=True))
        ]


class Length(Fold):
    """How long a match is, how often one decides, between how many actions, and why it ends."""

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        self.sums = {name: Sum() for name in ("moves", "decisions", "choices", "points", "margin")}
        self.moves: Counter[int] = Counter()
        self.reasons: Counter[str] = Counter()

    def add(self, row: Fields, key: tuple[int, int]) -> None:
        self.moves[row["moves"]] += 1
        self.reasons[row["reason"]] += 1
        for name, (total, cases) in measures(row).items():
            if name in self.sums:
                self.sums[name].add(key, total, cases)

    def findings(self) -> Json:
        count = sum(self.moves.values())
        return {
            **{name: figure(one.average()) for name, one in self.sums.items()},
            "histogram": [list(one) for one in sorted(self.moves.items())],
            "reasons": {name: _short(many / count) for name, many in self.reasons.most_common()},
        }


def measures(row: Fields) -> dict[str, tuple[float, int]]:
    """What can be compared between tables: a sum and its cases."""
    players, points = len(row["points"]), row["points"]
    order = sorted(points, reverse=True)
    first = row["first"] or 0
    return {
        "moves": (row["moves"], 1),
        "decisions": (sum(row["decisions"]), players),
        "choices": (sum(row["choices"]), sum(row["decisions"])),
        "points": (sum(points), players),
        "margin": (order[0] - order[1], 1),
        "first": (wins(row)[first], 1),
    }


class Variants(Fold):
    """What a change does to a table: as ``measures`` tell. One fold for the plain table and each of its changes."""

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        self.sums: defaultdict[str, Sum] = defaultdict(Sum)

    def add(self, row: Fields, key: tuple[int, int]) -> None:
        for name, (total, cases) in measures(row).items():
            self.sums[name].add(key, total, cases)
        if mixed(self.arm):
            best = [won for won, kind in zip(wins(row), row["seats"], strict=True) if kind == 0]
            self.sums["skill"].add(key, sum(best), 1)

    def findings(self) -> Json:
        return {name: figure(one.average()) for name, one in self.sums.items()}

    def against(self, plain: Variants) -> Fields:
        """How it differs from the plain table."""
        return {name: figure(difference(one, plain.sums[name])) for name, one in self.sums.items()}


class Cards(Fold):
    """What goes with winning: seats that had a card, a poster, an instrument, against what an equal would have.

    Points are less the mean of the table. The change arms of a table are counted in: their blocks are their own.
    """

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        self.had: dict[tuple[str, str], tuple[Sum, Sum, Sum]] = {}

    @staticmethod
    def asks(arm: Arm) -> bool:
        return even(arm)

    def add(self, row: Fields, key: tuple[int, int]) -> None:
        won, players = wins(row), len(row["points"])
        mean = sum(row["points"]) / players
        for question, marks in row["marks"].items():
            amounts: dict[tuple[int, str], list[int]] = {}
            for seat, value, amount in marks:
                amounts.setdefault((seat, value), []).append(amount)
            for (seat, value), found in amounts.items():
                sums = self.had.setdefault((question, value), (Sum(), Sum(), Sum()))
                sums[0].add(key, won[seat] - 1 / players)
                sums[1].add(key, row["points"][seat] - mean)
                sums[2].add(key, sum(found), len(found))

    def findings(self) -> Json:
        found: Fields = {}
        for (question, value), (won, points, amount) in self.had.items():
            count = won.cases + won.was
            if count >= FEW:
                found.setdefault(question, []).append(
                    {
                        "value": value,
                        "seats": count,
                        "share": figure(won.average()),
                        "points": figure(points.average()),
                        "amount": figure(amount.average()),
                    }
                )
        for rows in found.values():
            rows.sort(key=lambda one: (-one["share"][0], one["value"]))
        return found


class Luck(Fold):
    """How far it matters who plays: shares of wins, and what part of the spread of points is theirs."""

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        self.wins = [Sum() for _ in arm.kinds]
        self.points = [Sum() for _ in arm.kinds]
        self.groups = [[0.0] * (1 + 2 * (len(arm.kinds) + arm.players)) for _ in range(GROUPS)]

    @staticmethod
    def asks(arm: Arm) -> bool:
        return mixed(arm)

    def add(self, row: Fields, key: tuple[int, int]) -> None:
        won, players, kinds = wins(row), self.arm.players, len(self.arm.kinds)
        mean = sum(row["points"]) / players
        group = self.groups[row["block"] % GROUPS]
        for seat, kind in enumerate(row["seats"]):
            off = row["points"][seat] - mean
            turn = (seat - (row["first"] or 0)) % players
            self.wins[kind].add(key, won[seat])
            self.points[kind].add(key, off)
            group[0] += off * off
            for at in (kind, kinds + turn):
                group[1 + 2 * at] += off
                group[2 + 2 * at] += 1

    def findings(self) -> Json:
        kinds = len(self.arm.kinds)
        parity = 1 / self.arm.players

        def explained(some: Iterable[int]) -> Callable[[list[float]], float]:
            places = list(some)

            def value(sums: list[float]) -> float:
                mine = sum(sums[1 + 2 * at] ** 2 / sums[2 + 2 * at] for at in places if sums[2 + 2 * at] > 0)
                return mine / sums[0] if sums[0] else 0.0

            return value

        skill = jackknife(self.groups, explained(range(kinds)))
        order = jackknife(self.groups, explained(range(kinds, kinds + self.arm.players)))
        rest = Estimate(1 - skill.value - order.value, 1 - skill.high - order.high, 1 - skill.low - order.low)
        best = max(self.wins, key=lambda one: one.mean).mean
        edge = best - parity
        return {
            "parity": _short(parity),
            "entrants": [
                {"entrant": text, "share": figure(won.share()), "points": figure(points.average())}
                for text, won, points in zip(self.arm.kinds, self.wins, self.points, strict=True)
            ],
            "skill": figure(_part(skill)),
            "order": figure(_part(order)),
            "rest": figure(_part(rest)),
            "matches_to_tell": math.ceil(1.645**2 * best * (1 - best) / edge**2) if edge > 0 else None,
        }


def _part(estimate: Estimate) -> Estimate:
    """A part of a whole: its interval ends where the whole does."""
    return Estimate(estimate.value, max(0.0, estimate.low), min(1.0, estimate.high))


class Pace(Fold):
    """Points by source after each tenth of a match, and how often whoever led at half-time won."""

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        self.parts: list[defaultdict[str, Sum]] = [defaultdict(Sum) for _ in range(PARTS)]
        self.names: dict[str, None] = {}
        self.all = Sum()
        self.led = Sum()

    def add(self, row: Fields, key: tuple[int, int]) -> None:
        players = self.arm.players
        for sources in row["pace"]:
            for one in sources:
                self.names.update(dict.fromkeys(one))
        for at, sources in enumerate(row["pace"]):
            totals: Counter[str] = Counter()
            for one in sources:
                totals.update(one)
            for name in self.names:
                self.parts[at][name].add(key, totals[name], players)
        self.all.add(key, 0, players)
        half = [sum(one.values()) for one in row["pace"][HALF - 1]]
        leaders = [seat for seat, points in enumerate(half) if points == max(half)]
        won = wins(row)
        self.led.add(key, sum(won[seat] for seat in leaders) / len(leaders))

    def findings(self) -> Json:
        order = sorted(self.names, key=lambda name: (-self.parts[-1][name].over(self.all).total, name))
        return {
            "sources": [
                {"source": name, "course": [figure(part[name].over(self.all).average()) for part in self.parts]}
                for name in order
            ],
            "led_at_half": figure(self.led.share()),
        }


class Style(Fold):
    """What strong players do differently from weak ones, within the same matches."""

    def __init__(self, arm: Arm) -> None:
        super().__init__(arm)
        self.won = [Sum() for _ in arm.kinds]
        self.means: defaultdict[tuple[str, str], list[Sum]] = defaultdict(lambda: [Sum() for _ in arm.kinds])
        self.apart: defaultdict[tuple[str, str, int, int], Sum] = defaultdict(Sum)
        self.names: dict[tuple[str, str], None] = {}
        self.sat = [Sum() for _ in arm.kinds]
        self.met: defaultdict[tuple[int, int], Sum] = defaultdict(Sum)

    @staticmethod
    def asks(arm: Arm) -> bool:
        return mixed(arm)

    def add(self, row: Fields, key: tuple[int, int]) -> None:
        won = wins(row)
        kinds = sorted(set(row["seats"]))
        sat = {kind: [seat for seat, one in enumerate(row["seats"]) if one == kind] for kind in kinds}
        for a, b in combinations(kinds, 2):
            self.met[a, b].add(key, 0)
        for kind in kinds:
            self.sat[kind].add(key, 0)
            self.won[kind].add(key, sum(won[seat] for seat in sat[kind]) / len(sat[kind]))
        for measure, rows in self._measures(row):
            means = {kind: sum(rows[seat] for seat in sat[kind]) / len(sat[kind]) for kind in kinds}
            for kind in kinds:
                self.means[measure][kind].add(key, means[kind])
            for a, b in combinations(kinds, 2):
                self.apart[(*measure, a, b)].add(key, means[a] - means[b])

    def _measures(self, row: Fields) -> Iterable[tuple[tuple[str, str], Sequence[float]]]:
        tables = {"source": row["sources"], "event": row["did"]}
        for kind, found in tables.items():
            self.names.update({(kind, name): None for one in found for name in one})
        for kind, name in self.names:
            yield (kind, name), [one.get(name, 0) for one in tables[kind]]
        yield (
            ("measure", "choices"),
            [seen / max(1, many) for seen, many in zip(row["choices"], row["decisions"], strict=True)],
        )

    def findings(self) -> Json:
        shares = [one.mean for one in self.won]
        strong, weak = shares.index(max(shares)), shares.index(min(shares))
        a, b = min(strong, weak), max(strong, weak)
        sign = 1 if strong == a else -1
        found = []
        for (kind, name), means in self.means.items():
            apart = self.apart[kind, name, a, b].over(self.met[a, b])
            variance = apart.variance
            if variance == math.inf or abs(apart.mean) < NOTHING:
                continue
            row = {
                "kind": kind,
                "name": name,
                "strong": _short(means[strong].over(self.sat[strong]).mean),
                "weak": _short(means[weak].over(self.sat[weak]).mean),
                "apart": figure(_signed(apart.average(), sign)),
            }
            found.append((abs(apart.mean) / math.sqrt(variance) if variance else math.inf, row))
        found.sort(key=lambda one: (-one[0], one[1]["kind"], one[1]["name"]))
        return {
            "strong": self.arm.kinds[strong],
            "weak": self.arm.kinds[weak],
            "rows": [row for _, row in found[:MOST_STYLE]],
        }


def _signed(estimate: Estimate, sign: int) -> Estimate:
    value, low, high = estimate
    return estimate if sign > 0 else Estimate(-value, -high, -low)


FOLDS: Final[dict[str, type[Fold]]] = {
    "seats": Seats,
    "variants": Variants,
    "cards": Cards,
    "length": Length,
    "luck": Luck,
    "pace": Pace,
    "style": Style,
}


def answered(study: Study, rows: Iterable[Fields]) -> Fields:
    """The findings of all questions, table by table, in one walk over the matches."""
    plain: dict[str, Arm] = {}
    for arm in study.arms:
        plain.setdefault(arm.table, arm)
    folds = {
        (arm.table, question): FOLDS[question](arm)
        for arm in plain.values()
        for question in study.questions
        if question != "variants" and FOLDS[question].asks(arm)
    }
    variants = {arm.number: Variants(arm) for arm in study.arms} if "variants" in study.questions else {}
    counts: Counter[int] = Counter()
    for row in rows:
        arm = study.arms[row["arm"]]
        key = (arm.number, row["block"])
        counts[arm.number] += 1
        if variants:
            variants[arm.number].add(row, key)
        for question in study.questions:
            fold = folds.get((arm.table, question))
            if fold is not None and (arm.change is None or question == "cards"):
                fold.add(row, key)
    tables = []
    for arm in plain.values():
        changes = [other for other in study.arms if other.table == arm.table and other.change is not None]
        found: Fields = {}
        for question in study.questions:
            if question == "variants" and changes and counts[arm.number]:
                found[question] = {
                    "plain": variants[arm.number].findings(),
                    "changes": [
                        {
                            "option": other.change and other.change[0],
                            "value": other.change and other.change[1],
                            "matches": counts[other.number],
                            "apart": variants[other.number].against(variants[arm.number]),
                        }
                        for other in changes
                        if counts[other.number]
                    ],
                }
            elif (arm.table, question) in folds and counts[arm.number]:
                found[question] = folds[arm.table, question].findings()
        tables.append(
            {
                "table": arm.table,
                "game": arm.game,
                "pack": {"name": arm.rules.pack, "hash": arm.rules.pack_hash},
                "players": arm.players,
                "bots": list(arm.bots),
                "options": arm.options,
                "matches": counts[arm.number],
                "planned": arm.seating.matches,
                "findings": found,
            }
        )
    return {
        "report": 1,
        "title": study.title,
        "seed": study.seed,
        "fingerprint": study.fingerprint(),
        "reproducible": study.reproducible,
        "matches": sum(counts.values()),
        "planned": study.matches,
        "tables": tables,
    }
