"""The content security policy holds: nothing inline, nothing from elsewhere, also when nothing has changed."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.server.serving import Server
from tests.web.guests import Door
from tests.web.screens import Screens

INLINE = re.compile(r"<style|\sstyle=|\son\w+=|javascript:|data:", re.IGNORECASE)
SCRIPT = re.compile(r"<script(?![^>]*\ssrc=)", re.IGNORECASE)


def test_the_page_has_nothing_inline(house: Server) -> None:
    answer = house.ask("GET", "/")
    assert answer.headers["content-type"].startswith("text/html")
    assert not INLINE.search(answer.text)
    assert not SCRIPT.search(answer.text)


def test_the_policy_forbids_what_is_inline_or_foreign(guests: Door) -> None:
    guest = guests()
    guest.forgive("the policy forbids", "Content Security Policy", "csp")
    page = guest.go("/")
    page.evaluate(
        """() => {
          window.broken = [];
          addEventListener('securitypolicyviolation', (event) => window.broken.push(event.effectiveDirective));
          const script = document.createElement('script');
          script.textContent = 'window.stolen = true';
          document.body.append(script);
          document.body.insertAdjacentHTML('beforeend', '<p style="color: red">x</p><img src="https://elsewhere.example/x.png">');
        }"""
    )
    page.wait_for_function("() => window.broken.length >= 3")
    assert set(page.evaluate("() => window.broken")) == {"script-src-elem", "style-src-attr", "img-src"}
    assert page.evaluate("() => window.stolen") is None


def test_a_page_that_the_browser_has_kept_still_works(guests: Door, screens: Screens) -> None:
    """Its server answers that nothing has changed: the policy stays that of a page."""
    place = screens.at("gracias")
    guest = guests(token=place.token)
    page = guest.sit(place.code)
    for _ in range(2):
        page.reload()
        expect(page.locator(".hand [data-card]").first).to_be_visible()


def test_an_answer_that_nothing_has_changed_says_nothing_of_a_policy(house: Server) -> None:
    first = house.http.get("/")
    again = house.http.get("/", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert "content-security-policy" not in again.headers
    assert "content-security-policy" in first.headers


def test_no_file_of_the_client_names_another_host(house: Server) -> None:
    page = house.ask("GET", "/").text
    for path in re.findall(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"', page):
        text = house.ask("GET", path).text
        hosts = set(re.findall(r"https?://([\w.-]+)", text))
        assert hosts <= {"www.w3.org", "svelte.dev"}, hosts
