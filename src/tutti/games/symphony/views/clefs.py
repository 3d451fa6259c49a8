"""What people see of the Clefs variant: the cards at the Voices, an instrument's clefs, the price of a clash."""

from __future__ import annotations

from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import SEMIBREVE, TRACK_CLASH, TRACKS, Box
from tutti.games.symphony.pack.reader import CLEFS
from tutti.games.symphony.rules.actions import A_CLASH
from tutti.games.symphony.rules.instruments import clefs_of
from tutti.games.symphony.rules.state import TRACK, State
from tutti.games.symphony.types import Clash, ClefCard
from tutti.kernel.frames import StepGame


def letters(mask: int) -> str:
    """Clefs as the pack writes them: ``GC``."""
    return "".join(letter for bit, letter in enumerate(CLEFS) if mask >> bit & 1)


def cards(d: Box, s: State) -> list[ClefCard] | None:
    """SY-263, SY-264: by Voice the Main clef, and the Minor clef with the positions that it covers."""
    if not s.terms.clefs:
        return None
    laid = [d.clef_sets[s.terms.clef_set][card] for card in s.terms.clef_cards]
    return [{"main": letters(main), "minor": letters(minor), "from": low, "to": low + 2} for main, minor, low in laid]


def usable(d: Box, s: State, inst: int) -> str:
    """SY-164: the clefs that an instrument may use; empty without the variant, where cards tell the printed ones."""
    return letters(int(clefs_of(d, s, inst))) if s.terms.clefs else ""


def clashes(game: StepGame[State], d: Box, s: State) -> list[Clash]:
    """SY-267, SY-268: the notes that only a clash opens now, with its steps on the track and what they score."""
    asked = game.active(s) if s.terms.clefs else ()
    found: list[Clash] = []
    for action in game.legal(s, asked[0]) if asked else ():
        if action >= A_CLASH:
            code = action - A_CLASH
            note = int(s.terms.score.at[code]) - 1
            steps = 2 if s.terms.score.value[note] == SEMIBREVE else 1
            track = TRACK + asked[0] * TRACKS
            made = int(s.desk[track + TRACK_CLASH])
            points = int(d.clash_points[made + steps]) - int(d.clash_points[made])
            found.append({"note": names.note(code), "steps": steps, "points": points})
    return found
