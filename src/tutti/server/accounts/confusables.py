"""Unicode confusables: which characters are visible, which alphabets may be mixed, and which names look alike.

``docs/decisions/0019-names-that-look-alike.md`` says why this is a table of our own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

JOINERS = "\u200c\u200d"
"""Zero width non-joiner and joiner: spelling in Persian and in the scripts of India, glue of emoji."""
FLAG, TAGS, LAST_TAG = "\U0001f3f4", range(0xE0020, 0xE007F), "\U000e007f"
"""A black flag followed by tags is the flag of a region."""
UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\ufffc\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
"""Unicode's Default_Ignorable_Code_Point, and three more that are drawn as nothing."""
SELECTORS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Say which form of the sign before them is meant."""
PICTURES = range(0x1F000, 0x1FB00)
"""Kept by Unicode for pictures: some are newer than the tables of this Python."""
TOGETHER = {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC", "MODIFIER"}
"""Words of the names of letters that are written beside those of other alphabets in one word."""

_ALIKE = {
    # Cyrillic
    "аеорсухѕіјԁԛԝһѵӏкмтнвгпүғьөԍзб": "aeopcyxsijdqwhvlkmthbrnyfbog36",
    "АВЕЅІЈКМНОРСТУХԌԚԜҮѴӀҒӨЗБЬ": "ABESIJKMHOPCTYXGQWYVIFO36b",
    # Greek
    "αγεηικμνορςστυχωϳ": "ayenikuvopcotuxwj",
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧͿϜ": "ABEZHIKMNOPTYXJF",
    # Armenian
    "ագզհիլյոռսցօՕՏԼՍ": "wqqhhljnnugoOSLU",
    # Cherokee, whose small letters are small capitals
    "ᎠᎡᎢᎥᎪᎫᎬᎳᎷᎻᎽᏀᏃᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏴ": "DRTiAJEWMHYGZ4bRWSVSLCPKdB",
    # Coptic, likewise
    "ⲀⲂⲈⲎⲒⲔⲘⲚⲞⲢⲤⲦⲨⲬⲌⲰ": "ABEHIKMNOPCTYXZW",
    # Lisu
    "ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ": "BPDTGKJCZFMNLSRVHWXYAEIOU",
    # Canadian syllabics
    "ᐯᑌᑎᑕᑭᑲᒍᒪᔕᕼᖇᖴᗅᗞᗪᗰᗷᘔᕁ": "VUnCPbJLSHRFADDMBZx",
    # Latin
    "ɑɡıƖǀ": "agill",
    # digits
    "01": "ol",
}
ALIKE = {sign: other for signs, others in _ALIKE.items() for sign, other in zip(signs, others, strict=True)}
"""Letters outside the Latin alphabet, and digits, that are drawn like a Latin letter."""
_LATIN = re.compile(r"LATIN (SMALL|CAPITAL|LETTER SMALL CAPITAL) (?:LETTER |LIGATURE )?([A-Z]{1,2})(?: WITH .*)?")


def legible(text: str) -> bool:
    """Whether everything in a text can be seen, or stands where it changes how its neighbours are drawn.

    So emoji and every spelling pass; what turns the writing round or hides in it does not."""
    before = ""
    for place, sign in enumerate(text):
        after = text[place + 1 : place + 2]
        if UNSEEN.match(sign):
            if not _has_meaning(sign, before, after, text[:place]):
                return False
        elif not sign.isprintable() and not (ord(sign) in PICTURES and unicodedata.category(sign) == "Cn"):
            return False
        before = sign
    return any(not UNSEEN.match(sign) and not sign.isspace() for sign in text)


def _has_meaning(sign: str, before: str, after: str, all_before: str) -> bool:
    if sign in JOINERS:
        seen = bool(before) and (not UNSEEN.match(before) or bool(SELECTORS.match(before)))
        return seen and not before.isspace() and bool(after) and not UNSEEN.match(after) and not after.isspace()
    if SELECTORS.match(sign):
        return bool(before) and not before.isspace() and not UNSEEN.match(before)
    if ord(sign) in TAGS or sign == LAST_TAG:
        flag = all_before.rpartition(FLAG)[2]
        tagged = FLAG in all_before and all(ord(tag) in TAGS for tag in flag)
        return tagged and (bool(flag) if sign == LAST_TAG else ord(after or " ") in TAGS or after == LAST_TAG)
    return False


def mixed(text: str) -> bool:
    """Whether a word mixes alphabets, which nobody does who does not want to be taken for another."""
    return any(len(set(_alphabets(word)) - TOGETHER) > 1 for word in text.split())


def _alphabets(word: str) -> Iterator[str]:
    for letter in unicodedata.normalize("NFKC", word):
        if letter.isalpha():
            yield unicodedata.name(letter, "?").split()[0]


def look(name: str) -> str:
    """What names share that can be taken for each other: I and l, O and 0, rn and m, Latin and Cyrillic a.

    As I is l to the eye and i to the reader, all three are one."""
    plain = unicodedata.normalize("NFKD", name)
    drawn = "".join(_shape(letter) for letter in plain if letter.isalnum())
    return drawn.casefold().replace("i", "l").replace("m", "rn").replace("w", "vv")


@lru_cache(maxsize=2000)
def _shape(letter: str) -> str:
    """The Latin letters that a letter looks like; itself if there are none."""
    alike = ALIKE.get(letter) or ALIKE.get(letter.upper() if letter > "\u2c00" else "")  # small capitals
    if alike is not None:
        return alike
    latin = _LATIN.fullmatch(unicodedata.name(letter, ""))
    if latin is None:
        return letter
    return latin[2] if latin[1] == "CAPITAL" else latin[2].lower()
