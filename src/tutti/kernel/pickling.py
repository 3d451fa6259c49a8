"""Copy and pickle support for compiled objects, flat arrays and errors.

Python's ``copy`` and ``pickle`` cannot look into compiled objects, and the tables of a pack should not travel with
every state. So states list their attributes here, and a game or its tables are pickled as a name and a pack
(``library.reference``).
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Collection
from typing import Any

from tutti.kernel.native import i16, i64, u8, vec

Reduced = tuple[Callable[..., Any], tuple[Any, ...]]
"""What ``__reduce__`` returns: a callable and its arguments."""


def attributes(thing: object, without: Collection[str] = ()) -> dict[str, Any]:
    """All attributes of an object by name, whether its class is compiled or not."""
    names = set(getattr(thing, "__dict__", ()))
    for kind in type(thing).__mro__:
        names |= {*kind.__dict__.get("__slots__", ()), *kind.__dict__.get("__mypyc_attrs__", ())}
    names -= {"__dict__", "__weakref__", *without}
    return {name: getattr(thing, name) for name in sorted(names) if hasattr(thing, name)}


def rebuilt(make: Callable[..., Any], given: tuple[Any, ...], held: dict[str, Any]) -> Any:
    """The inverse of ``attributes``. It takes a maker because ``__new__`` of a compiled class calls ``__init__``."""
    thing = make(*given)
    for name, value in held.items():
        setattr(thing, name, value)
    return thing


def bare(kind: Any) -> Any:
    """A new object without its attributes."""
    return kind.__new__(kind)


class Kept(Exception):
    """An error that pickles whatever its constructor takes: attributes are restored, ``__init__`` is not called."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _same, (type(self), self.args), self.__dict__


def _same(kind: type[Exception], args: tuple[Any, ...]) -> Exception:
    return kind.__new__(kind, *args)


# -- flat arrays: librt cannot pickle them, and every state has some ---------------------------------

KINDS = {"u8": u8, "i16": i16, "i64": i64, "float": float}
VEC: Any = vec


def _array(kind: str, values: Any) -> Any:
    return VEC[KINDS[kind]](values)


def _reducer(kind: str) -> Callable[[Any], Reduced]:
    return lambda values: (_array, (kind, bytes(values) if kind == "u8" else list(values)))


for _kind, _item in KINDS.items():
    if (_type := type(VEC[_item]())) is not vec:  # the pure stand-in is a list, which pickles by itself
        copyreg.pickle(_type, _reducer(_kind))
