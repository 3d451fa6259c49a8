"""A substitute: asked for, applied for, accepted by those who play, and the owner who comes back."""

from __future__ import annotations

from pathlib import Path

from server.kit import LiveServer, live_server
from web.site import PLAYED, People, Person, until


def at_one_table(home: LiveServer, *people: Person) -> str:
    """They sit at a live table in this order, and the last is asked."""
    first, *others = people
    wanted = {
        "game": "symphonimo",
        "seats": [{"kind": "me"}, *({"kind": "open"} for _ in others)],
        "options": {"first_player": len(others)},
        "clock": {"kind": "live", "turn": 60, "reserve": 900},
    }
    post = first.context.request.post
    table = str(post(f"{home.address}/api/tables", data=wanted).json()["id"])
    for other in others:
        other.context.request.post(f"{home.address}/api/tables/{table}/join", data={})
    post(f"{home.address}/api/tables/{table}/start", data={})
    home.server.registry.rooms[table].thinking |= set(range(len(people)))  # no bot moves
    for one in people:
        one.visit(f"/#/table/{table}", PLAYED)
    return table


def named(home: LiveServer, person: People, name: str) -> Person:
    one = person(home, viewport={"width": 1366, "height": 640})
    one.context.request.patch(f"{home.address}/api/me", data={"name": name})
    return one


def tell(one: Person, text: str) -> None:
    one.page.locator(".offer").get_by_text(text).wait_for()


def link_of(one: Person) -> str:
    one.page.locator("#tab-seats").click()
    return one.page.get_by_label("Link", exact=False).input_value()


def apply(home: LiveServer, person: People, link: str, name: str) -> Person:
    newcomer = person(home, viewport={"width": 1366, "height": 640})
    newcomer.visit(link.removeprefix(home.address), "form")
    newcomer.page.get_by_label("Your name").fill(name)
    newcomer.page.get_by_role("button", name="Apply for this seat").click()
    newcomer.page.get_by_text("can see that you would like to join").wait_for()
    return newcomer


def test_a_substitute_is_asked_for_accepted_and_sent_home(person: People, tmp_path: Path) -> None:
    with live_server(tmp_path, standin="random") as home:
        ada, bo, cleo = (named(home, person, name) for name in ("Ada", "Bo", "Cleo"))
        table = at_one_table(home, ada, bo, cleo)
        cleo.page.locator("#tab-table").click()
        cleo.page.get_by_role("button", name="Leave").click()
        cleo.visit("/#/", "main h1")  # she looks away
        ada.page.locator("#tab-seats").click()
        ada.page.get_by_text("You can ask for a substitute from").wait_for()
        home.clock.skip(10 * 60 + 5)
        ada.page.reload()
        ada.page.locator("#tab-seats").click()
        ada.page.get_by_role("button", name="Ask for a substitute").click()
        tell(ada, "You ask for a substitute for Cleo.")
        tell(bo, "Ada asks for a substitute for Cleo.")
        cleo.visit(f"/#/table/{table}", PLAYED)
        tell(cleo, "Ada asks for a substitute for you.")
        assert cleo.page.locator(".offer").get_by_role("button").all_inner_texts() == ["I am back", "No"]
        bo.page.get_by_role("button", name="Agree").click()
        dora = apply(home, person, link_of(ada), "Dora")
        for other in (ada, bo):
            tell(other, "Dora would like to take over Cleo’s seat")
            other.page.get_by_role("button", name="Agree").click()
        dora.page.wait_for_selector(PLAYED)
        assert dora.choices
        tell(cleo, "Dora has taken over your seat. You can return until Dora has moved.")
        cleo.page.get_by_role("button", name="Return to my seat").click()
        cleo.wait_for_turn()
        dora.page.get_by_text("Watching", exact=False).wait_for()
        until(lambda: not dora.choices, dora.page)


def test_a_gift_is_declined_and_the_newcomer_is_told(person: People, tmp_path: Path) -> None:
    with live_server(tmp_path, standin="random") as home:
        ada, bo = (named(home, person, name) for name in ("Ada", "Bo"))
        at_one_table(home, bo, ada)
        ada.page.locator("#tab-table").click()
        ada.page.get_by_role("button", name="Give my seat").click()
        tell(bo, "Ada would like to give their seat to somebody else")
        bo.page.get_by_role("button", name="Agree").click()
        dora = apply(home, person, link_of(ada), "Dora")
        bo.page.locator("#tab-seats").click()
        assert bo.page.get_by_label("Link", exact=False).count() == 0
        bo.page.get_by_role("button", name="No", exact=True).click()
        dora.page.get_by_text("You did not get the seat").wait_for()
