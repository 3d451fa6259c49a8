"""Settings, the data folder and the port of a server."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from pathlib import Path

import pytest

import tutti
from cli.running import tutti_program
from server.kit import LiveServer
from tutti.server import settings
from tutti.server.listen import CannotListen, listening, only_one
from tutti.server.run import DATABASE
from tutti.server.settings import BadSettings, Settings
from tutti.server.store import StoreFault

SERVER = Path(tutti.__file__).parent / "server"


def test_nothing_has_to_be_set(tmp_path: Path) -> None:
    found = settings.read(environment={}, home=tmp_path)
    assert (found.host, found.port, found.data) == ("127.0.0.1", 8000, str(tmp_path))


def test_the_command_wins_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "server.toml").write_text('port = 1111\nhost = "::1"\nbot_pause = 2\norigins = ["https://a.example"]\n')
    environment = {"TUTTI_SERVER_PORT": "2222", "TUTTI_SERVER_LIMITS": "no", "OTHER": "x"}
    environment |= {"TUTTI_SERVER_ROOM_IDLE": "0.5", "TUTTI_SERVER_HOSTS": "a.example, b.example"}
    found = settings.read(environment=environment, given={"port": 3333, "host": None}, home=tmp_path)
    assert (found.port, found.host, found.bot_pause, found.limits) == (3333, "::1", 2, False)
    assert found.origins == ["https://a.example"]
    assert (found.room_idle, found.hosts) == (0.5, ["a.example", "b.example"])
    assert settings.read(environment=environment, home=tmp_path).port == 2222


@pytest.mark.parametrize(
    ("text", "environment", "said"),
    [
        ("prt = 5", {}, "no setting “prt”"),
        ("port = 99999", {}, "port: Expected `int` <= 65535"),
        ('port = "x"', {}, "port: Expected `int`"),
        ("port = ", {}, "not TOML"),
        ('origins = ["play.example"]', {}, "“play.example” is not an address"),
        ('standin = "deep blue"', {}, "no bot “deep blue”"),
        ('web = "nowhere"', {}, "no index.html in nowhere"),
        ('hosts = ["https://play.example"]', {}, "hosts: “https://play.example” is not a name"),
        ("bot_pause = nan", {}, "bot_pause: "),
        ('contact = "security@play.example"', {}, "contact: not an address such as mailto:"),
        ("", {"TUTTI_SERVER_THINK_LIMIT": "inf"}, "think_limit: not a number"),
        ("", {"TUTTI_SERVER_PORT": "many"}, "port: Expected `int`"),
        ("", {"TUTTI_SERVER_LIMITS": "perhaps"}, "limits: Expected `bool`"),
        ("", {"TUTTI_SERVER_COLOUR": "blue"}, "no setting “colour”"),
        ("", {"TUTTI_SERVER_METRICS": "all"}, "metrics: Invalid enum value"),
    ],
)
def test_wrong_settings_are_refused_with_a_clear_message(
    tmp_path: Path, text: str, environment: dict[str, str], said: str
) -> None:
    (tmp_path / "server.toml").write_text(text)
    with pytest.raises(BadSettings, match=re.escape(said)):
        settings.read(environment=environment, home=tmp_path)


def test_the_program_refuses_in_one_line_and_settings_have_an_exit_code_of_their_own(
    tmp_path: Path, home: LiveServer
) -> None:
    (tmp_path / "typo.toml").write_text("prot = 8000\n")
    (tmp_path / "newer").mkdir()
    with contextlib.closing(sqlite3.connect(tmp_path / "newer" / DATABASE)) as db:
        db.execute("PRAGMA user_version = 1000")
    with only_one(tmp_path / "held"):
        for arguments, code, said in (
            (["--port", "70000"], 78, "port: Expected `int` <= 65535"),
            (["--config", "nowhere.toml"], 78, "nowhere.toml"),
            (["--config", "typo.toml"], 78, "there is no setting “prot”"),
            (["--port", home.address.rpartition(":")[2]], 2, "cannot listen"),
            (["--host", "256.1.1.1", "--port", "0"], 2, "cannot listen"),
            (["--data", "held", "--port", "0"], 2, "another server uses this data folder"),
            (["--data", "newer", "--port", "0"], 2, "written by a newer Tutti"),
        ):
            ran = tutti_program(tmp_path, "serve", *arguments)
            assert (ran.code, ran.err.count("\n")) == (code, 1), arguments
            assert said in ran.err
    for other in (["backup", "x.db"], ["owner", "list"], ["reports"], ["export", "x", "y"]):
        assert tutti_program(tmp_path, *other, TUTTI_SERVER_PORT="many").code == 78, other


def test_a_data_folder_serves_one_server(tmp_path: Path) -> None:
    with only_one(tmp_path) as lock:
        lock.write("http://127.0.0.1:1")
        lock.flush()
        with pytest.raises(StoreFault, match=r"another server.*, at http://127.0.0.1:1$"), only_one(tmp_path):
            pass
    with only_one(tmp_path) as lock:
        assert lock.read() == ""


def test_a_busy_port_is_passed_by_only_if_asked(home: LiveServer) -> None:
    taken = int(home.address.rpartition(":")[2])
    with pytest.raises(CannotListen, match="cannot listen"):
        listening(Settings(port=taken))
    with contextlib.closing(listening(Settings(port=taken), 20)) as found:
        assert taken < found.getsockname()[1] <= taken + 20


def test_whoever_opens_a_server_that_runs_is_told_where(tmp_path: Path) -> None:
    no_screen = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": "true"}
    with only_one(tmp_path / "data") as lock:
        lock.write("http://127.0.0.1:1")
        lock.flush()
        ran = tutti_program(tmp_path, "serve", "--open", "--data", "data", **no_screen)
        assert (ran.code, ran.err) == (0, "")
        assert "http://127.0.0.1:1" in ran.out
        assert tutti_program(tmp_path, "serve", "--data", "data").code == 2
