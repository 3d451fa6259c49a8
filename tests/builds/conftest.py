"""A machine without a C compiler has nothing compiled to test; the tests that need none still run there."""

from __future__ import annotations

from support.machine import compiler_here

collect_ignore = [] if compiler_here() else ["test_staleness.py", "test_kinds.py", "test_wheel.py", "test_boxed.py"]
