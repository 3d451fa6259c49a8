"""What browsers other than Chromium lack or do otherwise; in WebKit itself where there is one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from web.site import ANSWERS, People, Server
from web.webkit import HERE, WebKit, webkit

SWIPE = "document.querySelector('.pages > .strip').scrollBy({ left: 5000 })"
BEFORE = ".pages .page:last-child[inert]"
SWIPED = ".pages:has([role=tab]:last-child[aria-selected=true]) .page:last-child:not([inert])"


def test_a_swipe_needs_no_scrollend(person: People) -> None:
    me = person(viewport={"width": 390, "height": 664}, has_touch=True, is_mobile=True)
    me.context.add_init_script("addEventListener('scrollend', event => event.stopImmediatePropagation(), true)")
    me.play_with("symphony", 2, {"first_player": 0})
    me.page.wait_for_selector(BEFORE, state="attached")
    me.page.evaluate(SWIPE)
    me.page.wait_for_selector(SWIPED, timeout=5000)


@pytest.fixture
def safari(server: Server) -> Iterator[WebKit]:
    if not HERE:
        pytest.skip("no WebKit: apt-get install webkit2gtk-driver xvfb")
    with webkit(server.address) as running:
        yield running


@pytest.mark.pages
def test_webkit_swipes_and_ends_a_match(safari: WebKit) -> None:
    safari.size(420, 700)
    safari.visit("/")
    safari.click('li[data-game="symphony"] button')
    safari.wait(f"document.querySelector({BEFORE!r})")
    safari.run(SWIPE)
    safari.wait(f"document.querySelector({SWIPED!r})")
    safari.size(1280, 800)
    safari.visit("/#/")
    safari.click('li[data-game="symphonimo"] button')
    safari.wait("document.querySelector('[data-action]')")
    safari.run(f"void ({ANSWERS})([7, 1e9])")
    safari.wait("document.querySelector('.ending')")
    safari.click(".ending .actions button:nth-of-type(3)")
    safari.wait("location.hash.startsWith('#/replay/') && document.querySelector('.replay .desk')")


@pytest.mark.pages
def test_selects_are_ours_in_webkit(safari: WebKit) -> None:
    safari.visit("/")
    safari.wait("document.querySelector('main select')")
    looks = safari.run("return [...document.querySelectorAll('select')].map(node => getComputedStyle(node).appearance)")
    assert set(looks) == {"none"}
