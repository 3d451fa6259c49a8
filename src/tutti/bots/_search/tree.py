# tutti: compiled
# tutti: hot
"""The tree as flat pools: nodes are what the searching player can tell apart, arms the actions tried there.

A node hangs under the arm that led to it, or under another node when the answers in between were sealed.
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
    new = zeros(2 * len(old))
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
        """Of a node: a mark of all that the player sees there; 0 while nobody looked (``kept.py``)."""
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

    def arm_of(self, node: i64, action: i64) -> i64:
        """The arm of an action, or NONE."""
        arm = self.first[node]
        while arm != NONE and self.action[arm] != action:
            arm = self.after[arm]
        return arm
