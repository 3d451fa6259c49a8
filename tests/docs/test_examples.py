"""Every example in the documentation runs."""

import doctest
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of_a_page_run(page: Path) -> None:
    outcome = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8")
    assert outcome.failed == 0


def test_the_pages_for_programmers_have_examples() -> None:
    for name in ("README.md", "docs/api.md"):
        assert doctest.DocTestParser().get_examples((ROOT / name).read_text(encoding="utf-8")), name
