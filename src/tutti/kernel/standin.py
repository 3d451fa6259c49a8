"""Pure stand-ins for ``librt`` and ``mypy-extensions``; see ``native.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

C = TypeVar("C")

i16 = int
i64 = int
u8 = int


def mypyc_attr(*names: str, **values: object) -> Callable[[C], C]:
    """Accept and ignore the compiler's hints."""
    return lambda decorated: decorated


class vec(list[int]):  # noqa: N801 - named as what it stands for
    """A list in the clothes of ``librt.vecs.vec``. A slice of it is a plain list, which serves as well."""

    def __class_getitem__(cls, item: Any) -> Any:
        return cls
