"""Answers that are the same for everybody until the next version: packed once, and sent only to who has another one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Response
from litestar.config.compression import CompressionConfig

from tutti.server.compression import Packed
from tutti.server.routes import Asking

OWN = {"packed": True}
"""On routes that pack for themselves."""
OTHERS = CompressionConfig(backend="gzip", minimum_size=1024, gzip_compress_level=3, exclude_opt_key="packed")
"""All other answers: quickly, since everybody waits meanwhile."""
ASK = "public, no-cache"
"""Anybody may keep it, but must ask whether it is still the same: so a new version is seen at once."""

FOR_EVER = "public, max-age=31536000, immutable"
"""What never changes under its address."""


def send(
    request: Asking,
    packed: Packed,
    kind: str = "application/json",
    keep: str = ASK,
    more: Mapping[str, str] | None = None,
) -> Response[Any]:
    """The bytes, or that whoever asks has them already."""
    headers = {"cache-control": keep, "vary": "accept-encoding", "etag": packed.tag, **(more or {})}
    known = {tag.strip() for tag in request.headers.get("if-none-match", "").split(",")}
    if known & {packed.tag, packed.tag.removeprefix("W/"), "*"}:
        return Response(b"", status_code=304, media_type=kind, headers=headers)
    if packed.small and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed.small, media_type=kind, headers={**headers, "content-encoding": "gzip"})
    return Response(packed.whole, media_type=kind, headers=headers)
