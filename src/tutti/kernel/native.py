"""Machine types for the compiled build, with pure stand-ins.

mypyc turns ``i64``, ``i16``, ``u8`` and ``vec`` into machine integers and flat arrays.
In plain CPython the real packages run as ordinary Python; where they are
missing (Pyodide), ``int`` and ``list`` take their place. Import these names
from here only, so that the choice is made once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec as vec
    from mypy_extensions import i16 as i16
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
    from mypy_extensions import u8 as u8
else:
    try:
        from mypy_extensions import i16, i64, mypyc_attr, u8
    except ImportError:
        from tutti.kernel.standin import i16, i64, mypyc_attr, u8
    try:
        from librt.vecs import vec
    except ImportError:
        from tutti.kernel.standin import vec

__all__ = ["i16", "i64", "mypyc_attr", "u8", "vec"]
