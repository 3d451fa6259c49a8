# tutti: compiled
"""Midgame Scoring after B, D and E (SY-165 to SY-171) and the endgame (SY-172 to SY-176)."""

from __future__ import annotations

from tutti.games.symphony.pack import box as bx
from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.rules import events, scoring
from tutti.games.symphony.rules import state as st
from tutti.games.symphony.rules.effects import advance, award
from tutti.games.symphony.rules.state import State
from tutti.games.symphony.rules.steps.base import Bounds, Phase, SymphonyStep, begun
from tutti.games.symphony.rules.steps.bonuses import tokens_in
from tutti.games.symphony.rules.steps.objectives import score_symphony
from tutti.kernel.chance import Host
from tutti.kernel.frames import BIT, NONE, Around, Frame
from tutti.kernel.native import i64, u8, vec


def lead(counts: vec[i64], n: i64) -> i64:
    """SY-169: mask of the players who share the lead, nobody if all have none."""
    best: i64 = 0
    mask: i64 = 0
    player: i64 = 0
    while player < n:
        if counts[player] > best:
            best = counts[player]
            mask = BIT[player]
        elif counts[player] == best and best:
            mask |= BIT[player]
        player += 1
    return mask


def prize(d: Box, s: State, where: i64, player: i64) -> i64:
    """SY-170, SY-173: the printed number, or what the flipped side counts."""
    if s.terms.flipped[where]:
        return scoring.prize(d, s, where, player)
    return i64(d.prize_fixed[where if where > 2 else i64(s.terms.sheet_prizes[where])])


def score_sheet(d: Box, s: State, sheet: i64, host: Host) -> None:
    """SY-165: note tracks, Zone tracks and the prize of a sheet (from 0)."""
    n = s.terms.n
    score = s.terms.score
    sheet_counts = vec[i64]([0, 0, 0, 0, 0, 0])
    zones = [vec[i64]([0, 0, 0, 0, 0, 0]) for _ in range(4)]
    voice: i64 = 0
    while voice < bx.VOICES:
        i = i64(score.starts[voice * 10 + sheet * 3])
        end = i64(score.starts[voice * 10 + sheet * 3 + 3])
        while i < end:
            at = i * st.NOTE
            player = i64(s.notes[at]) - bx.OWN
            if 0 <= player < bx.COVER - bx.OWN:  # SY-166: visible coloured discs only
                accidental = score.accidental[i]
                if accidental == bx.FLAT_NOTE:  # SY-167
                    advance(s, player, bx.TRACK_FLAT, host)
                elif accidental == bx.SHARP_NOTE:
                    advance(s, player, bx.TRACK_SHARP, host)
                if score.value[i] == bx.SEMIBREVE:
                    advance(s, player, bx.TRACK_SEMIBREVE, host)
                sheet_counts[player] += 1
                zones[score.zone[i]][player] += 1
            i += 1
        voice += 1
    zone: i64 = 1
    while zone < 4:  # SY-168
        leaders = lead(zones[zone], n)
        player = 0
        while player < n:
            if leaders & BIT[player]:
                advance(s, player, bx.TRACK_ZONE + zone, host)
            player += 1
        zone += 1
    leaders = lead(sheet_counts, n)
    s.desk[st.WINNERS + sheet] = u8(leaders)
    player = 0
    while player < n:  # SY-170
        if leaders & BIT[player]:
            gain = prize(d, s, sheet, player)
            award(s, player, bx.P_SHEETS, gain)
            if host.hears:
                host.tell(events.SHEET, player, sheet, gain, 0, 0)
        player += 1


