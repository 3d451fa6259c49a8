"""Previews of the heavy games: against plain views, and against a thousand a second, which is meant for one core.

A hand that moves over a board looks at several actions of one question, so a piece of work is a question: its world is
made once, and up to eight of its actions are looked at. How it is when each question gets one look is shown beside it.
"""

import tutti
from bench.harness import Lane, Measure, Rival, lane
from bench.rounds import match_after

GAMES = (("symphony", "Symphony"), ("orchestra", "Orchestra"))
MOMENTS = (5, 40, 80, 120, 160)
"""Moves after which a random match is looked at."""
LOOKS = 8
FLOOR = 1 / 3
"""A preview that tells what changes in the view needs two views, or one and a half: not more than three."""


def looked_at(match: tutti.Match, most: int) -> list[str]:
    """Actions of the open question, spread over all of them."""
    legal = match.legal(match.active[0])
    return list(legal[:: max(1, len(legal) // most)][:most])


def previews(game: str, views: bool, most: int = LOOKS) -> Lane:
    matches = [match for match in (match_after(game, moves) for moves in MOMENTS) if match.active]
    todo = [(match, match.active[0], looked_at(match, most)) for match in matches]

    def piece(_: int) -> None:
        for match, player, actions in todo:
            outlook = match.outlook(player)
            for action in actions:
                outlook.look([action], views, match.read_in)

    name = "tutti, previews with the view" if views else "tutti, previews"
    return lane(name, piece, [sum(len(actions) for _, _, actions in todo)])


def plain_views(game: str) -> Lane:
    matches = [match for match in (match_after(game, moves) for moves in MOMENTS) if match.active]

    def piece(_: int) -> None:
        for match in matches:
            match.view(match.active[0])

    return lane("plain views", piece, [len(matches)])


def a_thousand() -> Lane:
    """No program: what a thousand a second would have done in ten milliseconds."""
    return Lane("a thousand a second", lambda: (10.0, 0.01))


def measures() -> list[Measure]:
    found = []
    for game, title in GAMES:
        rivals = [Rival(a_thousand(), 1.0), Rival(plain_views(game))]
        found.append(Measure(f"{title}, previews", "previews", previews(game, views=False), rivals))
        rivals = [Rival(plain_views(game), FLOOR)]
        found.append(Measure(f"{title}, previews with the view", "previews", previews(game, views=True), rivals))
        rivals = [Rival(a_thousand()), Rival(plain_views(game))]
        one = previews(game, views=True, most=1)
        found.append(Measure(f"{title}, the first preview of a question", "previews", one, rivals))
    return found
