# tutti: compiled
"""Scenario Cards: decks without an order, rows, fulfilled cards, what can be taken."""

from __future__ import annotations

from tutti.games.orchestra.pack.box import NO_ICON, STAR
from tutti.games.orchestra.rules import state as st
from tutti.games.orchestra.rules.bank import score
from tutti.games.orchestra.rules.events import BAG_LEVEL, CARD_SHOWN, FULFILLED
from tutti.games.orchestra.rules.state import State
from tutti.kernel.chance import Host
from tutti.kernel.native import i64, u8, vec


def deck_size(s: State, level: i64) -> i64:
    return i64(s.decks[level]) + i64(s.decks[4 + level])


def draw_card(s: State, level: i64, host: Host) -> i64:
    """The top card: any that nobody has seen, or else the first of those put below (OR-179)."""
    first = i64(s.d.level_first[level])
    total = i64(s.decks[level])
    if total:
        stop = i64(s.d.level_first[level + 1])
        unseen: vec[u8] = s.bag[first:stop]
        card = first + host.draw(BAG_LEVEL + level, unseen, total)
        s.bag[card] = 0
        s.decks[level] -= 1
        return card
    card = i64(s.tail[first]) - 1
    known = i64(s.decks[4 + level]) - 1
    i: i64 = 0
    while i < known:
        s.tail[first + i] = s.tail[first + i + 1]
        i += 1
    s.tail[first + known] = 0
    s.decks[4 + level] = u8(known)
    return card


def turn_up(s: State, place: i64, host: Host) -> None:
    """A new card for an empty place of a row."""
    card = draw_card(s, place // st.ROW, host)
    s.rows[place] = u8(card + 1)
    if host.hears:
        host.tell(CARD_SHOWN, -1, place, card)


def put_below(s: State, place: i64) -> None:
    """An untouched card goes under its deck, known to all."""
    level = place // st.ROW
    known = i64(s.decks[4 + level])
    s.tail[i64(s.d.level_first[level]) + known] = s.rows[place]
    s.decks[4 + level] = u8(known + 1)
    s.rows[place] = 0


def fulfil(s: State, p: i64, card: i64, part: i64, host: Host) -> None:
    """OR-147, OR-148: points, then the rewards of the part; the card lies beside the board."""
    d = s.d
    icon = i64(d.card_icon[card])
    s.fulfilled += st.ONE_CARD[p]
    if icon == NO_ICON:
        s.cards[card] = u8(p + 1 + st.FACE_DOWN)
    else:
        s.cards[card] = u8(p + 1)
        me = p * st.OWN
        s.own[me + st.FACE_UP + icon + (6 if d.card_level[card] == STAR else 0)] += 1
    if host.hears:
        host.tell(FULFILLED, p, card)
    score(s, p, st.BY_CARDS, i64(d.card_points[card]), host)
    s.run(st.GAINS, p, 0, i64(d.part_row[part]), st.BY_CARDS, 1)


def flip(s: State, p: i64, look: i64) -> None:
    """OR-170: one of the player's face-up cards of this look goes face down. Like cards are alike."""
    icon = look % 6
    star = look >= 6
    card: i64 = 0
    while True:
        if i64(s.cards[card]) == p + 1 and s.d.card_icon[card] == icon and (s.d.card_level[card] == STAR) == star:
            break
        card += 1
    s.cards[card] += st.FACE_DOWN
    me = p * st.OWN
    s.own[me + st.FACE_UP + look] -= 1


def is_open(s: State, place: i64) -> bool:
    """An open card without Musicians."""
    cell = place * st.STAFF
    return s.rows[place] != 0 and s.staff[cell + st.OWNER] == 0


def can_take_open(s: State, place: i64, levels: i64) -> bool:
    """OR-151, OR-152: an open card without Musicians, of a level that is named and open."""
    if not (levels & s.levels) >> (place // st.ROW) & 1:
        return False
    return is_open(s, place)


def can_take_top(s: State, level: i64, levels: i64) -> bool:
    return (levels & s.levels) >> level & 1 != 0 and deck_size(s, level) > 0


def can_take(s: State, levels: i64) -> bool:
    level: i64 = 0
    while level < 4:
        if can_take_top(s, level, levels):
            return True
        place = level * st.ROW
        if (
            can_take_open(s, place, levels)
            or can_take_open(s, place + 1, levels)
            or can_take_open(s, place + 2, levels)
        ):
            return True
        level += 1
    return False


def fulfilled(s: State, p: i64, level: i64) -> i64:  # tutti: hot
    """Cards of a level (-1: of all) beside a player's board."""
    mine = p + 1
    total: i64 = 0
    if level < 0:  # asked in every evaluation, for a tie
        for place in s.cards:
            total += i64(i64(place) & 15 == mine)
        return total
    card: i64 = 0
    while card < len(s.d.card_level):
        if i64(s.cards[card]) & 15 == mine and s.d.card_level[card] == level:
            total += 1
        card += 1
    return total
