# tutti: compiled
# tutti: hot
"""Information-set Monte Carlo tree search over any ``Game``, for one player's question.

Every iteration plays one line from a world that the player cannot tell from the real one: down the tree,
one node further, on by the game's playout, and back up with what each player got. A node stands for all
worlds that look alike to the player; an action counts only where it was possible (``chances``). Each player
is taken to seek their own good. Players who answer at the same time do not see each other's answers. Where a game can
tell, positions that are the same but for names are one node.
"""

from __future__ import annotations

from math import sqrt
from typing import Any, Final, final

from tutti.ai.mind import mind_of
from tutti.bots._search.numbers import MILLION, bounded, log2, power2
from tutti.bots._search.reuse import Eyes
from tutti.bots._search.senses import Senses, mix
from tutti.bots._search.tree import NONE, Tree, zeros
from tutti.kernel.chance import Dice
from tutti.kernel.game import Game
from tutti.kernel.native import i64

SEATS: Final = 8
"""Room for the players in a key."""
HALF: Final = 0.5
"""Visits that an arm counts as having had before its first."""

PATIENT: Final = 1024
FLOOR: Final = 16
"""After so many chances no arm has fewer visits than a quarter of their root: nothing is given up for ever."""


@final
class Style:
    """How a search thinks; part of a bot, the same for all its questions."""

    def __init__(self, explore: float, trust: float, guided: bool, points: i64, swift: bool = False) -> None:
        self.explore = explore
        """How much an action that was tried little is favoured."""
        self.trust = trust
        """How much the game's opinion of an action counts while it was tried little; 0: nobody is asked."""
        self.guided = guided
        """Lines go on by the game's playout and are judged by its evaluation, not played at random to the end."""
        self.points = points
        """In thousandths: how much points count beside winning."""
        self.swift = swift
        """Lines end at once where the game has learned to judge, without a playout: many more in the same time."""

    def __copy__(self) -> Style:
        return self

    def __deepcopy__(self, memo: object) -> Style:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return Style, (self.explore, self.trust, self.guided, self.points, self.swift)


