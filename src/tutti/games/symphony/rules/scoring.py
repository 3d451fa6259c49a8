# tutti: compiled
"""What Virtuosity cards and prizes are worth (sections 13 and 14 of the ledger)."""

from __future__ import annotations

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box, Card, Score
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import controls, is_well, kind_at
from tutti.games.symphony.rules.state import State
from tutti.kernel.native import i64

COLOURS = {
    "string_quintet": bx.STRINGS,
    "brass_trill": bx.BRASS,
    "woodwinds_fugue": bx.WOODWINDS,
    "martial_march": bx.PERCUSSION,
}
AIRS = {"allegro": bx.CROTCHET, "vivace": bx.QUAVER, "andante": bx.MINIM}
TUPLETS = {"duplets": 2, "triplet": 3, "quadruplet": 4}
CLEF_BITS = {"troublesome_g": 1, "troublesome_c": 2, "troublesome_f": 4}


def discs_on(s: State, note: int) -> list[int]:
    """The discs on a note from the bottom."""
    at = note * st.NOTE + st.BOTTOM
    return [int(disc) for disc in (s.notes[at], s.notes[at + 1], s.notes[at + 2]) if disc]


def visible(s: State, note: int) -> int:
    """The player whose disc is on top, or -1."""
    at = note * st.NOTE
    top = int(s.notes[at])
    return top - bx.OWN if bx.OWN <= top < bx.COVER else -1


def black_discs(s: State, note: int) -> int:
    """SY-215, SY-219: black discs on a note, seen or not, covers included (SY-010)."""
    return sum(disc in (bx.NEUTRAL, bx.COVER) for disc in discs_on(s, note))


# -- majorities ----------------------------------------------------------------------------------


def most(counts: list[int]) -> list[int]:
    """SY-169: the players who share the lead; nobody if nobody has any."""
    lead = max(counts)
    return [player for player, count in enumerate(counts) if count == lead and lead]


def visible_counts(s: State, notes: list[int]) -> list[int]:
    counts = [0] * s.terms.n
    for note in notes:
        player = visible(s, note)
        if player >= 0:
            counts[player] += 1
    return counts


