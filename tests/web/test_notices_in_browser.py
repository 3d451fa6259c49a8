"""The page on which one says where and when one wants to hear of a table; links of messages; a seat by a link."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Route, TimeoutError

from web.site import PLAYED, People, until

TOLD = """() => {
    void navigator.serviceWorker.ready.then(async (worker) => (window.told = await worker.getNotifications()))
    return window.told?.length
}"""


def test_wishes_holidays_and_addresses_that_are_refused(person: People) -> None:
    one = person()
    page = one.page
    held: list[Route] = []
    page.route("**/api/me/holidays", lambda route: held.append(route))
    one.visit("/#/notices")
    page.get_by_role("heading", level=1).wait_for()
    page.get_by_label("Kind").select_option("webhook")
    until(lambda: held, page)
    held[0].continue_()
    page.unroute("**/api/me/holidays")
    page.get_by_role("button", name="I am away").wait_for()  # what came late has changed nothing that was chosen
    page.get_by_label("Address").fill("http://127.0.0.1:9/hook")
    page.get_by_role("button", name="Add, and send me a test").click()
    page.get_by_text("the server’s own network").wait_for()  # it is kept, and told nothing
    page.get_by_text("not tested yet").wait_for()
    page.get_by_text("127.0.0.1/…").wait_for()
    page.get_by_label("Quiet at night").check()
    page.locator("input[type=time]").first.wait_for()
    page.get_by_role("button", name="I am away").click()
    page.get_by_role("button", name="Back already").wait_for()
    assert one.axe("notices") == []
    page.get_by_role("button", name="Remove").click()
    page.get_by_text("Nowhere yet.").wait_for()


def test_a_link_that_is_not_ours_does_nothing(person: People) -> None:
    one = person()
    one.visit("/#/stop/nothing.atall")
    one.page.get_by_text("not one of ours").wait_for()
    one.faults.clear()  # the browser says that it was refused, too


@pytest.mark.pages
def test_a_push_message_is_shown_with_its_link_and_a_way_to_stop_it(whole_browser: Browser, person: People) -> None:
    one = person(within=whole_browser)
    one.page.context.grant_permissions(["notifications"])
    one.visit("/#/notices")
    one.page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)")
    wire = one.page.context.new_cdp_session(one.page)
    found: list[str] = []
    wire.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(r["registrationId"] for r in event["registrations"] if not r["isDeleted"]),
    )
    wire.send("ServiceWorker.enable")
    one.page.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'")
    until(lambda: found, one.page)
    said = {"title": "A table waits", "body": "", "url": "/#/tables", "stop": "a.b", "stop_text": "No more"}
    origin = one.page.evaluate("location.origin")
    sent = {"origin": origin, "registrationId": found[-1], "data": json.dumps(said)}

    def told() -> bool:
        """The tools of the browser lose one now and then, so it is sent again; the page shows one in its place."""
        wire.send("ServiceWorker.deliverPushMessage", sent)
        with suppress(TimeoutError):
            one.page.wait_for_function(TOLD, timeout=5_000)
        return bool(one.page.evaluate("window.told?.length"))

    until(told, one.page)
    shown = one.page.evaluate("told.map(n => [n.title, n.data.url, n.actions[0].title])")
    assert shown == [["A table waits", "/#/tables", "No more"]]


def test_a_table_that_nobody_has_joined_yet_waits_longer(person: People) -> None:
    one = person()
    at = f"{one.server.address}/api/tables"
    plan = {"game": "symphonimo", "seats": [{"kind": "me"}, {"kind": "open"}]}
    made = one.context.request.post(at, data=plan).json()
    one.visit(f"/#/table/{made['id']}")
    one.page.get_by_text("the table is closed").wait_for()
    with one.page.expect_response(lambda answer: answer.url.endswith("/keep")) as kept:
        one.page.get_by_role("button", name="Wait longer").click()
    assert kept.value.json()["expires"] > made["expires"]
    one.page.get_by_role("button", name="Wait longer").wait_for()  # and again, if need be


def test_somebody_takes_a_seat_by_its_link_and_goes_on(person: People) -> None:
    ada, bo = person(), person()
    ada.play_with("symphonimo", 2, {"first_player": 0})
    table = ada.page.url.rpartition("/")[2]
    at = f"{ada.server.address}/api/tables/{table}"
    ada.page.get_by_role("tab", name="Table").click()
    ada.page.get_by_role("button", name="Give my seat to somebody else").click()  # bots do not mind
    ada.page.get_by_role("tab", name="Players").click()
    bo.page.goto(ada.page.get_by_label("Link to this table").input_value())
    bo.page.get_by_role("heading", name="A seat at a running match").wait_for()
    assert bo.axe("seat") == []
    bo.page.get_by_label("Your name").fill("Bo")
    bo.page.get_by_role("button", name="Apply for this seat").click()  # only bots are left to ask
    bo.page.wait_for_selector(PLAYED)
    bo.wait_for_turn()
    assert bo.choices == ["draw"]
    assert bo.context.request.get(at).json()["seats"][0]["mine"]
    assert not ada.context.request.get(at).json()["seats"][0]["mine"]