@final
class Search:
    """One question under thought. ``run`` may be called again and again: it only knows more after it."""

    def __init__(self, game: Game[Any], player: i64, players: i64, width: i64, style: Style, dice: Dice) -> None:
        self.game = game
        self.mind = mind_of(game)
        self.player = player
        self.n = players
        self.style = style
        self.dice = dice
        self.senses = Senses(dice, player)
        self.tree = Tree()
        self.tree.new_node(player)
        self.iterations: i64 = 0
        self.wins = zeros(width * SEATS)
        self.points = zeros(width * SEATS)
        """Of the arms of the root, for each player: sums of win shares in millionths and of points in thousandths."""
        self.known = zeros(width)
        """Of the arms of the root: lines that the tree led to the end of the match, without a playout."""
        self.tried = zeros(width)
        """Of the arms of the root: lines that these sums are of; a tree that was kept had others before."""
        self.eyes: Eyes | None = None
        """Whoever marks nodes up to the player's next question, so that the tree can be kept."""
        self.ended = False
        self.afar = False
        """Whether it is somebody else's turn: node 0 is the moment, and the first questions lie behind its arm."""
        self.settling = style.guided and self.mind.room > 0
        """Whether a position that was met before is its old node, whatever way led there; the root keeps its names."""
        self.room = zeros(self.mind.room)
        """What the game needs for that; its first number tells how names changed."""
        self.merging = False
        """Whether equal actions of the root are one arm, as they are everywhere below it."""
        self.kept = zeros(0)
        """While the root's arms are measured: those that get one line after the other."""
        self.turn: i64 = 0
        self.brought: i64 = 0
        """What the arms that ``tried_here`` looked at have brought."""
        self.share = zeros(SEATS)
        self.reward = zeros(SEATS)
        self.standing = zeros(SEATS)
        self.path = zeros(64)
        self.movers = zeros(64)
        self.length: i64 = 0

    def run(self, world: Any, iterations: i64) -> None:
        """So many lines from one world, which stays as it is."""
        game = self.game
        i: i64 = 0
        while i < iterations:
            s = game.copy(world)
            self.descend(s)
            self.judge(s)
            self.back_up()
            i += 1
        self.iterations += iterations

    # -- down ----------------------------------------------------------------------------------

    def descend(self, s: Any) -> None:
        """Play down the tree, one new node at its edge, and on from there."""
        game = self.game
        tree = self.tree
        senses = self.senses
        senses.begin()
        me = self.player
        self.length = 0
        self.ended = False
        arm: i64 = NONE
        if self.afar:
            arm = 0
        head: i64 = NONE
        joined: i64 = NONE
        eyes = self.eyes
        settling = self.settling
        while True:
            choices = game.legal(s, me)
            mover = me
            if not choices:
                active = game.active(s)
                if not active:
                    self.ended = True
                    return
                mover = active[0]
                choices = game.legal(s, mover)
            if self.length or self.merging:
                choices = self.mind.distinct(s, choices)
            if len(choices) == 1:  # forced: no node, but whoever sees it knows
                action = choices[0]
                senses.act(mover, action)
                game.apply(s, action, senses, mover)
                if not senses.sealing:
                    senses.mark = mix(senses.mark, action)
                elif senses.done and head != NONE:
                    joined = head
                    head = NONE
                continue
            before = tree.nodes
            key = senses.mark * SEATS + mover
            if arm == NONE:
                node: i64 = 0
            elif joined != NONE:
                node = tree.beyond(joined, key)
            else:
                node = tree.behind(arm, key)
            fresh = tree.nodes > before
            if settling and node:
                if fresh:
                    mark = self.mind.settle(s, self.room)
                    how = self.room[0]
                    fresh = tree.meet(node, mark, how)
                else:
                    how = tree.turned[node]
                    if how:
                        self.mind.turn(s, how)
                node = tree.same[node]
                if how and not fresh:
                    choices = self.mind.distinct(s, game.legal(s, mover))
            if eyes is not None and node:
                if not tree.face[node]:
                    tree.face[node] = eyes.look(s)
                if mover == me:
                    eyes = None
            if fresh:
                break
            if node == 0 and len(self.kept):
                arm = self.kept[self.turn % len(self.kept)]
                self.turn += 1
            else:
                arm = self.choose(s, node, mover, choices)
            if self.length == len(self.path):
                break
            self.path[self.length] = arm
            self.movers[self.length] = mover
            self.length += 1
            if head == NONE:
                head = node
            joined = NONE
            action = tree.action[arm]
            senses.mark = 0
            senses.act(mover, action)
            game.apply(s, action, senses, mover)
            if not senses.sealing:
                head = NONE
            elif senses.done:
                joined = head
                head = NONE
        if self.style.swift and self.mind.judges(s):
            return
        if self.style.guided:
            self.mind.playout(s, self.dice)
        else:
            game.rollout(s, self.dice)

    def choose(self, s: Any, node: i64, mover: i64, choices: tuple[int, ...]) -> i64:
        """The arm that promises most, among those possible in this world."""
        tree = self.tree
        style = self.style
        seen = self.tried_here(node, choices)
        if seen < 0:
            self.open(s, node, mover, choices)
            seen = self.tried_here(node, choices)
        actions = tree.action
        afters = tree.after
        tries = tree.visits
        possible = tree.chances
        totals = tree.total
        priors = tree.prior
        average = float(self.brought) / float(seen) if seen else 0.5 * MILLION
        pull = style.trust * sqrt(float(seen + 1))
        bonus = style.explore * MILLION
        counted: i64 = 0
        heat = 0.0
        best: i64 = NONE
        starved: i64 = NONE
        most = -1.0
        arm = tree.first[node]
        i: i64 = 0
        count = len(choices)
        while i < count:
            if actions[arm] == choices[i]:
                visits = tries[arm]
                chances = possible[arm] + 1
                possible[arm] = chances
                if chances >= PATIENT and visits * visits * FLOOR < chances and starved == NONE:
                    starved = arm
                if chances != counted:  # arms of a node have mostly been possible equally often
                    counted = chances
                    heat = log2(chances)
                value = float(totals[arm]) / float(visits) if visits else average
                value += bonus * sqrt(heat / (float(visits) if visits else HALF))
                if pull != 0.0:
                    value += pull * float(priors[arm]) / float(1 + visits)
                if value > most:
                    most = value
                    best = arm
                i += 1
            arm = afters[arm]
        return best if starved == NONE else starved

    def tried_here(self, node: i64, choices: tuple[int, ...]) -> i64:
        """Visits of the arms of what is possible here, and in ``brought`` what they brought.

        -1 where an action has no arm yet: other worlds did not allow it.
        """
        tree = self.tree
        actions = tree.action
        afters = tree.after
        tries = tree.visits
        totals = tree.total
        seen: i64 = 0
        brought: i64 = 0
        arm = tree.first[node]
        i: i64 = 0
        count = len(choices)
        while i < count:
            action: i64 = choices[i]
            while arm != NONE and actions[arm] < action:
                arm = afters[arm]
            if arm == NONE or actions[arm] != action:
                return -1
            seen += tries[arm]
            brought += totals[arm]
            arm = afters[arm]
            i += 1
        self.brought = brought
        return seen

    def open(self, s: Any, node: i64, mover: i64, choices: tuple[int, ...]) -> None:
        """Arms for the actions that have none, each with its share of trust."""
        tree = self.tree
        count = len(choices)
        before: i64 = NONE
        arm = tree.first[node]
        i: i64 = 0
        while i < count:
            while arm != NONE and tree.action[arm] < choices[i]:
                before = arm
                arm = tree.after[arm]
            if arm == NONE or tree.action[arm] != choices[i]:
                arm = tree.new_arm(choices[i], arm)
                if before == NONE:
                    tree.first[node] = arm
                else:
                    tree.after[before] = arm
            i += 1
        if self.style.trust != 0.0:
            self.weigh(s, node, mover, choices)

    def weigh(self, s: Any, node: i64, mover: i64, choices: tuple[int, ...]) -> None:
        """Trust falls with the distance from the best opinion, measured by the game's spread."""
        tree = self.tree
        count = len(choices)
        opinions = self.mind.opinions(s, mover, choices)
        best: i64 = 0
        i: i64 = 0
        while i < count:
            if i == 0 or opinions[i] > best:
                best = opinions[i]
            i += 1
        unit = self.mind.doubt(s)
        total = 0.0
        i = 0
        while i < count:
            gap = float(best - opinions[i]) / float(unit)
            total += 1.0 / ((1.0 + gap) * (1.0 + gap))
            i += 1
        arm = tree.first[node]
        i = 0
        while i < count:
            if tree.action[arm] == choices[i]:
                gap = float(best - opinions[i]) / float(unit)
                tree.prior[arm] = i64(MILLION / ((1.0 + gap) * (1.0 + gap) * total))
                i += 1
            arm = tree.after[arm]

    def keep(self, actions: list[int]) -> None:
        """From now on the root tries these actions in turn; below it all is free."""
        self.kept = zeros(len(actions))
        i: i64 = 0
        while i < len(actions):
            self.kept[i] = self.tree.arm_of(0, actions[i])
            i += 1

    # -- up ------------------------------------------------------------------------------------

    def judge(self, s: Any) -> None:
        """Share of the win and reward of each player where the line ended."""
        game = self.game
        n = self.n
        standing = self.standing
        share = self.share
        over = not game.active(s)
        winners: i64 = 0
        p: i64 = 0
        if over:
            while p < n:
                standing[p] = game.points(s, p) * 1000
                share[p] = 1 if game.place(s, p) == 1 else 0
                winners += share[p]
                p += 1
            p = 0
            while p < n:
                share[p] = share[p] * MILLION // winners
                p += 1
        else:
            self.mind.evaluations(s, standing)
            self.guess(self.mind.spread(s))
        keen = self.style.points
        p = 0
        while p < n:
            best: i64 = -MILLION * 1000
            other: i64 = 0
            while other < n:
                if other != p and standing[other] > best:
                    best = standing[other]
                other += 1
            margin = bounded(standing[p] - best, self.mind.margin)
            self.reward[p] = (share[p] * (1000 - keen) + margin * keen) // 1000
            p += 1

    def guess(self, spread: i64) -> None:
        """Shares of the win from expected points: twice as likely for each ``spread`` ahead."""
        standing = self.standing
        best = standing[0]
        p: i64 = 1
        while p < self.n:
            if standing[p] > best:
                best = standing[p]
            p += 1
        total = 0.0
        p = 0
        while p < self.n:
            behind = float(standing[p] - best) / float(spread)
            total += power2(behind) if behind > -50.0 else 0.0
            p += 1
        p = 0
        while p < self.n:
            behind = float(standing[p] - best) / float(spread)
            self.share[p] = i64(MILLION * power2(behind) / total) if behind > -50.0 else 0
            p += 1

    def back_up(self) -> None:
        tree = self.tree
        i: i64 = 0
        while i < self.length:
            arm = self.path[i]
            tree.visits[arm] += 1
            tree.total[arm] += self.reward[self.movers[i]]
            i += 1
        if not self.length or self.path[0] >= len(self.tried):
            return  # a root of somebody else, who may hold anything
        self.tried[self.path[0]] += 1
        if self.ended:
            self.known[self.path[0]] += 1
        first = self.path[0] * SEATS
        p: i64 = 0
        while p < self.n:
            self.wins[first + p] += self.share[p]
            self.points[first + p] += self.standing[p]
            p += 1

    # -- what was found ------------------------------------------------------------------------

    def lead(self) -> i64:
        """By how many visits the first of the root's arms is ahead of the second."""
        tree = self.tree
        best: i64 = 0
        second: i64 = 0
        arm = tree.first[0]
        while arm != NONE:
            visits = tree.visits[arm]
            if visits > best:
                second = best
                best = visits
            elif visits > second:
                second = visits
            arm = tree.after[arm]
        return best - second

    def line(self, length: i64, opening: i64, least: i64 = 1, share: i64 = MILLION) -> list[tuple[int, int]]:
        """The line most looked at, from the root or behind its action ``opening`` (NONE: any): player and action.

        After its first step it ends before one that fewer than ``least`` lines took, or less than one in ``share`` of
        those that took the step before. Where ``least`` is more than 1 it also ends with an answer given in secret.
        """
        tree = self.tree
        found: list[tuple[int, int]] = []
        changes = zeros(length + 1)
        """How names changed at each step."""
        steps: i64 = 0
        before: i64 = 0
        node: i64 = 0
        while node != NONE and steps < length:
            best = tree.arm_of(0, opening) if node == 0 and opening != NONE else tree.busiest_arm(node)
            if best == NONE or not tree.visits[best]:
                break
            if steps and (tree.visits[best] < least or tree.visits[best] * share < before):
                break
            sealed = least > 1 and tree.joined[node] != NONE
            if sealed and tree.key[node] % SEATS != self.player:
                break
            before = tree.visits[best]
            action = tree.action[best]
            i = steps
            while i > 0:
                action = self.mind.named(action, changes[i])
                i -= 1
            found.append((tree.key[node] % SEATS, action))
            steps += 1
            if sealed:
                break
            node = self.busiest(tree.child[best] if tree.child[best] != NONE else tree.joined[node])
            if self.settling and node != NONE:
                changes[steps] = tree.turned[node]
                node = tree.same[node]
        return found

    def busiest(self, node: i64) -> i64:
        """Among nodes under one parent, the one that was seen most."""
        tree = self.tree
        best: i64 = NONE
        most: i64 = 0
        while node != NONE:
            seen = tree.seen(tree.same[node] if self.settling else node)
            if seen > most:
                most = seen
                best = node
            node = tree.twin[node]
        return best