def sheet_notes(score: Score, sheet: int) -> list[int]:
    return [i for i in range(score.count) if score.bar[i] // 3 == sheet]


def voice_notes(score: Score, voice: int) -> list[int]:
    return [i for i in range(score.count) if score.voice[i] == voice]


def longest_run(s: State, notes: list[int], player: int) -> int:
    """SY-216: the longest row of neighbours with the player's visible disc."""
    score = s.terms.score
    best = run = 0
    before = -2
    for note in notes:
        joined = note == before + 1 and score.voice[note] == score.voice[before]
        run = (run + 1 if joined else 1) if visible(s, note) == player else 0
        best = max(best, run)
        before = note
    return best


def prize(d: Box, s: State, where: int, player: int) -> int:
    """SY-170, SY-173, SY-213: the value of a prize (sheets 0 to 2, Voices 3 to 5) for one of its winners."""
    score = s.terms.score
    number = s.terms.sheet_prizes[where] if where < 3 else where
    _, _, fixed, counts, per = d.prizes[number]
    if not s.terms.flipped[where]:
        return fixed
    notes = sheet_notes(score, where) if where < 3 else voice_notes(score, where - 3)
    if counts == "black":
        things = sum(black_discs(s, note) for note in notes)
    elif counts == "chained":
        things = longest_run(s, notes, player)
    elif counts == "stacked":
        things = sum(len(discs_on(s, note)) > 1 for note in notes)
    elif counts == "recurring":
        mine = [score.position[note] for note in notes if visible(s, note) == player]
        things = max((mine.count(position) for position in mine), default=0)
    else:
        things = sum(visible(s, note) not in (-1, player) for note in notes)
    return things * per


# -- Symphony Bonuses ----------------------------------------------------------------------------


def symphony_bonus(d: Box, s: State, card: Card, player: int) -> int:
    """SY-190 to SY-200: all own discs on the score count, overwritten ones too."""
    score = s.terms.score
    mine = bx.OWN + player
    name = card.symphony
    if name == "ubiquity":
        bars = {score.bar[i] for i in range(score.count) if discs_of(s, i, mine)}
        sheets = sum([int(s.desk[st.WINNERS + sheet]) >> player & 1 for sheet in range(3)])
        return card.symphony_points * (len(bars) + sheets)
    if name == "fusion":
        things = sum([discs_on(s, i)[:-1].count(mine) for i in range(score.count)])
        return card.symphony_points * things
    notes = score.paid.get(name)
    if notes is None:
        notes = tuple(sorted(bonus_notes(d, score, name)))
        score.paid[name] = notes
    return card.symphony_points * sum([discs_of(s, i, mine) for i in notes])


def discs_of(s: State, note: int, disc: int) -> int:
    """How many such discs lie on a note, seen or not."""
    at = note * st.NOTE + st.BOTTOM
    return (s.notes[at] == disc) + (s.notes[at + 1] == disc) + (s.notes[at + 2] == disc)


def bonus_notes(d: Box, score: Score, name: str) -> set[int]:
    """The notes whose discs a Symphony Bonus pays for."""
    every = range(score.count)
    if name in TUPLETS:
        return {i for i in every if score.tuplet[i] == TUPLETS[name]}
    if name in AIRS:
        return {i for i in every if score.value[i] == AIRS[name]}
    colour, _, where = name.partition("_")
    if colour == "chromatic":
        return flanks(score, bx.ZONES.index(where), d.flank)
    # SY-198, SY-199: the neighbours in the Voice of the orange or blue notes
    wanted = bx.ORANGE_NOTE if colour == "orange" else bx.BLUE_NOTE
    step = -1 if where == "before" else 1
    found = {i + step for i in every if score.colour[i] == wanted}
    return {i for i in found if 0 <= i < score.count and score.voice[i] == score.voice[i - step]}


def flanks(score: Score, zone: int, width: int) -> set[int]:
    """SY-195: so many notes before and after each Zone of a colour, in its Voice."""
    found = set()
    for i in range(score.count):
        if score.zone[i] != zone:
            continue
        for other in range(max(0, i - width), min(score.count, i + width + 1)):
            same_zone = score.zone[other] == zone and score.bar[other] // 3 == score.bar[i] // 3
            if score.voice[other] == score.voice[i] and not same_zone:
                found.add(other)
    return found


# -- Orchestra Bonuses ---------------------------------------------------------------------------


def controlled(s: State, player: int) -> list[int]:
    """SY-211: places of the instruments the player controls, a choir once."""
    return [inst for inst in range(bx.PLACES) if kind_at(s, inst) >= 0 and controls(s, inst, player)]


def orchestra_bonus(d: Box, s: State, card: Card, player: int) -> int:
    """SY-201 to SY-210."""
    points = card.orchestra_points[1 if s.terms.n >= 5 else 0]
    return points * orchestra_units(d, s, card.orchestra, player)


def orchestra_units(d: Box, s: State, name: str, player: int) -> int:
    places = controlled(s, player)
    kinds = [int(kind_at(s, inst)) for inst in places]
    if name in COLOURS:
        return sum(d.category[kind] == COLOURS[name] for kind in kinds)
    if name == "capriccio":
        return sum(d.category[kind] in (bx.SOLOIST_CARD, bx.SPECIAL, bx.CHOIR) for kind in kinds)
    if name == "ample_assortment":
        return len({d.category[kind] for kind in kinds})
    if name == "clef_master":
        return len({d.clefs[kind] for kind in kinds} - {0})
    if name == "little_orchestra":
        return sum(d.number[kind] % 5 == 0 for kind in kinds)
    if name in CLEF_BITS:
        return sum(not d.clefs[kind] & CLEF_BITS[name] for kind in kinds)
    if name == "group_of_talents":
        mine = player * bx.TOKENS
        return sum(int(s.desk[mine + token]) for token in range(bx.TOKENS))
    well = {inst: is_well(s, inst) for inst in places}
    if name == "experimental":
        return sum(
            not well[inst] and d.category[kind] not in (bx.CHOIR, bx.SPECIAL)
            for inst, kind in zip(places, kinds, strict=True)
        )
    firsts = [kind * bx.SPACES for kind in kinds]
    rows = {inst: d.spaces[first : first + bx.SPACES] for inst, first in zip(places, firsts, strict=True)}
    if name == "heavenly_glissando":
        return sum(well[inst] and bx.GREY in rows[inst] for inst in places)
    return sum(
        bx.BLACK in rows[inst] or (well[inst] and bx.BLACK_LINKED in rows[inst])
        for inst in places
        if inst != bx.CONDUCTOR
    )


def scored_sheets(d: Box, s: State) -> i64:  # tutti: hot
    """How many sheets have had their Midgame Scoring."""
    done: i64 = 0
    column: i64 = 0
    while column < s.column:
        if i64(d.scores[column]) > done:
            done = i64(d.scores[column])
        column += 1
    return done
