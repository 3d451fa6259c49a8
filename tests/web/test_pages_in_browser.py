"""Every page: nothing for axe to find, in the light and in the dark; nothing wider than the screen; replays; people."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Request

from tutti import words
from tutti.kernel import library
from tutti.words.origins import origin
from web.site import People, Server, play_to_the_end, until

PAGES = {
    "home": ("/", 'li[data-game="orchestra"] button'),
    "create": ("/#/new/symphony", "form .options .fields > *"),
    "tables": ("/#/tables", "main h1"),
    "learn": ("/#/learn", "main ol li"),
    "rules": ("/#/rules/symphonimo", "main article, main section"),
    "settings": ("/#/settings", "main form"),
    "position": ("/#/position/symphonimo", "main .verdict"),
    "record": ("/#/record", "main h1"),
    "paste": ("/#/position/symphony", "main .verdict"),  # not after the other: its sign would still be there
    "privacy": ("/#/privacy", "main dd"),
    "status": ("/#/status", "main dd, main td"),
    "notices": ("/#/notices", "main form, main fieldset"),
    "house": ("/#/house", "main form"),
    "nowhere": ("/#/nowhere", "main h1"),
}
OURS = ("symphonimo", "symphony", "orchestra")


def test_axe_finds_nothing_on_the_pages(person: People) -> None:
    me = person()
    found: list[str] = []
    for name, (address, sign) in PAGES.items():
        me.visit(address, sign)
        found += me.axe(name, both=True)
    assert not found, "\n".join(found)


def test_the_front_page_loads_only_what_it_shows(person: People) -> None:
    me = person()
    loaded: dict[str, int] = {}

    def note(request: Request) -> None:
        address = urlsplit(request.url)
        if address.path.startswith("/api/"):
            loaded[address.path] = request.sizes()["responseBodySize"]

    me.page.on("requestfinished", note)
    me.visit("/", PAGES["home"][1])
    me.page.wait_for_load_state("networkidle")
    own = {"/api/me", "/api/me/tables", "/api/me/next", "/api/me/lessons", "/api/tables"}
    assert set(loaded) - own == {"/api/games", "/api/bots", "/api/lessons", "/api/words/en"}
    assert sum(loaded.values()) < 16_000, loaded
    loaded.clear()
    me.page.locator("header select").select_option("fr")
    until(lambda: "/api/words/fr" in loaded, me.page)
    assert set(loaded) - own == {"/api/words/fr"}
    loaded.clear()
    me.page.locator('a[href="#/new/orchestra"]').click()
    me.page.wait_for_selector("form .options .fields > *")
    wanted = {f"/api/words/{lang}/{about}" for lang in ("en", "fr") for about in ("kernel", "server", "orchestra")}
    until(lambda: wanted <= loaded.keys(), me.page)  # the form may stand before the last request is noted
    me.page.wait_for_load_state("networkidle")
    assert {path for path in loaded if path.startswith("/api/words/")} == wanted


@pytest.mark.pages
def test_axe_finds_nothing_at_a_table(person: People) -> None:
    me = person()
    me.play_now("symphonimo")
    me.wait_for("draw")
    found = me.axe("board", both=True)
    me.page.keyboard.press("r")
    me.page.locator("dialog input[type=search]").wait_for()
    found += me.axe("rules drawer")
    me.page.keyboard.press("Escape")
    me.page.locator("dialog").wait_for(state="detached")
    me.page.keyboard.press("t")
    me.page.get_by_role("heading", name="Collections").wait_for()
    for tab in ("Talk", "Players", "Table"):
        me.page.get_by_role("tab", name=tab, exact=True).click()
        found += me.axe(f"text table, {tab}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "game", ["orchestra", *(pytest.param(one, marks=pytest.mark.pages) for one in ("symphonimo", "symphony"))]
)
def test_nothing_is_wider_than_a_telephone(person: People, game: str) -> None:
    me = person(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    wide: dict[str, int] = {}
    for name, (address, sign) in PAGES.items():
        its = address.replace("symphonimo", game).replace("symphony", game)
        if its == address and game != "symphonimo":  # a page of no game is looked at once
            continue
        me.visit(its, sign)
        wide[name] = me.page.evaluate("document.documentElement.scrollWidth")
    me.play_now(game)
    me.wait_for_turn()
    wide["table"] = me.page.evaluate("document.documentElement.scrollWidth")
    assert {name: width for name, width in wide.items() if width > 360} == {}


def test_replay(person: People) -> None:
    me, other = person(likes={"players": {"symphonimo": 2}}), person()
    me.play_now("symphonimo")
    play_to_the_end(me, seed=7)
    me.page.get_by_role("button", name="Replay and share").click()
    me.page.get_by_text("The set-up").wait_for()
    me.page.get_by_role("button", name="One step on").click()
    me.page.locator(".action").get_by_text(":").wait_for()
    me.page.get_by_role("button", name="To the end").click()
    me.page.locator(".podium").first.wait_for()
    me.page.keyboard.press("ArrowLeft")
    me.page.get_by_label("Through the eyes of").select_option(index=1)
    me.page.wait_for_function("location.hash.includes('at=') && location.hash.includes('as=0')")
    moment = me.page.locator(".controls .num").first.inner_text()
    assert me.axe("replay") == []
    other.page.goto(me.page.url)
    other.page.locator(".podium").first.wait_for()
    assert other.page.locator(".controls .num").first.inner_text() == moment


def test_links_are_copied_at_plain_http_too(person: People, server: Server) -> None:
    me = person(likes={"players": {"symphonimo": 2}})
    me.page.goto(f"{server.neighbour}/#/new/symphonimo")
    me.page.get_by_role("button", name="Open the table").click()
    link = me.page.get_by_label("Link to this table").input_value()
    assert not me.page.evaluate("isSecureContext")
    me.page.get_by_role("button", name="Copy the link").click()
    me.page.get_by_text("The link is copied.").wait_for()
    talk = me.page.get_by_placeholder("Say something")
    talk.press("Control+V")
    assert talk.input_value() == link
    me.page.get_by_role("button", name="Fill and start").click()
    me.page.get_by_role("tab", name="Table").click()
    me.page.get_by_role("button", name="Resign").click()
    me.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    me.page.get_by_role("button", name="Replay and share").click()
    me.page.get_by_role("button", name="Copy a link to this moment").click()
    me.page.get_by_text("The link is copied.").wait_for()
    replay = me.page.url.split("&")[0]
    me.page.goto(f"{server.neighbour}/")
    code = me.page.get_by_label("Link or code of a table")
    code.press("Control+V")
    assert code.input_value() == replay
    # The console is told that a header for secure pages does nothing here.
    me.faults = [fault for fault in me.faults if "Cross-Origin-Opener-Policy" not in fault]


@pytest.mark.pages
def test_a_name_that_is_protected_comes_back_elsewhere(person: People) -> None:
    here, there = person(), person()
    here.visit("/#/settings")
    here.page.get_by_label("Name", exact=True).first.fill("Clara Schumann")
    here.page.get_by_role("button", name="Rename").click()
    here.page.get_by_text("You are Clara Schumann now.").wait_for()
    here.page.get_by_label("Passphrase", exact=True).first.fill("a very long secret")
    here.page.get_by_role("button", name="Protect").click()
    here.page.get_by_text("Your name is protected.").wait_for()
    there.visit("/#/settings")
    before = there.page.locator("details", has_text="I have been here before")
    before.locator("summary").click()
    form = before.locator("form")
    form.get_by_label("Name").fill("Clara Schumann")
    form.get_by_label("Passphrase").fill("a very long secret")
    form.get_by_role("button", name="Come back").click()
    there.page.get_by_text("Welcome back, Clara Schumann.").wait_for()


def test_a_toast_is_red_only_where_something_was_refused(person: People) -> None:
    me = person()
    me.visit("/#/settings")

    def tint(text: str) -> tuple[int, int]:
        """How much red and how much green is in the mark of a toast."""
        toast = me.page.locator(".note", has_text=text)
        red, green, _ = re.findall(r"\d+", toast.evaluate("node => getComputedStyle(node).borderLeftColor"))[:3]
        return int(red), int(green)

    me.page.get_by_label("Name", exact=True).first.fill("Fanny Hensel")
    me.page.get_by_role("button", name="Rename").click()
    red, green = tint("You are Fanny Hensel now.")
    assert green > red + 30
    me.page.get_by_label("Passphrase", exact=True).first.fill("short")
    me.page.get_by_role("button", name="Protect").click()
    red, green = tint("A passphrase has at least")
    assert red > green + 30
    me.faults = [fault for fault in me.faults if "400" not in fault]
    me.visit("/#/tables")
    me.page.get_by_role("button", name="Next that waits").click()
    red, green = tint("No table waits for you")
    assert abs(red - green) < 30


def test_all_options_of_a_game_can_be_chosen(person: People) -> None:
    me = person()
    me.visit("/#/new/symphonimo")
    me.page.get_by_role("button", name="Fill open seats with bots").click()
    me.page.get_by_label("Grand Maestro").select_option("list")
    for power in ("Amabile", "Presto"):
        me.page.get_by_label(power).check()
    me.page.get_by_label("Play with it").check()
    me.page.get_by_role("button", name="Start", exact=True).click()
    for power in ("Amabile", "Presto"):
        me.page.locator(".podium").get_by_text(power).first.wait_for()
    assert me.page.get_by_text("5 removed unseen").is_visible()


def test_what_is_found_in_the_rules_is_as_wide_as_what_is_read(person: People) -> None:
    me = person(viewport={"width": 1366, "height": 640})
    me.visit("/#/rules/symphonimo", "main nav + .text section")

    def column() -> tuple[int, int]:
        box = me.page.locator("main .text section").first.bounding_box()
        assert box is not None
        return round(box["x"]), round(box["width"])

    read = column()
    assert read[1] > 500
    me.page.get_by_placeholder("Search the rules").fill("quartet")
    me.page.locator("main nav + .text").wait_for(state="detached")
    assert column() == read


def test_each_game_says_where_its_components_come_from(person: People) -> None:
    """On the front page, before a table is created, and beside the rules; what can be done stays where it was."""
    me = person(viewport={"width": 1366, "height": 640})
    places = [("/", f'li[data-game="{game}"] .origin', game) for game in OURS]
    places += [
        (f"/#/{page}/{game}", f'.page[data-game="{game}"] .origin', game) for page in ("new", "rules") for game in OURS
    ]
    for language in words.languages():
        me.visit("/", PAGES["home"][1])
        me.page.locator("header select").select_option(language)
        for address, place, game in places:
            me.visit(address, place)
            said = origin(library.game(game), language)
            until(lambda place=place, said=said: me.page.locator(place).text_content() == said, me.page)  # type: ignore[misc]
    for address, main in {"/": ".game .go .primary", "/#/new/symphony": "form .btn.primary.big"}.items():
        me.visit(address, ".origin")
        shown, hidden = me.page.evaluate(
            """main => {
                const tops = () => [...document.querySelectorAll(main)].map(one => one.getBoundingClientRect().top)
                const shown = tops()
                for (const one of document.querySelectorAll('.origin')) one.style.display = 'none'
                return [shown, tops()]
            }""",
            main,
        )  # at once: a font that arrives in between moves everything
        assert shown == hidden != []


def test_a_lesson_that_is_not_there_has_no_title_of_its_own(person: People) -> None:
    me = person()
    me.visit("/#/learn/symphonimo/xyz", ".nowhere h1")
    me.page.wait_for_timeout(300)  # words that come later must not change it
    assert me.page.title() == "Nobody here · Tutti"
    me.visit("/#/learn/symphonimo/hand", ".lesson .prompt")
    me.page.wait_for_function(
        "title => document.title === title", arg=f"{words.say('lessons_symphonimo', 'lesson.hand.title')} · Tutti"
    )


@pytest.mark.pages
def test_an_address_that_leads_nowhere_says_so(person: People) -> None:
    me = person()
    lost = (
        *("table/", "table/unknown", "table/a/b", "replay", "replay/unknown?at=3", "new/xxx", "rules/xxx"),
        *("settings/xxx", "watch/abc", "create/orchestra", "constructor", "%E0%A4%A"),
    )
    me.visit("/#/rules/symphonimo", "main section")
    for address in lost:
        me.page.evaluate("address => { location.hash = address }", f"#/{address}")
        me.page.locator(".nowhere h1").get_by_text("Nobody here").wait_for()
        assert me.page.title() == "Nobody here · Tutti", address
        assert me.page.locator(".nowhere").get_by_role("link", name="Home").get_attribute("href") == "#/", address
        me.page.evaluate("location.hash = '#/tables'")
        me.page.get_by_role("heading", name="Tables").wait_for()
    me.visit("/#/rules/symphonimo/SO-999")
    me.page.get_by_text("There is no rule SO-999 in this game.").wait_for()
    me.visit()
    me.page.get_by_label("Link or code of a table").fill(f"{me.server.address}/#/replay/unknown/")
    me.page.get_by_role("button", name="Go", exact=True).click()
    me.page.get_by_text("There is no such replay.").wait_for()
    # The browser itself tells the console of answers that say 404: nothing else may have gone wrong.
    me.faults = [fault for fault in me.faults if "404" not in fault]


def test_conflicts_of_options_show_while_one_chooses(person: People) -> None:
    """Beside both options and at the button, without a table being opened; and they go when they are put right."""
    me = person()
    me.visit("/#/new/symphony", "form .options")
    me.page.get_by_label("Draft", exact=True).select_option("secret")
    group = me.page.locator("fieldset")
    preset = group.filter(has_text="Preset orchestra")
    preset.get_by_label("Play with it").check()
    text = "A preset replaces deal and draft"
    preset.get_by_text(text).wait_for()
    assert group.filter(has_text=text).count() == 2
    start = me.page.locator("form button[type=submit]")
    assert start.is_disabled()
    me.page.get_by_role("status").get_by_text(text).wait_for()
    assert not me.axe("conflict")
    assert me.page.url.endswith("/#/new/symphony")
    preset.get_by_label("Play with it").uncheck()
    me.page.get_by_text(text).first.wait_for(state="detached")
    assert start.is_enabled()
