"""What is the same for everybody: documents, schemas, the client, games, components, words."""

from __future__ import annotations

import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

import tutti
from cli.running import tutti_program
from server.kit import LiveServer, fetch, live_server
from tutti import words
from tutti.kernel import library
from tutti.server.messages import socket as messages
from tutti.server.routes import catalogue
from tutti.words.origins import figures

SERVER = Path(tutti.__file__).parent / "server"


def test_the_docs_page_needs_nothing_from_elsewhere(home: LiveServer) -> None:
    page = fetch("GET", home.address + "/docs").text
    assert "createTable" not in page or "/api/tables" in page
    assert "/api/tables/{id}/orders" in page
    assert not re.findall(r"(?:src|href)\s*=\s*[\"']?(?:https?:)?//", page)
    assert "<script" not in page


def test_the_documents_are_made_once_and_beside_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To make them takes as long as fifty requests, and a server that starts has more urgent things to do."""
    made: list[int] = []
    schema = messages.schema

    def noted() -> Any:
        made.append(threading.get_ident())
        return schema()

    monkeypatch.setattr(messages, "schema", noted)
    with live_server(tmp_path) as home:
        assert not made
        loop = home.call(_thread())
        with ThreadPoolExecutor(4) as crowd:
            pages = list(crowd.map(lambda _: fetch("GET", home.address + "/docs").status_code, range(4)))
        _well_served(home)
    assert pages == [200] * 4
    assert len(made) == 1
    assert made[0] != loop


async def _thread() -> int:
    return threading.get_ident()


def _well_served(home: LiveServer) -> None:
    for path, kind in (("/docs", "text/html; charset=utf-8"), ("/schema/socket.json", "application/json")):
        found = fetch("GET", home.address + path)
        assert (found.status_code, found.headers["content-type"]) == (200, kind)
        known = {"if-none-match": found.headers["etag"]}
        assert fetch("GET", home.address + path, headers=known).status_code == 304


def test_the_schemas_are_served_and_written(home: LiveServer, tmp_path: Path) -> None:
    assert tutti_program(tmp_path, "serve", "--schema", "out").code == 0
    for name in ("openapi", "socket"):
        written = json.loads((tmp_path / "out" / f"{name}.json").read_text())
        assert written == fetch("GET", f"{home.address}/schema/{name}.json").json()
    parts = written["$defs"]
    assert {"Play", "View", "Welcome", "TableInfo", "Fault"} <= set(parts)
    assert all(part.get("additionalProperties") is False for name, part in parts.items() if "properties" in part)


def test_the_client_is_served_if_it_is_there(tmp_path: Path) -> None:
    web = tmp_path / "web"
    (web / "assets").mkdir(parents=True)
    (web / "index.html").write_text("<p>client</p>")
    (web / "assets" / "a.js").write_text("play();" * 99)
    (tmp_path / "secret.txt").write_text("secret")
    with live_server(tmp_path / "data", web=str(web)) as home:

        def get(path: str) -> httpx.Response:
            return fetch("GET", home.address + path)

        assert "client" in get("/").text
        assert "client" in get("/table/abc").text
        assert get("/assets/a.js").headers["content-type"].startswith(("text/javascript", "application/javascript"))
        assert get("/assets/a.js").text == "play();" * 99
        assert get("/assets/a.js").headers["content-encoding"] == "gzip"
        assert "immutable" in get("/assets/a.js").headers["cache-control"]
        plain = fetch("GET", home.address + "/assets/a.js", headers={"accept-encoding": "identity"})
        assert (plain.text, plain.headers.get("content-encoding")) == ("play();" * 99, None)
        assert get("/").headers["cache-control"] == "no-cache"
        assert get("/assets/gone.js").status_code == 404
        assert "secret" not in get("/../secret.txt").text
        assert "secret" not in get("/%2e%2e/secret.txt").text
        assert get("/api/nothing").status_code == 404


CATALOGUE = [
    "/api/games",
    "/api/bots",
    "/api/words",
    "/api/words/de",
    "/api/words/fr/orchestra",
    "/api/games/symphony/rules",
]


@pytest.mark.parametrize("path", [*CATALOGUE, "/api/games/symphony/guide/en"])
def test_what_is_the_same_for_everybody_is_asked_for_again_and_sent_once(home: LiveServer, path: str) -> None:
    plain = fetch("GET", home.address + path, headers={"accept-encoding": "identity"})
    packed = fetch("GET", home.address + path, headers={"accept-encoding": "gzip"})
    tag = packed.headers["etag"]
    assert plain.json() == packed.json()
    assert plain.headers["etag"] == tag
    for answer in (plain, packed):
        assert answer.headers["cache-control"] == "public, no-cache"
        assert answer.headers["content-type"] == "application/json"
        assert "accept-encoding" in answer.headers["vary"]
        assert "set-cookie" not in answer.headers
    if len(plain.content) > 1000:
        assert packed.headers["content-encoding"] == "gzip"
        assert int(packed.headers["content-length"]) < len(plain.content) * 0.6
    for known in (tag, f'"other", {tag}', tag.removeprefix("W/"), "*"):
        again = fetch("GET", home.address + path, headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    assert fetch("GET", home.address + path, headers={"if-none-match": '"other"'}).status_code == 200


def test_components_are_had_by_the_hash_of_their_pack(home: LiveServer) -> None:
    for game in fetch("GET", home.address + "/api/games").json():
        path = f"{home.address}/api/packs/{game['pack_hash']}"
        found = fetch("GET", path)
        said = found.json()
        assert (said["game"], said["name"], said["hash"]) == (game["name"], game["pack"], game["pack_hash"])
        assert said["components"] == tutti.game(game["name"]).components
        assert found.headers["cache-control"] == "public, no-cache"
        assert "form" not in game
        assert fetch("GET", path, headers={"if-none-match": found.headers["etag"]}).status_code == 304
    gone = fetch("GET", f"{home.address}/api/packs/sha256:{'0' * 64}")
    assert (gone.status_code, gone.json()["code"]) == (404, "error.no_such_pack")
    assert "immutable" not in gone.headers.get("cache-control", "")


def test_new_words_are_seen_at_once(home: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """An upgrade is a new process; whoever has the old words asks, and gets the new ones."""
    old = fetch("GET", home.address + "/api/words/en/server")
    monkeypatch.setattr(words, "catalogue", lambda about, lang: {"title": "New"})
    catalogue._words.cache_clear()
    try:
        new = fetch("GET", home.address + "/api/words/en/server", headers={"if-none-match": old.headers["etag"]})
    finally:
        monkeypatch.undo()
        catalogue._words.cache_clear()
    assert (new.status_code, new.json()) == (200, {"title": "New"})


def test_a_cover_says_what_the_front_page_needs(home: LiveServer) -> None:
    for language in words.languages():
        covers = fetch("GET", f"{home.address}/api/words/{language}").json()
        assert set(covers) == set(library.games())
        for game, said in covers.items():
            found = {code: words.find(game, code, language) for code in catalogue.COVER}
            assert said == {code: text for code, text in found.items() if text}
        assert all(len(covers[game]) == 6 for game in ("symphonimo", "symphony", "orchestra"))
    assert fetch("GET", home.address + "/api/words/xx").status_code == 404


def test_a_game_says_where_its_components_come_from(home: LiveServer) -> None:
    told = {game["name"]: game["origin"] for game in fetch("GET", home.address + "/api/games").json()}
    for name in ("symphonimo", "symphony", "orchestra"):
        assert told[name] == figures(library.game(name))
        assert told[name]["fields"] == sum(told[name][mark] for mark in ("printed", "inferred", "composed"))
    assert all(told[guest] is None for guest in library.guests())


def test_large_answers_are_packed_for_who_can_unpack_them(home: LiveServer) -> None:
    ada = home.person()
    table = ada.table("me", "greedy", game="orchestra", start=True)
    for path in (f"/api/tables/{table}/view?seat=0", "/schema/openapi.json", "/docs"):
        packed = ada.http.get(path, headers={"accept-encoding": "gzip"})
        plain = ada.http.get(path, headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip", path
        assert "content-encoding" not in plain.headers
        assert int(packed.headers["content-length"]) < len(plain.content) * 0.6
    assert "content-encoding" not in ada.http.get("/api/me").headers  # not worth it
