"""What the laws need to know of Symphony."""

from __future__ import annotations

from hypothesis import strategies as st

import tutti
from tutti.games.symphony.actions import KINDS
from tutti.games.symphony.data import MASTERS
from tutti.games.symphony.options import FLIPPABLE
from tutti.games.symphony.state import COLUMN_TOKEN, KIND, NOTE, NOTE_TOKEN, OWNER, PENTAGON, REC, TOKEN, State
from tutti.games.symphony.tables import CHOIR, CONCERTMASTER, CONDUCTOR, PLACES, SEATS, TOKENS
from tutti.kernel.facts import Fields

SECRETS = True

PLAYTHROUGHS: dict[str, tuple[int, Fields]] = {
    **{f"{n}p": (n, {}) for n in range(2, 7)},
    "2p-secret-draft": (2, {"draft": "secret"}),
    "3p-audience": (3, {"draft": "public", "audience": "both"}),
    "4p-progressive": (4, {"draft": "secret", "progressive": True}),
    "3p-clefs": (3, {"clefs": "I"}),
    "2p-clefs-no-clash": (2, {"clefs": "II", "clashes": False}),
    "5p-preset": (5, {"preset": True}),
    "4p-variable-prizes": (4, {"variable_prizes": list(FLIPPABLE)}),
    "4p-thematic-black-sides": (4, {"thematic_front_row": True, "sides": "any"}),
    **{f"{2 + i % 5}p-{name}": (2 + i % 5, {"master": name}) for i, name in enumerate(MASTERS)},
}


def options(players: int) -> st.SearchStrategy[Fields]:
    """Any table the rules allow; the ties of SY-020 are kept by construction."""
    free: dict[str, st.SearchStrategy[object]] = {
        "variable_prizes": st.lists(st.sampled_from(FLIPPABLE), unique=True),
        "sheet_prizes": st.none() | st.permutations(["black", "chained", "stacked"]),
        "master": st.sampled_from(["none", "random", *MASTERS]),
        "clefs": st.sampled_from(["none", "I", "II", "III"]),
        "clashes": st.booleans(),
        "thematic_front_row": st.booleans(),
        "sides": st.sampled_from(["white", "any"]),
        "first_player": st.none() | st.integers(0, players - 1),
    }
    drafts = st.sampled_from(["secret", "public"])
    audiences = st.sampled_from(["public", "private", "both"])
    builds: list[Fields] = [
        {},
        {"draft": drafts},
        {"draft": st.just("public"), "audience": audiences},
        {"draft": drafts, "progressive": st.just(True)},
        {"draft": st.just("public"), "audience": audiences, "progressive": st.just(True)},
        {"preset": st.just(True), "audience": st.just("none") | audiences},
    ]
    return st.one_of([st.fixed_dictionaries(dict(build), optional=free) for build in builds])


def census(s: State) -> list[int]:
    """Cards by kind (choirs only by number: which were drawn is hidden) and musician tokens by kind."""
    d = tutti.game("symphony").d  # type: ignore[attr-defined]  # Symphony's own tables
    found = [int(s.bag[kind]) for kind in range(KINDS)]
    for piles in (s.hands, s.packets, s.discards):
        for at in range(len(piles)):
            found[at % KINDS] += int(piles[at])
    for seat in range(SEATS):
        if s.inst[seat * REC + KIND]:
            found[int(s.inst[seat * REC + KIND]) - 1] += 1
    if s.terms.progressive:
        for inst in (CONDUCTOR, CONCERTMASTER):
            found[int(s.inst[inst * REC + KIND]) - 1] += bool(s.inst[inst * REC + OWNER])
    choosing = any(f.step == 36 for f in s.stack)
    choirs = sum(found[kind] for kind in range(KINDS) if d.category[kind] == CHOIR)
    cards = [0 if d.category[kind] == CHOIR else found[kind] for kind in range(KINDS)]
    tokens = [
        sum(int(s.desk[pile * TOKENS + token]) for pile in range(PENTAGON // TOKENS + 1)) for token in range(TOKENS)
    ]
    spots = [int(s.desk[COLUMN_TOKEN + column]) for column in range(5)]
    spots += [int(s.inst[inst * REC + TOKEN]) for inst in range(PLACES)]
    spots += [int(s.notes[i * NOTE + NOTE_TOKEN]) for i in range(s.terms.score.count)]
    for spot in spots:
        if spot:
            tokens[spot - 1] += 1
    setup = s.terms.setup
    return [int(setup.choir2 + setup.choir3) if choosing else choirs, *cards, *tokens]
