"""What the laws need to know of Symphony."""

from __future__ import annotations

from hypothesis import strategies as st

import tutti
from tutti.games.symphony import sound
from tutti.games.symphony.actions import KINDS
from tutti.games.symphony.data import MASTERS
from tutti.games.symphony.options import FLIPPABLE
from tutti.games.symphony.state import COLUMN_TOKEN, KIND, NOTE, NOTE_TOKEN, OWNER, PENTAGON, REC, TOKEN, State
from tutti.games.symphony.tables import CHOIR, CONCERTMASTER, CONDUCTOR, PLACES, SEATS, TOKENS
from tutti.kernel.facts import Fields

SECRETS = True
HEAVY = True

PLAYTHROUGHS: dict[str, tuple[int, Fields]] = {
    **{f"{n}p": (n, {}) for n in range(2, 7)},
    "2p-berlioz-secret-draft": (2, {"master": "berlioz", "draft": "secret"}),
    "2p-bernstein-clefs": (2, {"master": "bernstein", "clefs": "I"}),
    "2p-bulow-public-draft-audience": (2, {"master": "bulow", "draft": "public", "audience": "both"}),
    "2p-furtwangler-variable-prizes": (2, {"master": "furtwangler", "variable_prizes": list(FLIPPABLE)}),
    "2p-karajan-black-sides": (2, {"master": "karajan", "sides": "any"}),
    "2p-kleiber-preset-private": (2, {"master": "kleiber", "preset": True, "audience": "private"}),
    "2p-mahler-progressive": (2, {"master": "mahler", "draft": "secret", "progressive": True}),
    "2p-mengelberg-clefs-no-clash": (2, {"master": "mengelberg", "clefs": "II", "clashes": False}),
    "2p-toscanini-thematic": (2, {"master": "toscanini", "thematic_front_row": True}),
    "3p-wagner-progressive-audience": (
        3, {"master": "wagner", "draft": "public", "progressive": True, "audience": "both", "clefs": "III"},
    ),
}  # fmt: skip


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
    return st.one_of([st.fixed_dictionaries(dict(build), optional=free) for build in builds]).map(_meant)


def _meant(values: Fields) -> Fields:
    """Without what others make void (SY-020)."""
    game = tutti.game("symphony")
    defaults = {option.name: option.default for option in game.options}
    for fault in game.idle(2, {**defaults, **values}):
        values.pop(fault.options[1])
    return values


def faults(s: State) -> list[str]:
    """What ``Match.load`` looks for."""
    d = tutti.game("symphony").d  # type: ignore[attr-defined]  # Symphony's own tables
    return [f"{fault.place}: {fault.code}" for fault in sound.faults(d, s)]


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
