"""The pictures of the guides: parts of the board as a lesson begins, the same in every language."""

from __future__ import annotations

import pytest

from guide.pages import GAMES, LANGUAGES
from tutti import guide, learn

FEWEST = 3


def pictures(game: str, lang: str = guide.DEFAULT) -> list[tuple[str, str]]:
    """Section and picture, in their order."""
    return [
        (section["anchor"], block["picture"])
        for section in guide.sections(game, lang)
        for block in section["blocks"]
        if block["kind"] == "picture"
    ]


@pytest.mark.parametrize("game", GAMES)
def test_every_guide_has_pictures_of_lessons_that_can_be_played(game: str) -> None:
    found = pictures(game)
    assert len(found) >= FEWEST
    scenes = {scene.name for scene in learn.scenes(game)}
    assert [picture for _, picture in found if picture.split("/")[0] not in scenes] == []
    for lang in LANGUAGES:
        assert pictures(game, lang) == found
