"""Moderation: keys, reports, measures, tables, switches, and that every act is noted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tutti
from server.kit import Browser, LiveServer, command, live_server, until
from tutti.server.messages.errors import Refused
from tutti.server.moderation import actions


class Keeper(Browser):
    """Somebody with a key."""

    def __init__(self, home: LiveServer, key: str) -> None:
        super().__init__(home.address)
        home.people.append(self)
        self.http.headers["authorization"] = f"Bearer {key}"

    def acts(self) -> list[str]:
        return [one["act"] for one in self.get("/api/house/audit")]


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[tuple[LiveServer, Keeper]]:
    with live_server(tmp_path, proxies="127.0.0.1") as home:
        yield home, Keeper(home, home.call(actions.new_owner(home.server.store, "Clara", 1)))


def talkers(home: LiveServer) -> tuple[Browser, Browser, str]:
    ada, bo = home.person("Ada", where="192.0.2.7"), home.person("Bo", where="198.51.100.9")
    id = ada.table("me", "open")
    bo.post(f"/api/tables/{id}/join")
    ada.post(f"/api/tables/{id}/start")
    return ada, bo, id


def say(person: Browser, id: str, seat: int, text: str, status: int | None = None) -> Any:
    order = {"type": "say", "key": text, "text": text}
    return person.post(f"/api/tables/{id}/orders?seat={seat}", order, status=status)


def test_nobody_comes_in_without_a_key(kept: tuple[LiveServer, Keeper]) -> None:
    home, clara = kept
    assert clara.get("/api/house")["owner"] == "Clara"
    for wrong in ("", "Bearer x", "Bearer tutti-owner-x", "Basic abc"):
        eve = home.person()
        eve.http.headers["authorization"] = wrong
        for path in ("", "/reports", "/measures", "/tables", "/audit"):
            assert eve.get(f"/api/house{path}", status=403)["code"] == "error.not_owner"
    (stored,) = home.call(home.server.store.owners())
    assert "tutti-owner" not in stored.hash
    assert len(stored.hash) == 64


def test_a_report_is_seen_and_dealt_with_and_its_speaker_silenced(kept: tuple[LiveServer, Keeper]) -> None:
    home, clara = kept
    ada, bo, id = talkers(home)
    say(bo, id, 1, "something unkind")
    line = home.call(home.server.store.talk(id))[-1].no
    ada.post(f"/api/tables/{id}/report", {"line": line, "reason": "unkind"})
    (report,) = clara.get("/api/house/reports")
    assert (report["name"], report["text"], report["reasons"]) == ("Bo", "something unkind", ["unkind"])
    wish = {"kind": "mute", "table": id, "line": line, "days": 2, "reason": "be kind"}
    made = clara.post("/api/house/measures", wish)
    refused = say(bo, id, 1, "and more", status=403)
    assert (refused["code"], refused["args"]["reason"]) == ("error.muted_until", "be kind")
    say(ada, id, 0, "thank you")
    assert clara.get("/api/house/reports")[0]["muted"]
    clara.post(f"/api/house/reports/{id}/{line}/settle", {"reason": "muted"})
    assert clara.get("/api/house/reports") == []
    assert clara.post(f"/api/house/reports/{id}/{line}/settle", status=404)["code"] == "error.no_such_report"
    home.clock.skip(3 * 24 * 3600)
    say(bo, id, 1, "sorry")
    assert [one["over"] for one in clara.get("/api/house/measures")] == [True]
    clara.delete(f"/api/house/measures/{made['id']}")
    assert clara.get("/api/house/measures") == []
    assert sorted(clara.acts()) == ["lift_mute", "mute", "owner", "settle"]


def test_who_is_banned_is_out_and_may_still_take_their_data(kept: tuple[LiveServer, Keeper]) -> None:
    home, clara = kept
    ada, bo, id = talkers(home)
    with bo.at(id, 1) as place:
        place.until("view")
        made = clara.post("/api/house/measures", {"kind": "ban", "table": id, "seat": 1, "reason": "no"})
        assert place.closed() == 4403
    assert bo.get("/api/me/tables", status=403)["code"] == "error.banned"
    assert bo.get("/api/me")["name"] == "Bo"
    assert bo.get("/api/me/export")["measures"][0]["reason"] == "no"
    until(lambda: ada.get(f"/api/tables/{id}")["seats"][1]["standin"])  # a bot goes on, and nobody waits
    clara.delete(f"/api/house/measures/{made['id']}")
    bo.post(f"/api/tables/{id}/orders?seat=1", {"type": "back", "key": "b"})
    name = bo.http.cookies["tutti"].split(".")[0]
    assert name not in str(clara.get("/api/house/measures")) + str(clara.get("/api/house/audit"))
    bo.delete("/api/me")
    assert "Bo" not in [one["name"] for one in clara.get("/api/house/audit")]


def test_a_range_is_out_and_others_are_not(kept: tuple[LiveServer, Keeper]) -> None:
    home, clara = kept
    ada, bo, _ = talkers(home)
    clara.post("/api/house/measures", {"kind": "range", "range": "198.51.100.77/24"})
    assert bo.get("/api/me", status=403)["code"] == "error.banned_range"
    assert ada.get("/api/me")["name"] == "Ada"
    assert clara.get("/api/house/measures")[0]["target"] == "198.51.100.0/24"
    for wrong in ("0.0.0.0/0", "127.0.0.0/8", "::/8", "nonsense"):
        clara.post("/api/house/measures", {"kind": "range", "range": wrong}, status=400)
    with pytest.raises(Refused, match="range_too_wide"):
        actions.checked_range("10.0.0.0/7")


def test_tables_are_closed_and_doors_shut(kept: tuple[LiveServer, Keeper]) -> None:
    home, clara = kept
    ada, _, id = talkers(home)
    assert [one["id"] for one in clara.get("/api/house/tables")] == [id]
    clara.post("/api/house/measures", {"kind": "close", "table": id, "reason": "spam"})
    until(lambda: ada.get(f"/api/tables/{id}")["state"] == "over")
    assert ada.get(f"/api/tables/{id}")["ending"]["reason"] == "closed"
    clara.patch("/api/house/switches", {"tables": False, "talk": False, "imports": True})
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    assert ada.post("/api/tables", {"game": "symphonimo", "seats": seats}, status=403)["code"] == "error.tables_shut"
    clara.patch("/api/house/switches", {"tables": True})
    ada.post("/api/tables", {"game": "symphonimo", "seats": seats})
    assert clara.acts().count("switches") == 2


def test_a_switch_is_turned_alone(kept: tuple[LiveServer, Keeper]) -> None:
    _, clara = kept
    assert clara.patch("/api/house/switches", {"talk": False}) == {"tables": True, "talk": False, "imports": True}
    assert clara.patch("/api/house/switches", {"tables": False}) == {"tables": False, "talk": False, "imports": True}
    assert clara.patch("/api/house/switches", {"talk": True}) == {"tables": False, "talk": True, "imports": True}
    assert clara.patch("/api/house/switches", {}) == {"tables": False, "talk": True, "imports": True}
    told = [one["target"] for one in clara.get("/api/house/audit") if one["act"] == "switches"]
    assert sorted(told) == ["", "tables shut", "talk open", "talk shut"]


def test_no_new_tables_means_no_rematch_and_no_playing_on_either(kept: tuple[LiveServer, Keeper]) -> None:
    home, clara = kept
    (ada, bo, opened), (_, cleo, other) = talkers(home), talkers(home)
    for id, person in ((opened, bo), (other, cleo)):
        person.post(f"/api/tables/{id}/orders?seat=1", {"type": "resign", "key": "r"})
    next = ada.post(f"/api/tables/{opened}/rematch")["id"]
    match = tutti.Match.new("symphonimo", seed=1)
    replay = ada.post("/api/replays", match.record())["id"]
    clara.patch("/api/house/switches", {"tables": False})
    for path, body in (
        (f"/api/tables/{other}/rematch", {}),
        (f"/api/replays/{replay}/play", {"entry": 0}),
        ("/api/positions", {"position": match.dump()}),
    ):
        assert cleo.post(path, body, status=403)["code"] == "error.tables_shut"
    assert cleo.get(f"/api/tables/{other}")["next"] is None
    assert bo.post(f"/api/tables/{opened}/rematch")["id"] == next  # a table that is open already can be joined
    assert cleo.post("/api/positions/check", {"position": match.dump()})["fault"] is None
    clara.patch("/api/house/switches", {"tables": True})
    cleo.post(f"/api/tables/{other}/rematch")
    cleo.post(f"/api/replays/{replay}/play", {"entry": 0})
    cleo.post("/api/positions", {"position": match.dump()})


def test_commands_do_the_same_beside_a_running_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ("--data", str(tmp_path))
    with live_server(tmp_path) as home:
        made = command(capsys, "owner", "new", "Clara", *where)
        key = next(word for word in made.out.split() if word.startswith("tutti-owner-"))
        clara = Keeper(home, key)
        assert clara.get("/api/house")["owner"] == "Clara"
        ada = home.person("Ada")
        id = ada.table("me", "random", start=True)
        done = command(capsys, "moderate", "ban", id, "--seat", "0", "--reason", "spam", *where)
        assert done.code == 0, done.err
        home.call(home.server.policy.refresh())
        assert ada.get("/api/me/tables", status=403)["args"]["reason"] == "spam"
        measure = clara.get("/api/house/measures")[0]["id"]
        assert measure in command(capsys, "moderate", "list", *where).out
        assert command(capsys, "moderate", "lift", measure, *where).code == 0
        home.call(home.server.policy.refresh())
        ada.get("/api/me/tables")
        assert command(capsys, "moderate", "shut", "talk", *where).code == 0
        assert command(capsys, "moderate", "lift", "nothing", *where).code == 2
        assert command(capsys, "owner", "remove", "Clara", *where).code == 0
        clara.get("/api/house", status=403)
        told = command(capsys, "moderate", "audit", *where).out
        assert all(act in told for act in ("owner", "ban", "lift_ban", "switches", "owner_removed"))


def test_every_act_of_the_page_is_a_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def moderate(*args: str, code: int = 0) -> str:
        done = command(capsys, "moderate", *args, "--data", str(tmp_path))
        assert done.code == code, done.err
        return done.out

    with live_server(tmp_path, proxies="127.0.0.1") as home:
        ada, bo, id = talkers(home)
        say(bo, id, 1, "something unkind")
        line = str(home.call(home.server.store.talk(id))[-1].no)
        ada.post(f"/api/tables/{id}/report", {"line": int(line), "reason": "unkind"})
        assert "something unkind" in command(capsys, "reports", "--data", str(tmp_path)).out
        moderate("mute", id, "--line", line, "--days", "2", "--reason", "be kind")
        moderate("settle", id, "--line", line)
        moderate("settle", id, "--line", line, code=2)  # it is
        moderate("range", "203.0.113.0/24")
        moderate("range", "0.0.0.0/0", code=2)
        waits = ada.table("me", "open")
        told = moderate("tables")
        assert all(f"{one}  symphonimo  {state}" in told for one, state in ((id, "running"), (waits, "waiting")))
        moderate("close", waits, "--reason", "spam")
        moderate("shut", "tables")
        told = moderate("limits")
        assert "body_limit = 65536" in told
        assert "Shut: tables." in told
        moderate("open", "tables")
        home.call(home.server.policy.refresh())
        assert say(bo, id, 1, "and more", status=403)["code"] == "error.muted_until"
        eve = Browser(home.address, where="203.0.113.5")
        home.people.append(eve)
        assert eve.get("/api/me", status=403)["code"] == "error.banned_range"
        until(lambda: ada.get(f"/api/tables/{waits}")["state"] == "closed")
        told = moderate("audit")
        assert all(f"tutti  {act}  " in told for act in ("mute", "settle", "range", "close", "switches"))
        monkeypatch.setenv("TUTTI_SERVER_PORT", home.address.rpartition(":")[2])
        monkeypatch.setattr(home.server.lag, "now", lambda: 0.0)
        told = moderate("health")
        assert f"{home.address}: all is well." in told
        assert "1 running" in told
        monkeypatch.setattr(home.server.lag, "now", lambda: 1.0)
        assert "it answers late" in moderate("health", home.address, code=1)
    assert "nobody answers" in moderate("health", code=1)
