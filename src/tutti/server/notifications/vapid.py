"""The keys by which push services know this server again: made at its first start, kept for ever."""

from __future__ import annotations

import base64

from msgspec import Struct


class Keys(Struct):
    """A pair for web push (VAPID), as browsers and ``pywebpush`` want it."""

    private: str
    public: str


def make() -> Keys:
    """A new pair."""
    # Here: a server that has its keys never needs the library.
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    private = ec.generate_private_key(ec.SECP256R1())
    public = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return Keys(_b64(private.private_numbers().private_value.to_bytes(32, "big")), _b64(public))


def _b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")
