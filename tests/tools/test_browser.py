"""The set-up installs what the machine lacks, and nothing that it has."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.machine import ROOT, environment, run

SCRIPT = ROOT / "tools" / "setup" / "browser.sh"
FAKES = {"apt-get": '#!/bin/sh\necho "$@" >>"${0%/*}/asked"\n', "id": "#!/bin/sh\necho 0\n"}


def machine(folder: Path, has: tuple[str, ...]) -> list[str]:
    """What is asked of the packages on a Debian where one is root and which has these programs."""
    for name, text in {**FAKES, **dict.fromkeys(has, "#!/bin/sh\n")}.items():
        (folder / name).write_text(text)
        (folder / name).chmod(0o755)
    run("/bin/sh", SCRIPT, env=environment(PATH=str(folder), TUTTI_CHROMIUM=""))
    asked = folder / "asked"
    return asked.read_text().split() if asked.exists() else []


@pytest.mark.parametrize("has", [(), ("fluidsynth",), ("chromium",), ("google-chrome", "fluidsynth")])
def test_a_browser_and_a_synthesizer_are_installed_where_they_are_missing(tmp_path: Path, has: tuple[str, ...]) -> None:
    asked = machine(tmp_path, has)
    assert ("chromium" in asked) == (not {"chromium", "google-chrome"} & set(has))
    assert ("chromium-headless-shell" in asked) == ("chromium" in has)  # nothing was really installed
    assert ("fluidsynth" in asked) == ("fluidsynth" not in has)