class Scoring(Phase):
    """Midgame Scoring of sheet ``a`` (from 0)."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        score_sheet(self.d, s, f.a, host)
        s.stack.pop()


def track_points(d: Box, s: State, player: i64, track: i64) -> i64:
    """SY-171, SY-176: the number on the space of a cube."""
    table = d.note_points if track < 3 else d.zone_points if track < bx.TRACK_CLASH else d.clash_points
    mine = player * bx.TRACKS
    steps = i64(s.desk[st.TRACK + mine + track])
    last = len(table) - 1
    return table[steps if steps < last else last]


def score_voices(d: Box, s: State, host: Host) -> None:
    """SY-173."""
    n = s.terms.n
    score = s.terms.score
    voice: i64 = 0
    while voice < bx.VOICES:
        counts = vec[i64]([0, 0, 0, 0, 0, 0])
        i = i64(score.starts[voice * 10])
        end = i64(score.starts[voice * 10 + 9])
        while i < end:
            at = i * st.NOTE
            player = i64(s.notes[at]) - bx.OWN
            if 0 <= player < bx.COVER - bx.OWN:
                counts[player] += 1
            i += 1
        leaders = lead(counts, n)
        player = 0
        while player < n:
            if leaders & BIT[player]:
                gain = prize(d, s, 3 + voice, player)
                award(s, player, bx.P_VOICES, gain)
                if host.hears:
                    host.tell(events.VOICE, player, voice, gain, 0, 0)
            player += 1
        voice += 1


def score_leftovers(s: State, host: Host) -> None:
    """SY-174."""
    player: i64 = 0
    while player < s.terms.n:
        gain = tokens_in(s, player * bx.TOKENS)
        award(s, player, bx.P_LEFTOVER, gain)
        if host.hears:
            host.tell(events.LEFTOVER, player, gain, 0, 0, 0)
        player += 1


def score_tracks(d: Box, s: State, host: Host) -> None:
    """SY-171, SY-176."""
    player: i64 = 0
    while player < s.terms.n:
        notes: i64 = 0
        zones: i64 = 0
        track: i64 = 0
        while track < bx.TRACK_CLASH:
            gain = track_points(d, s, player, track)
            if track <= bx.TRACK_SEMIBREVE:
                notes += gain
            else:
                zones += gain
            track += 1
        award(s, player, bx.P_NOTE_TRACKS, notes)
        award(s, player, bx.P_ZONE_TRACKS, zones)
        clashes = track_points(d, s, player, bx.TRACK_CLASH)
        award(s, player, bx.P_CLASHES, clashes)
        if host.hears:
            host.tell(events.TRACKS_SCORED, player, notes, zones, clashes, 0)
        player += 1


class Endgame(Phase):
    """Voice prizes, leftover tokens, objectives, tracks, in this order (SY-172)."""

    def resume(self, s: State, f: Frame, host: Host) -> None:
        stage = f.at
        f.at += 1
        if stage == 0:
            score_voices(self.d, s, host)
            score_leftovers(s, host)
        elif stage == 1:
            if s.terms.progressive:  # SY-260, SY-261
                s.run(st.S_OBJECTIVES, -1, 0, 1, 0, 0, 0)
        elif stage == 2:
            self.objectives(s, host)
            score_tracks(self.d, s, host)
        else:
            s.stack.pop()
            if host.hears:
                host.tell(events.FINISHED, -1, 0, 0, 0, 0)

    def objectives(self, s: State, host: Host) -> None:
        """SY-188, SY-189."""
        player: i64 = 0
        while player < s.terms.n:
            if s.terms.audience_private:
                kept = i64(s.desk[st.CARDS_HELD + 2 * player]) - 1
                if host.hears:
                    host.reveal(events.BAG_VIRTUOSITY, kept, 0, BIT[player])
                score_symphony(self.d, s, kept, player, host)
            if s.terms.audience_public:
                score_symphony(self.d, s, i64(s.desk[st.PUBLIC]) - 1, player, host)
            player += 1

    def bounds(self, s: State, around: Around) -> Bounds:
        stage = 2 * begun(around)  # Orchestra Bonuses are all that it waits for
        return (stage, stage), NONE


def steps(d: Box) -> tuple[SymphonyStep, ...]:
    return (
        Scoring(d, st.S_SCORING, "scoring", "SY-165", ("at", "sheet")),
        Endgame(d, st.S_ENDGAME, "endgame", "SY-172", ("at", "argument")),
    )
