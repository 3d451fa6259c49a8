# tutti: compiled
# tutti: hot
"""A tree that is kept from one question to the next: how a node is recognised, and its part of a tree cut out.

A node is recognised by the observation that its player has there, which is complete and honest by law: who comes
back with the same observation stands at this node, whatever was hidden on the way. Where a game tells positions by
marks, the mark does it, and all that can still come is kept.
"""

from __future__ import annotations

from typing import Any, Final, final

from tutti.ai.mind import STAGES, Mind
from tutti.bots._search.tree import NONE, Tree, zeros
from tutti.kernel.native import i16, i64, vec
from tutti.observe.writer import Writer

_WORD: Final = 0xFFFFFFFF
OFTEN: Final = 8
"""Lines that went on from a node which is kept even where there are too many."""


@final
class Eyes:
    """What one player sees of a world, as a mark of 62 bits."""

    def __init__(self, writer: Writer[Any], player: i64, own: i64, players: i64) -> None:
        self.writer = writer
        self.table: i64 = writer.width - own * players
        """Cells that everybody sees; behind them lie those of each seat."""
        self.own = own
        self.first: i64 = self.table + own * player
        cells: vec[i16] = vec[i16]([i16(0)] * writer.width)
        self.row = cells
        self.masks = zeros(writer.words)

    def look(self, s: Any) -> i64:
        """Never 0."""
        asked = self.writer.write(s, self.row, 0, self.masks, 0)
        row = self.row
        one: i64 = asked + 2
        two: i64 = 1
        cell: i64 = 0
        while cell < self.table:
            value = i64(row[cell])
            one = ((one ^ (value & _WORD)) * 0x2C1B3C6D + 0x3C6EF372) & _WORD
            one ^= one >> 15
            two = (two * 0x297A2D39 + value + 0x1B873593) & _WORD
            cell += 1
        cell = self.first
        while cell < self.first + self.own:
            value = i64(row[cell])
            one = ((one ^ (value & _WORD)) * 0x2C1B3C6D + 0x3C6EF372) & _WORD
            one ^= one >> 15
            two = (two * 0x297A2D39 + value + 0x1B873593) & _WORD
            cell += 1
        mark = ((one & 0x3FFFFFFF) << 32) | two
        return mark if mark else 1


def find(tree: Tree, face: i64) -> i64:
    """The node where the player sees this, or NONE; of several the first: it is the oldest."""
    node: i64 = 0
    while node < tree.nodes:
        if tree.face[node] == face:
            return node
        node += 1
    return NONE


def afar() -> Tree:
    """A tree for a moment at which others are asked: a node with one arm, behind which the first questions lie."""
    new = Tree()
    new.first[new.new_node(0)] = new.new_arm(0, NONE)
    return new


def cut(old: Tree, root: i64, under: bool) -> Tree:
    """The part of a tree that begins at a node, as a tree of its own.

    It lies ``under`` the arm of a moment, if others are asked; else the root's arms come first.
    """
    origin = zeros(old.nodes + 1)
    """Of a new node: which one it was."""
    at: i64 = 0
    if under:
        new = afar()
        at = 1
        new.child[0] = new.new_node(old.key[root] & 7)  # nothing was seen since the moment, only who decides is told
    else:
        new = Tree()
        new.new_node(old.key[root])
    new.face[at] = old.face[root]
    origin[at] = root
    while at < new.nodes:  # each node with its arms, and the nodes behind these to the end of the queue
        was = origin[at]
        new.joined[at] = _hang(old, new, origin, old.joined[was])
        last: i64 = NONE
        arm = old.first[was]
        while arm != NONE:
            copy = _add(old, new, arm, old.action[arm], at, last)
            last = copy
            new.child[copy] = _hang(old, new, origin, old.child[arm])
            arm = old.after[arm]
        at += 1
    return new


def root_of(old: Tree, node: i64, player: i64, mind: Mind[Any], how: i64) -> Tree:
    """A tree with a root alone: what is known of a node (or NONE), its actions called as before a change of names."""
    new = Tree()
    root = new.new_node(player)
    arm: i64 = NONE
    if node != NONE:
        arm = old.first[node]
    while arm != NONE:  # in ascending order of the names here
        action = mind.named(old.action[arm], how)
        last: i64 = NONE
        after = new.first[root]
        while after != NONE and new.action[after] < action:
            last = after
            after = new.after[after]
        copy = _add(old, new, arm, action, root, last)
        new.after[copy] = after
        arm = old.after[arm]
    return new


def take_over(old: Tree, new: Tree, mark: i64, most: i64) -> None:
    """The positions that can still come from a mark on; of a tree with more than ``most`` arms those seen often."""
    stage = mark >> STAGES
    least: i64 = 1
    if old.arms > most:
        least = OFTEN
    node: i64 = 0
    while node < old.nodes:
        if old.face[node] >> STAGES >= stage and old.seen(node) >= least:
            copy = new.new_node(old.key[node])
            new.meet(copy, old.face[node], 0)
            last: i64 = NONE
            arm = old.first[node]
            while arm != NONE:
                last = _add(old, new, arm, old.action[arm], copy, last)
                arm = old.after[arm]
        node += 1


def _add(old: Tree, new: Tree, arm: i64, action: i64, node: i64, last: i64) -> i64:
    """What is known of an arm, behind the last one of a node in another tree (NONE: it has none yet)."""
    copy = new.new_arm(action, NONE)
    new.visits[copy] = old.visits[arm]
    new.chances[copy] = old.chances[arm]
    new.total[copy] = old.total[arm]
    new.prior[copy] = old.prior[arm]
    if last == NONE:
        new.first[node] = copy
    else:
        new.after[last] = copy
    return copy


def _hang(old: Tree, new: Tree, origin: vec[i64], node: i64) -> i64:
    """A chain of twins to the end of the queue; the first of them, or NONE."""
    first: i64 = NONE
    last: i64 = NONE
    while node != NONE:
        copy = new.new_node(old.key[node])
        new.face[copy] = old.face[node]
        origin[copy] = node
        if last == NONE:
            first = copy
        else:
            new.twin[last] = copy
        last = copy
        node = old.twin[node]
    return first
