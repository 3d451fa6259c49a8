"""A match as music: every covered note is played by the instrument that laid its disc, in its own register.

A stack sounds all its discs; black ones are muted or struck; what nobody covered the strings hold, softly. A note that
is out of play (SY-027) is silent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import Final, cast

from tutti.games.symphony.music import phrasing
from tutti.games.symphony.music.pitch import key, spelled
from tutti.games.symphony.music.timbre import STRINGS, Timbre, shift, timbre
from tutti.games.symphony.pack import names
from tutti.games.symphony.pack.box import BARS, CATEGORIES, VOICES, ZONES, Box
from tutti.games.symphony.pack.sheets import SHEET_BARS, TICKS, Face, Note
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.instruments import kind_at
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.types import Disc
from tutti.kernel.types import Fields
from tutti.performance import Kind, Part, Performance, Printed, Tone

CLEFS: Final = ("G", "C", "F")
HELD_BY: Final = "strings"
SHORT: Final = Fraction(1, 2)
"""How long a black disc sounds at most, and how long a stroke is written."""
ORDER: Final = ("woodwinds", "brass", "percussion", "soloist", "choir", "special", "strings")
"""Of categories in a score, from the top."""


@dataclass(frozen=True)
class Laid:
    """A disc on a note, and who laid it from which instrument; nobody knows that of a position's discs."""

    disc: Disc
    place: str
    player: int | None
    part: int = 0


@dataclass(frozen=True)
class Place:
    """A printed note with its place in the score and in time, and its discs from the bottom."""

    id: str
    voice: int
    bar: int
    note: Note
    onset: Fraction
    length: Fraction
    third: int
    opens_zone: bool
    stack: tuple[Laid, ...]
    out: bool


def performed(d: Box, s: State, told: list[Fields]) -> Performance:
    """The match as far as it went."""
    said = phrasing.phrases(d, told)
    places = _places(d, s, _laid(d, s, told))
    desk = _Desk(d, s)
    accents = _accents(told)
    tones = [tone for time in range(2) for place in places for tone in desk.tones(place, time, said, accents)]
    tones.sort(key=lambda tone: (tone.at, tone.voice, tone.part, tone.key))
    parts, numbers = desk.seated()
    return Performance(
        title=" · ".join(dict.fromkeys(d.face_title[face] for face in s.terms.score.faces)),
        bars=BARS,
        sheet=SHEET_BARS,
        beats=phrasing.BEATS,
        clefs=CLEFS,
        tempo=phrasing.tempo(said),
        passages=phrasing.passages(said),
        parts=parts,
        tones=tuple(replace(tone, part=numbers[tone.part]) for tone in tones),
        score=tuple(_printed(place, desk, numbers) for place in places),
    )


# -- what lies where ---------------------------------------------------------------------------


def _laid(d: Box, s: State, told: list[Fields]) -> dict[str, list[Laid]]:
    """All that was told of discs, note by note from the bottom."""
    found: dict[str, list[Laid]] = {}
    sung: dict[str, int] = {}
    for event in told:
        if event["event"] not in ("placed", "paired"):
            continue
        place = str(event["instrument"])
        discs = [event["disc"]] if event["event"] == "placed" else [event["under"], event["over"]]
        for disc in discs:
            number = sung.get(place, 0)
            sung[place] = number + 1
            laid = Laid(disc, place, cast(int, event["player"]), _part(d, s, place, disc, number))
            found.setdefault(str(event["note"]), []).append(laid)
    return found


def _part(d: Box, s: State, place: str, disc: Disc, number: int) -> int:
    """Which Part of a choir a disc is from: its owner's; if one has several, they take turns."""
    inst = names.place_number(place)
    parts = range(d.part_count[kind_at(s, inst)])
    base = inst * st.REC
    own = [part for part in parts if isinstance(disc, int) and int(s.inst[base + st.OWNER + part]) == disc + 1]
    return own[number % len(own)] if own else 0


