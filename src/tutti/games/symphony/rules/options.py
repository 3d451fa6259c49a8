"""What a table may choose before a match of Symphony, and what the rules say to it (SY-019, SY-020)."""

from __future__ import annotations

from collections import Counter

from tutti.games.symphony.pack.box import Box
from tutti.games.symphony.pack.reader import MASTERS, PRIZES
from tutti.kernel.errors import BadOption
from tutti.kernel.types import Fields, Option

FLIPPABLE = ("sheet1", "sheet2", "sheet3", "voice1", "voice2", "voice3")
SHEET_PRIZES = PRIZES["sheet"]
BOOLEAN = {"type": "boolean"}
NAME = "symphony"


def options(d: Box) -> tuple[Option, ...]:
    """The options of a pack: its sheets and clef sets are choices."""
    return (
        Option("easy", "SY-274", False, BOOLEAN),
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


def check(d: Box, players: int, values: Fields) -> None:
    """The combinations that the rules refuse; shapes are checked by the schema already."""
    if values["easy"]:
        _check_easy(d, players, values)
    if values["preset"] and values["progressive"]:
        raise BadOption("preset_and_progressive", "SY-272", NAME, at=("progressive", "preset"))
    if values["progressive"] and values["draft"] == "none":
        raise BadOption("progressive_needs_draft", "SY-247", NAME, at=("draft", "progressive"))
    if values["audience"] != "none" and values["draft"] != "public" and not values["preset"]:
        both = ("draft", "audience")
        raise BadOption("audience_needs_public_draft", "SY-184", NAME, at=both, draft=values["draft"])
    _check_sheets(d, values)
    for name in ("variable_prizes", "sheet_prizes"):
        twice = sorted(item for item, count in Counter(values[name] or ()).items() if count > 1)
        if twice:
            raise BadOption("prize_twice", "SY-212", NAME, at=(name,), prize=twice[0])
    given = values["sheet_prizes"]
    if given is not None and len(given) != len(SHEET_PRIZES):
        at = ("sheet_prizes",)
        raise BadOption("wrong_sheet_prizes", "SY-214", NAME, at=at, expected=list(SHEET_PRIZES), found=given)
    first = values["first_player"]
    if first is not None and first >= players:
        raise BadOption("no_such_player", "SY-037", NAME, at=("first_player",), player=first, last=players - 1)


def idle(values: Fields) -> list[BadOption]:
    """SY-020: what is chosen and would change nothing."""
    found = []
    if values["easy"] and values["preset"]:
        found.append(BadOption("easy_and_preset", "SY-295", NAME, at=("easy", "preset")))
    if values["easy"] and values["thematic_front_row"]:
        found.append(BadOption("easy_and_thematic", "SY-295", NAME, at=("easy", "thematic_front_row")))
    if values["preset"] and values["draft"] != "none":
        found.append(BadOption("preset_and_draft", "SY-272", NAME, at=("draft", "preset")))
    if values["preset"] and values["thematic_front_row"]:
        found.append(BadOption("preset_and_thematic", "SY-272", NAME, at=("preset", "thematic_front_row")))
    if values["progressive"] and values["thematic_front_row"]:
        found.append(BadOption("progressive_and_thematic", "SY-246", NAME, at=("progressive", "thematic_front_row")))
    if values["clefs"] == "none" and not values["clashes"]:
        found.append(BadOption("clashes_without_clefs", "SY-269", NAME, at=("clefs", "clashes")))
    if values["sheet_prizes"] is not None and not any(name.startswith("sheet") for name in values["variable_prizes"]):
        found.append(BadOption("sheet_prizes_fixed", "SY-214", NAME, at=("variable_prizes", "sheet_prizes")))
    return found


def _check_easy(d: Box, players: int, values: Fields) -> None:
    """SY-295: what the easy game goes without."""
    if players not in d.easy:
        raise BadOption("easy_needs_cards", "SY-293", NAME, at=("easy",), pack=d.pack)
    for fault in (
        BadOption("easy_and_draft", "SY-295", NAME, at=("easy", "draft")),
        BadOption("easy_and_audience", "SY-295", NAME, at=("easy", "audience")),
        BadOption("easy_and_prizes", "SY-295", NAME, at=("easy", "variable_prizes")),
        BadOption("easy_and_master", "SY-295", NAME, at=("easy", "master")),
        BadOption("easy_and_progressive", "SY-295", NAME, at=("easy", "progressive")),
        BadOption("easy_and_clefs", "SY-295", NAME, at=("easy", "clefs")),
    ):
        if values[fault.options[1]] not in ("none", False, []):
            raise fault


def _check_sheets(d: Box, values: Fields) -> None:
    sheets = values["sheets"]
    if sheets is None:
        return
    if len(sheets) != 3:
        raise BadOption("wrong_sheets", "SY-024", NAME, at=("sheets",), expected=3, found=len(sheets))
    numbers = [d.face_sheet[face] for face in sheets]
    for face, number in zip(sheets, numbers, strict=True):
        if numbers.count(number) > 1:
            raise BadOption("sheet_twice", "SY-025", NAME, at=("sheets",), sheet=number)
        if values["sides"] == "white" and d.face_black[face]:
            raise BadOption("black_side", "SY-024", NAME, at=("sides", "sheets"), face=face)
