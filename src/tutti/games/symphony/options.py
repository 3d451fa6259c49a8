"""What a table may choose before a match of Symphony, and what the rules say to it (SY-019, SY-020)."""

from __future__ import annotations

from tutti.games.symphony.data import MASTERS, PRIZES
from tutti.games.symphony.tables import Data
from tutti.kernel.errors import BadOption
from tutti.kernel.facts import Fields, Option

FLIPPABLE = ("sheet1", "sheet2", "sheet3", "voice1", "voice2", "voice3")
SHEET_PRIZES = PRIZES["sheet"]
BOOLEAN = {"type": "boolean"}


def options(d: Data) -> tuple[Option, ...]:
    """The options of a pack: its sheets and clef sets are choices."""
    return (
        Option("draft", "SY-179", "none", {"enum": ["none", "secret", "public"]}),
        Option("audience", "SY-185", "none", {"enum": ["none", "public", "private", "both"]}),
        Option("variable_prizes", "SY-212", [], {"type": "array", "items": {"enum": list(FLIPPABLE)}}),
        Option(
            "sheet_prizes",
            "SY-214",
            None,
            {"anyOf": [{"type": "array", "items": {"enum": list(SHEET_PRIZES)}}, {"type": "null"}]},
        ),
        Option("master", "SY-023", "none", {"enum": ["none", "random", *MASTERS]}),
        Option("progressive", "SY-244", False, BOOLEAN),
        Option("clefs", "SY-262", "none", {"enum": ["none", *d.clef_sets]}),
        Option("clashes", "SY-269", True, BOOLEAN),
        Option("preset", "SY-272", False, BOOLEAN),
        Option("thematic_front_row", "SY-041", False, BOOLEAN),
        Option("sides", "SY-024", "white", {"enum": ["white", "any"]}),
        Option(
            "sheets", "SY-025", None, {"anyOf": [{"type": "array", "items": {"enum": list(d.faces)}}, {"type": "null"}]}
        ),
        Option("first_player", "SY-037", None, {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]}),
    )


def check(d: Data, players: int, values: Fields) -> None:
    """The combinations that the rules refuse; shapes are checked by the schema already."""
    if values["preset"] and values["progressive"]:
        raise BadOption("preset_and_progressive", "SY-272", "symphony")
    if values["progressive"] and values["draft"] == "none":
        raise BadOption("progressive_needs_draft", "SY-247", "symphony")
    if values["audience"] != "none" and values["draft"] != "public" and not values["preset"]:
        raise BadOption("audience_needs_public_draft", "SY-184", "symphony", draft=values["draft"])
    _check_sheets(d, values)
    for name in ("variable_prizes", "sheet_prizes"):
        twice = sorted({item for item in values[name] or () if values[name].count(item) > 1})
        if twice:
            raise BadOption("prize_twice", "SY-212", "symphony", prize=twice[0])
    given = values["sheet_prizes"]
    if given is not None and len(given) != len(SHEET_PRIZES):
        raise BadOption("wrong_sheet_prizes", "SY-214", "symphony", expected=list(SHEET_PRIZES), found=given)
    first = values["first_player"]
    if first is not None and first >= players:
        raise BadOption("no_such_player", "SY-037", "symphony", player=first, last=players - 1)


def _check_sheets(d: Data, values: Fields) -> None:
    sheets = values["sheets"]
    if sheets is None:
        return
    if len(sheets) != 3:
        raise BadOption("wrong_sheets", "SY-024", "symphony", expected=3, found=len(sheets))
    numbers = [d.face_sheet[face] for face in sheets]
    for face, number in zip(sheets, numbers, strict=True):
        if numbers.count(number) > 1:
            raise BadOption("sheet_twice", "SY-025", "symphony", sheet=number)
        if values["sides"] == "white" and d.face_black[face]:
            raise BadOption("black_side", "SY-024", "symphony", face=face)
