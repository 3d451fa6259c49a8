"""Laws meet other matches in every run; a failure says the line that repeats it, and the line does."""

from __future__ import annotations

import re

import pytest
from hypothesis import strategies as st

from support import seeds
from support.lines import law, lines
from support.seeds import try_seeds


def run(met: list[int]) -> None:
    """A law that writes down the lines it meets."""

    @law()
    def test(game: str, players: int, data: st.DataObject) -> None:
        met.append(data.draw(lines(game, players)).seed)

    test(game="etude", players=2)


def test_a_failure_tells_the_line_that_repeats_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeds, "GIVEN", "")
    with pytest.raises(ZeroDivisionError) as caught:
        try_seeds(lambda seed: seed // 0, at_least=1, seconds=0)
    (told,) = caught.value.__notes__
    here = "tests/laws/test_seeds.py::test_a_failure_tells_the_line_that_repeats_it"
    assert re.search(rf"TUTTI_SEED=\d+ .*pytest -n0 {here}$", told), told


def test_one_seed_is_always_the_same_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    met: dict[str, list[int]] = {}
    for name, given in (("once", "5"), ("again", "5"), ("other", "6")):
        monkeypatch.setattr(seeds, "GIVEN", given)
        run(met.setdefault(name, []))
    assert met["once"] == met["again"] != met["other"]
    assert len(set(met["once"])) > 3


def test_every_run_meets_other_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeds, "GIVEN", "")
    met: tuple[list[int], list[int]] = ([], [])
    for lines_of_run in met:
        run(lines_of_run)
    assert met[0] != met[1]


def test_seeds_are_tried_until_the_time_is_over_and_often_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeds, "GIVEN", "")
    clock = iter(range(100))
    monkeypatch.setattr(seeds, "monotonic", lambda: float(next(clock)))
    tried: list[int] = []
    try_seeds(tried.append, at_least=3, seconds=0)
    assert len(set(tried)) == 3
    try_seeds(tried.append, at_least=1, seconds=20)
    assert 10 < len(set(tried)) < 30
    monkeypatch.setattr(seeds, "GIVEN", "7")
    try_seeds(tried.append, at_least=3, seconds=20)
    assert tried.count(7) == 1
