"""What the laws need to know of Symphony."""

from __future__ import annotations

from hypothesis import strategies

import tutti
from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.reader import MASTERS
from tutti.games.symphony.positions import invariants
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.actions import KINDS
from tutti.games.symphony.rules.options import FLIPPABLE
from tutti.games.symphony.rules.state import State
from tutti.kernel.types import Fields

SECRETS = True
HEAVY = True

PLAYTHROUGHS: dict[str, tuple[int, Fields]] = {
    **{f"{n}p": (n, {}) for n in range(2, 7)},
    "2p-berlioz-secret-draft": (2, {"master": "berlioz", "draft": "secret"}),
    "2p-bernstein-clefs": (2, {"master": "bernstein", "clefs": "I"}),
    "2p-bulow-public-draft-audience": (2, {"master": "bulow", "draft": "public", "audience": "both"}),
    "2p-easy": (2, {"easy": True}),
    "4p-easy-black-sides": (4, {"easy": True, "sides": "any"}),
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


def options(players: int) -> strategies.SearchStrategy[Fields]:
    """Any table the rules allow; the ties of SY-020 are kept by construction."""
    free: dict[str, strategies.SearchStrategy[object]] = {
        "variable_prizes": strategies.lists(strategies.sampled_from(FLIPPABLE), unique=True),
        "sheet_prizes": strategies.none() | strategies.permutations(["black", "chained", "stacked"]),
        "master": strategies.sampled_from(["none", "random", *MASTERS]),
        "clefs": strategies.sampled_from(["none", "I", "II", "III"]),
        "clashes": strategies.booleans(),
        "thematic_front_row": strategies.booleans(),
        "sides": strategies.sampled_from(["white", "any"]),
        "first_player": strategies.none() | strategies.integers(0, players - 1),
    }
    drafts = strategies.sampled_from(["secret", "public"])
    audiences = strategies.sampled_from(["public", "private", "both"])
    builds: list[Fields] = [
        {},
        {"draft": drafts},
        {"draft": strategies.just("public"), "audience": audiences},
        {"draft": drafts, "progressive": strategies.just(True)},
        {"draft": strategies.just("public"), "audience": audiences, "progressive": strategies.just(True)},
        {"preset": strategies.just(True), "audience": strategies.just("none") | audiences},
    ]
    plain = {name: free[name] for name in ("sides", "first_player")}  # SY-295: all that an easy match may choose
    easy = strategies.fixed_dictionaries({"easy": strategies.just(True)}, optional=plain)
    return strategies.one_of(
        [easy, *(strategies.fixed_dictionaries(dict(build), optional=free) for build in builds)]
    ).map(_meant)


def _meant(values: Fields) -> Fields:
    """Without what others make void (SY-020)."""
    game = tutti.game("symphony")
    defaults = {option.name: option.default for option in game.options}
    for fault in game.idle(2, {**defaults, **values}):
        values.pop(fault.options[1])
    return values


def faults(s: State) -> list[str]:
    """What ``Match.load`` looks for, and what is counted here without its help."""
    d = tutti.game("symphony").d  # type: ignore[attr-defined]  # Symphony's own tables
    return [*counts(s), *(f"{fault.place}: {fault.code}" for fault in invariants.faults(d, s))]


def counts(s: State) -> list[str]:
    """Tokens and discs against what the box and the cards print: so that a law need not believe ``sound``."""
    found = {**_tokens(s), **_discs(s)}
    return [f"counted: {what} {here}, at most {most}" for what, (here, most) in found.items() if here > most]


def _tokens(s: State) -> dict[str, tuple[int, int]]:
    """SY-032 to SY-035, SY-230: each token has lain under a Column, at the pentagon, on a Minim, or is unused."""
    d = tutti.game("symphony").d  # type: ignore[attr-defined]  # Symphony's own tables
    n, score = int(s.terms.n), s.terms.score
    minims = [i for i in range(score.count) if score.value[i] == bx.MINIM]
    pairs = sum(s.notes[i * st.NOTE + st.TOP] > 0 for i in range(score.count) if score.value[i] == bx.SEMIBREVE)
    drawn = pairs if s.terms.master.card.id == "furtwangler" else 0
    held = [sum(int(s.desk[p * bx.TOKENS + token]) for token in range(bx.TOKENS)) for p in range(n)]
    unused = sum(int(s.desk[st.POOL + token]) for token in range(bx.TOKENS))
    played = sum(s.inst[inst * st.REC + st.TOKEN] > 0 for inst in range(bx.PLACES))
    reached = sum(bool({int(disc) for disc in _pile(s, i)} & set(range(bx.OWN, bx.COVER))) for i in minims)
    aside = sum(d.token_copies) - 5 - (n + 1) - len(minims)
    return {
        "tokens gone from the unused pool": (aside - unused, drawn),
        "tokens held or played": (sum(held) + played, 5 + n + 1 + reached + drawn),
    }


def _discs(s: State) -> dict[str, tuple[int, int]]:
    """SY-054 to SY-058: discs by colour on the score and on instruments, against spaces, stacks and extras."""
    d = tutti.game("symphony").d  # type: ignore[attr-defined]  # Symphony's own tables
    colours = [bx.NEUTRAL, *(bx.OWN + p for p in range(int(s.terms.n)))]
    here, most = dict.fromkeys(colours, 0), dict.fromkeys(colours, 0)
    for i in range(s.terms.score.count):
        pile = [disc for disc in _pile(s, i) if disc != bx.COVER]
        shield = len(pile) > 1 and pile[0] == bx.NEUTRAL and s.terms.score.value[i] != bx.SEMIBREVE
        for disc in pile[shield:]:  # a black one under a coloured one protects it, and comes from the box (SY-130)
            here[disc] += 1
    for inst in range(bx.PLACES):
        at = inst * st.REC
        kind = int(s.inst[at + st.KIND]) - 1
        owners = [int(s.inst[at + st.OWNER + part]) - 1 for part in range(3)]
        for cell in range(st.WIDTH):
            if s.inst[at + st.CELLS + cell]:
                here[int(s.inst[at + st.CELLS + cell])] += 1
        if inst == bx.CONDUCTOR:
            for slot in s.terms.master.card.slots if owners[0] >= 0 else ():
                most[bx.NEUTRAL if slot.black else bx.OWN + owners[0]] += 1
            continue
        for space in range(bx.SPACES) if kind >= 0 else ():
            what = d.spaces[kind * bx.SPACES + space]
            owner = owners[d.part_of[kind * bx.SPACES + space] if d.part_count[kind] > 1 else 0]
            if what in (bx.BLACK, bx.BLACK_LINKED):
                most[bx.NEUTRAL] += 1
            elif what and owner >= 0:
                most[bx.OWN + owner] += 1
        if kind < 0 or owners[0] < 0:
            continue
        mine = bx.OWN + owners[0]
        here[mine] += int(s.inst[at + st.STACK])
        most[mine] += 3 * bool((d.basic[kind * 3] | d.unlock[kind]) & bx.ABSOLUTE)
        most[mine] += bool(s.terms.master.card.id == "berlioz" and d.single[kind])
        if int(s.inst[at + st.TOKEN]) == bx.PROLONGED + 1:
            most[mine] += 1
            most[bx.NEUTRAL] += 1
    names = {bx.NEUTRAL: "black discs", **{bx.OWN + p: f"discs of {p}" for p in range(int(s.terms.n))}}
    return {names[colour]: (here[colour], most[colour]) for colour in colours}


def _pile(s: State, note: int) -> list[int]:
    """The discs on a note from the bottom."""
    return [
        int(s.notes[note * st.NOTE + st.BOTTOM + height])
        for height in range(3)
        if s.notes[note * st.NOTE + st.BOTTOM + height]
    ]


def census(s: State) -> list[int]:
    """Cards by kind (choirs only by number: which were drawn is hidden) and musician tokens by kind."""
    d = tutti.game("symphony").d  # type: ignore[attr-defined]  # Symphony's own tables
    found = [int(s.bag[kind]) for kind in range(KINDS)]
    for piles in (s.hands, s.packets, s.discards):
        for at in range(len(piles)):
            found[at % KINDS] += int(piles[at])
    for seat in range(bx.SEATS):
        if s.inst[seat * st.REC + st.KIND]:
            found[int(s.inst[seat * st.REC + st.KIND]) - 1] += 1
    if s.terms.progressive:
        for inst in (bx.CONDUCTOR, bx.CONCERTMASTER):
            found[int(s.inst[inst * st.REC + st.KIND]) - 1] += bool(s.inst[inst * st.REC + st.OWNER])
    choosing = any(f.step == 36 for f in s.stack)
    choirs = sum(found[kind] for kind in range(KINDS) if d.category[kind] == bx.CHOIR)
    cards = [0 if d.category[kind] == bx.CHOIR else found[kind] for kind in range(KINDS)]
    tokens = [
        sum(int(s.desk[pile * bx.TOKENS + token]) for pile in range(st.PENTAGON // bx.TOKENS + 1))
        for token in range(bx.TOKENS)
    ]
    spots = [int(s.desk[st.COLUMN_TOKEN + column]) for column in range(5)]
    spots += [int(s.inst[inst * st.REC + st.TOKEN]) for inst in range(bx.PLACES)]
    spots += [int(s.notes[i * st.NOTE + st.NOTE_TOKEN]) for i in range(s.terms.score.count)]
    for spot in spots:
        if spot:
            tokens[spot - 1] += 1
    setup = s.terms.setup
    return [int(setup.choir2 + setup.choir3) if choosing else choirs, *cards, *tokens]
