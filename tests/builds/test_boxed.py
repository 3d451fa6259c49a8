"""Hot code does its sums with machine integers: the C of the present build tells."""

from __future__ import annotations

from tools import boxed

SOURCE = '''# tutti: compiled
class Mind:
    def look(self, a: int) -> int:  # tutti: hot
        return a

    def other(self) -> int:
        return 1


def wide(
    a: int,
) -> int:  # tutti: hot
    """Words."""
    return a


def cold() -> int:
    return 0
'''
C = """
int64_t CPyDef_games___chess___good(int64_t cpy_r_a);
int64_t CPyDef_games___chess___good(int64_t cpy_r_a) {
    cpy_r_r0 = cpy_r_a + 1;
    return cpy_r_r0;
}
int64_t CPyDef_games___chess___Mind___bad(PyObject *cpy_r_self, int64_t cpy_r_a) {
    cpy_r_r0 = CPyTagged_StealAsObject(cpy_r_a);
    cpy_r_r1 = PyNumber_Add(cpy_r_r0, cpy_r_r2);
    if (unlikely(cpy_r_r1 == NULL)) {
        CPy_AddTraceback("src/chess.py", "bad", 12, CPyStatic_globals);
    }
    CPyTagged_DECREF(cpy_r_r0);
    return cpy_r_r1;
}
"""


def test_functions_are_marked_one_by_one_or_with_their_module() -> None:
    assert list(boxed.hot(SOURCE)) == ["Mind.look", "wide"]
    whole = SOURCE.replace("# tutti: compiled\n", "# tutti: compiled\n# tutti: hot\n", 1)
    assert list(boxed.hot(whole)) == ["Mind.look", "Mind.other", "wide", "cold"]


def test_boxed_sums_are_named_with_their_line() -> None:
    bodies = boxed.functions_in(C)
    assert sorted(bodies) == ["games___chess___Mind___bad", "games___chess___good"]
    good, bad = (boxed.body_of(f"tutti.games.chess.{name}", bodies) for name in ("good", "Mind.bad"))
    assert good is not None
    assert bad is not None
    assert boxed.boxed("good", good) == []
    assert [str(place) for place in boxed.boxed("bad", bad)] == [
        "bad: CPyTagged_StealAsObject, about line 12",
        "bad: PyNumber_Add, about line 12",
    ]
    assert boxed.body_of("tutti.games.chess.none", bodies) is None


def test_no_hot_function_of_the_present_build_boxes_its_integers() -> None:
    bodies = boxed.present_build()
    marked = boxed.hot_functions()
    assert len(marked) > 100
    assert [name for name in marked if boxed.body_of(name, bodies) is None] == []
    assert [str(place) for name in marked for place in boxed.boxed(name, boxed.body_of(name, bodies) or "")] == []
