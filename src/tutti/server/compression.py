"""Answers as bytes: whole, packed if that is worth it, and with what names them."""

from __future__ import annotations

import gzip
import hashlib
from typing import NamedTuple


class Packed(NamedTuple):
    """Bytes, the same packed if that is worth it, and what names them."""

    whole: bytes
    small: bytes | None
    tag: str


def pack(whole: bytes) -> Packed:
    small = gzip.compress(whole, mtime=0)
    return Packed(whole, small if len(small) < len(whole) * 0.9 else None, _tag(whole))


def uncompressed(whole: bytes) -> Packed:
    """Without trying: sound and the like."""
    return Packed(whole, None, _tag(whole))


def _tag(whole: bytes) -> str:
    return f'W/"{hashlib.sha256(whole).hexdigest()[:20]}"'