def _stack(lying: list[Disc], laid: list[Laid]) -> tuple[Laid, ...]:
    """The discs that lie there with what is known of each. A black one below that nobody placed came with the disc on
    top of it (SY-130)."""
    rest = laid.copy()
    found: list[Laid] = []
    for disc in reversed(lying):
        if rest and rest[-1].disc == disc:
            found.append(rest.pop())
        elif disc == names.BLACK and found:
            found.append(replace(found[-1], disc=disc))
        else:
            found.append(Laid(disc, "", disc if isinstance(disc, int) else None))
    return tuple(reversed(found))


def _places(d: Box, s: State, laid: dict[str, list[Laid]]) -> list[Place]:
    found: list[Place] = []
    score = s.terms.score
    faces = [cast(Face, d.music[face]) for face in score.faces]
    index = count()
    for voice in range(VOICES):
        printed = [(sheet * SHEET_BARS + note.bar, note) for sheet in range(len(faces)) for note in faces[sheet][voice]]
        before = None
        group: tuple[int, int] | None = None
        third = 0
        for bar, note in printed:
            i = next(index)
            third = third + 1 if note.group and group == (bar, note.group) else 1
            group = (bar, note.group)
            zone = (bar // SHEET_BARS, note.zone)
            at = i * st.NOTE
            lying = [names.disc(int(disc)) for disc in s.notes[at + st.BOTTOM : at + st.NOTE_TOKEN] if disc]
            id = names.note(int(score.code[i]))
            found.append(
                Place(
                    id=id,
                    voice=voice + 1,
                    bar=bar,
                    note=note,
                    onset=Fraction(note.onset, TICKS),
                    length=Fraction(note.length, TICKS),
                    third=third if note.tuplet == 3 else 0,
                    opens_zone=bool(ZONES[note.zone]) and zone != before,
                    stack=_stack([disc for disc in lying if disc != names.COVERED], laid.get(id, [])),
                    out=lying == [names.COVERED],
                )
            )
            before = zone
    return found


def _accents(told: list[Fields]) -> dict[tuple[str, int, int], int]:
    """Who won a prize is heard in the return: (sheet or voice, its number, player) to how much louder."""
    gains = {"sheet": phrasing.SHEET_ACCENT, "voice": phrasing.VOICE_ACCENT}
    return {
        (event["event"], event[event["event"]], event["player"]): gains[event["event"]]
        for event in told
        if event["event"] in gains
    }


# -- who plays what ----------------------------------------------------------------------------


class _Desk:
    """The parts, as they come to be needed; until all are known, a part is a number in order of coming."""

    def __init__(self, d: Box, s: State) -> None:
        self.d = d
        self.s = s
        self._parts: dict[Part, tuple[int, tuple[int, int, str]]] = {}

    def seated(self) -> tuple[tuple[Part, ...], dict[int, int]]:
        """All parts as a score has them, from the top, and where each has gone."""
        order = sorted(self._parts, key=lambda part: self._parts[part][1])
        return tuple(order), {self._parts[part][0]: number for number, part in enumerate(order)}

    def part(self, laid: Laid) -> tuple[int, Timbre]:
        """The part that plays a disc."""
        black = laid.disc == names.BLACK
        inst = names.place_number(laid.place)
        kind = int(kind_at(self.s, inst)) if inst >= 0 else -1
        if kind < 0:
            return self._known("strings", laid, STRINGS, "", "Strings", len(ORDER)), STRINGS
        sound = timbre(self.d, kind, laid.part)
        muted = black and sound.muted is not None
        if muted:
            sound = replace(sound, program=cast(int, sound.muted))
        id = f"{laid.place}.{laid.part + 1}{'.muted' if muted else ''}"
        name = f"{sound.name or self.d.names[kind]} {laid.place}{' (muted)' if muted else ''}"
        place = ORDER.index(CATEGORIES[self.d.category[kind]])
        return self._known(id, laid, sound, self.d.ids[kind], name, place), sound

    def held(self) -> int:
        """The part of those who hold what nobody plays."""
        return self._known(HELD_BY, None, STRINGS, "", "Strings", len(ORDER))

    def _known(self, id: str, laid: Laid | None, sound: Timbre, card: str, name: str, order: int) -> int:
        owner = None if laid is None else self._owner(laid)
        part = Part(
            id=id if laid is None or laid.place else f"{HELD_BY}.{laid.player}",
            seat=laid.place if laid else "",
            part=laid.part + 1 if laid and laid.place else 0,
            card=card,
            player=owner,
            program=sound.program,
            drum=sound.drum,
            name=name,
            short=sound.short,
        )
        number = len(self._parts)
        return self._parts.setdefault(part, (number, (order, -sound.low, part.id)))[0]  # the high ones above

    def _owner(self, laid: Laid) -> int | None:
        inst = names.place_number(laid.place)
        if inst < 0:
            return laid.player
        base = inst * st.REC
        owner = int(self.s.inst[base + st.OWNER + laid.part])
        return owner - 1 if owner else laid.player

    def tones(
        self, place: Place, time: int, said: tuple[phrasing.Phrase, ...], accents: dict[tuple[str, int, int], int]
    ) -> list[Tone]:
        """What sounds at a note: its discs, and those who hold it where no disc has its pitch."""
        if place.out:
            return []
        found: list[Tone] = []
        pitched = False
        for laid in reversed(place.stack):
            number, sound = self.part(laid)
            pitched = pitched or sound.drum is None
            kind: Kind = "black" if laid.disc == names.BLACK else "under" if found else "disc"
            loud = phrasing.level(said, time, place.voice, place.bar, place.onset) + sound.loud
            loud += {"black": phrasing.BLACK, "under": phrasing.UNDER}.get(kind, 0)
            loud += phrasing.ZONE_ACCENT * place.opens_zone
            if time and laid.player is not None:
                loud += accents.get(("sheet", place.bar // SHEET_BARS + 1, laid.player), 0)
                loud += accents.get(("voice", place.voice, laid.player), 0)
            tone = self._tone(place, time, number, sound, loud, laid.player, kind)
            other = _apart(tone, sound, place, found)
            if other is not None:
                found.append(other)
        if not pitched:
            found.append(self._tone(place, time, self.held(), STRINGS, phrasing.HELD[time], None, "held"))
        return found

    def _tone(
        self, place: Place, time: int, part: int, sound: Timbre, loud: int, player: int | None, kind: Kind
    ) -> Tone:
        note, voice = place.note, place.voice
        by = shift(sound, voice)
        letter, alter, octave = spelled(voice, note.position, note.accidental)
        return Tone(
            at=(time * BARS + place.bar) * phrasing.BEATS + place.onset,
            length=min(place.length, SHORT) if kind == "black" or sound.drum is not None else place.length,
            key=key(voice, note.position, note.accidental) + by if sound.drum is None else sound.drum,
            spelled=(letter, alter, octave + by // 12),
            velocity=max(24, min(118, loud)),
            part=part,
            voice=voice,
            bar=place.bar + 1,
            note=place.id,
            player=player,
            kind=kind,
            third=place.third,
        )


def _apart(tone: Tone, sound: Timbre, place: Place, others: list[Tone]) -> Tone | None:
    """A second tone of one instrument on one note goes an octave away; a drum strikes again, if there is time."""
    if all((tone.part, tone.key) != (other.part, other.key) for other in others):
        return tone
    if sound.drum is not None:
        return replace(tone, at=tone.at + place.length / 2) if place.length > 1 and len(others) == 1 else None
    letter, alter, octave = tone.spelled
    for by in (-1, 1, 2):
        if all((tone.part, tone.key + 12 * by) != (other.part, other.key) for other in others):
            return replace(tone, key=tone.key + 12 * by, spelled=(letter, alter, octave + by))
    return None


def _printed(place: Place, desk: _Desk, numbers: dict[int, int]) -> Printed:
    top = place.stack[-1] if place.stack else None
    return Printed(
        id=place.id,
        voice=place.voice,
        bar=place.bar + 1,
        at=place.onset,
        length=place.length,
        spelled=spelled(place.voice, place.note.position, place.note.accidental),
        third=place.third,
        tuplet=place.note.tuplet,
        player=top.disc if top and isinstance(top.disc, int) else None,
        part=numbers[desk.part(top)[0]] if top else None,
    )
