# tutti: compiled
# tutti: hot
"""The tree as flat pools: nodes are what the searching player can tell apart, arms the actions tried there.

A node hangs under the arm that led to it, or under another node when the answers in between were sealed. Where a game
tells positions by marks, only the first node of a position has arms; others know how to change names, and lead there.
Arms of a node are a chain in ascending order of action, like ``legal``, so both are walked together.
"""

from __future__ import annotations

from typing import Final, final

from tutti.kernel.native import i64, vec

NONE: Final = -1
FIRST: Final = 1024
"""Arms and nodes that a new tree has room for; it doubles when full."""


NOTHING: Final = vec[i64]([0] * FIRST)


def zeros(count: i64) -> vec[i64]:
    if count <= FIRST:
        return NOTHING[:count]  # a list of so many would take longer than many lines of a search
    return vec[i64]([0] * count)


def grown(old: vec[i64]) -> vec[i64]:
    """Twice the room, the same beginning."""
    return longer(old, 2 * len(old))


def longer(old: vec[i64], count: i64) -> vec[i64]:
    """Room for so many, the same beginning."""
    new = zeros(count)
    i: i64 = 0
    while i < len(old):
        new[i] = old[i]
        i += 1
    return new


@final
class Tree:
    """Arms and nodes by number; node 0 is the root."""

    def __init__(self) -> None:
        self.nodes: i64 = 0
        self.first = zeros(FIRST)
        """Of a node: its lowest arm."""
        self.key = zeros(FIRST)
        """Of a node: what the player saw on the way from its parent, and who decides."""
        self.twin = zeros(FIRST)
        """Of a node: the next one under the same parent."""
        self.joined = zeros(FIRST)
        """Of a node: the first node behind answers sealed here."""
        self.face = zeros(FIRST)
        """Of a node: a mark of what the player sees there (``reuse.py``), or of the position; 0 if nobody looked."""
        self.same = zeros(0)
        """Of a node: the first one of its position, where positions have marks."""
        self.turned = zeros(0)
        """Of a node: how names are changed there."""
        self.places = zeros(2)
        """Where nodes are looked up by their marks: node + 1, or 0; a power of two, at least half of it free."""
        self.arms: i64 = 0
        self.action = zeros(FIRST)
        self.after = zeros(FIRST)
        """Of an arm: the next higher one."""
        self.child = zeros(FIRST)
        """Of an arm: the first node behind it."""
        self.visits = zeros(FIRST)
        self.chances = zeros(FIRST)
        """Of an arm: how often it could have been chosen."""
        self.total = zeros(FIRST)
        """Of an arm: what it brought whoever decided, in millionths."""
        self.prior = zeros(FIRST)
        """Of an arm: the share of trust it starts with, in millionths."""

    def new_node(self, key: i64) -> i64:
        node = self.nodes
        if node == len(self.key):
            self.first = grown(self.first)
            self.key = grown(self.key)
            self.twin = grown(self.twin)
            self.joined = grown(self.joined)
            self.face = grown(self.face)
        self.nodes = node + 1
        self.first[node] = NONE
        self.key[node] = key
        self.twin[node] = NONE
        self.joined[node] = NONE
        self.face[node] = 0
        return node

    def new_arm(self, action: i64, after: i64) -> i64:
        arm = self.arms
        if arm == len(self.action):
            self.action = grown(self.action)
            self.after = grown(self.after)
            self.child = grown(self.child)
            self.visits = grown(self.visits)
            self.chances = grown(self.chances)
            self.total = grown(self.total)
            self.prior = grown(self.prior)
        self.arms = arm + 1
        self.action[arm] = action
        self.after[arm] = after
        self.child[arm] = NONE
        return arm

    def among(self, node: i64, key: i64) -> i64:
        """The node with this key in a chain of twins, or NONE."""
        while node != NONE and self.key[node] != key:
            node = self.twin[node]
        return node

    def behind(self, arm: i64, key: i64) -> i64:
        """The node under an arm; a new one if there was none: compare ``nodes`` before and after."""
        found = self.among(self.child[arm], key)
        if found == NONE:
            found = self.new_node(key)
            self.twin[found] = self.child[arm]
            self.child[arm] = found
        return found

    def beyond(self, head: i64, key: i64) -> i64:
        """The node behind answers sealed at ``head``: one for all of them, since they are not known yet."""
        found = self.among(self.joined[head], key)
        if found == NONE:
            found = self.new_node(key)
            self.twin[found] = self.joined[head]
            self.joined[head] = found
        return found

    def meet(self, node: i64, mark: i64, how: i64) -> bool:
        """A new node is of the position with this mark, names having changed so: whether it is the first of it."""
        if node >= len(self.same):
            self.same = longer(self.same, len(self.key))
            self.turned = longer(self.turned, len(self.key))
        at = self.place(mark)
        self.turned[node] = how
        if self.places[at]:
            self.same[node] = self.places[at] - 1
            return False
        self.same[node] = node
        self.face[node] = mark
        self.places[at] = node + 1
        if 2 * self.nodes > len(self.places):
            self.make_room()
        return True

    def find(self, mark: i64) -> i64:
        """The node of a position, or NONE."""
        return self.places[self.place(mark)] - 1

    def place(self, mark: i64) -> i64:
        """Where a mark is looked up, or would be put."""
        places = self.places
        faces = self.face
        last: i64 = len(places) - 1
        at = (mark ^ (mark >> 29)) & last
        while places[at] and faces[places[at] - 1] != mark:
            at = (at + 1) & last
        return at

    def make_room(self) -> None:
        """Twice the places."""
        old = self.places
        self.places = zeros(2 * len(old))
        for found in old:
            if found:
                self.places[self.place(self.face[found - 1])] = found

    def busiest_arm(self, node: i64) -> i64:
        """The arm with the most visits, the lowest of several; NONE without any."""
        best: i64 = NONE
        arm = self.first[node]
        while arm != NONE:
            if best == NONE or self.visits[arm] > self.visits[best]:
                best = arm
            arm = self.after[arm]
        return best

    def seen(self, node: i64) -> i64:
        """Lines that went on from a node."""
        total: i64 = 0
        arm = self.first[node]
        while arm != NONE:
            total += self.visits[arm]
            arm = self.after[arm]
        return total

    def arm_of(self, node: i64, action: i64) -> i64:
        """The arm of an action, or NONE."""
        arm = self.first[node]
        while arm != NONE and self.action[arm] != action:
            arm = self.after[arm]
        return arm
