"""A name that lasts, in a real browser: Chromium's virtual authenticator has the passkeys."""

from __future__ import annotations

from typing import Any

from browser.looks import check
from browser.visitor import MARKS, Visitor, browser, server
from web.server import Server

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS
FOLDED = {"width": 390, "height": 844}


class Somebody(Visitor):
    """A visitor with a virtual authenticator, at an address where browsers make passkeys."""

    def __init__(self, browser: Any, server: Server, **how: Any) -> None:
        super().__init__(browser, server, **how)
        self.enable_passkeys()

    def enable_passkeys(self) -> None:
        """Gives the page an authenticator."""
        self.line_to = self.context.new_cdp_session(self.page)
        self.line_to.send("WebAuthn.enable")
        self.authenticator = ""
        self.new_authenticator()

    def new_authenticator(self) -> None:
        if self.authenticator:
            self.line_to.send(
                "WebAuthn.removeVirtualAuthenticator", {"authenticatorId": self.authenticator}
            )
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        made = self.line_to.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.authenticator = made["authenticatorId"]

    def passkeys(self) -> list[dict[str, Any]]:
        found = self.line_to.send(
            "WebAuthn.getCredentials", {"authenticatorId": self.authenticator}
        )
        keys: list[dict[str, Any]] = found["credentials"]
        return keys

    def bring(self, passkey: dict[str, Any]) -> None:
        """Have a passkey on this device, as those that travel with somebody's account do."""
        asked = {"authenticatorId": self.authenticator, "credential": passkey}
        self.line_to.send("WebAuthn.addCredential", asked)

    def go(self, path: str) -> None:
        self.page.goto(self.server.url.replace("127.0.0.1", "localhost") + path)

    def at(self, path: str) -> None:
        self.page.wait_for_url(f"**{path}")

    def says(self, selector: str) -> str:
        self.page.wait_for_selector(f"{selector}:visible")
        said: str = self.page.inner_text(selector)
        return said


def test_a_name_is_kept_and_come_back_to_with_passkeys(browser: Any, server: Server) -> None:
    ada = Somebody(browser, server)
    ada.set("catymini")
    table = ada.data("table")
    create_an_account(ada)
    # A second passkey, on another authenticator.
    (first,) = ada.passkeys()
    ada.new_authenticator()
    ada.page.click("[data-passkey] [data-go]")
    ada.at("/you?done=passkey")
    (second,) = ada.passkeys()
    assert ada.page.locator(".things form.line").count() == 2
    # Another browser signs in by it, with a game of its own.
    phone = Somebody(browser, server, locale="fr", viewport=FOLDED)
    phone.set("clocktowers")
    phone.bring(second)
    phone.go("/you/in")
    check(phone, "signing in")
    phone.page.check("[data-passkey] [name=along]")
    phone.page.click("[data-go]")
    phone.page.wait_for_url("**/you?done=in&n=1")
    assert "Te revoilà, Ada." in phone.says("[role=status]")
    phone.go("/you/games")
    assert table in phone.page.content()
    check(phone, "one's games")
    # The first one is removed, and refused from then on.
    ada.page.reload()
    ada.page.click(".things li:first-child form:not(.line) button")
    ada.at("/you?done=removed")
    other = Somebody(browser, server)
    try_bad_passkeys(other, first, {**second, "signCount": 0})
    # Signed out everywhere: the phone is nobody's any more.
    ada.page.click("text=Sign out everywhere")
    ada.page.wait_for_url("**/")
    phone.go("/you")
    assert phone.page.locator("[name=which]").count() == 0
    for visitor in (ada, phone, other):
        visitor.close()


def create_an_account(ada: Somebody) -> None:
    """While a table is open in another tab, the name stays: that tab goes on playing."""
    tab = ada.page
    ada.page = ada.context.new_page()
    ada.enable_passkeys()
    ada.go("/you")
    check(ada, "a name without an account")
    ada.page.fill("[name=name]", "Ada")
    ada.page.click("[data-go]")
    ada.at("/you/code")
    code = ada.says("#code")
    assert len(code) == 24
    check(ada, "a recovery code")
    tab.wait_for_selector("#picture svg")
    tab.wait_for_function("() => document.querySelector('#table .highlighted, .highlighted')")
    ada.follow("text=I’ve saved it")
    assert "Your name is saved." in ada.says("[role=status]")
    check(ada, "an account")


def try_bad_passkeys(other: Somebody, removed: dict[str, Any], copied: dict[str, Any]) -> None:
    other.bring(removed)
    other.go("/you/in")
    other.page.click("[data-go]")
    assert "don’t know that passkey" in other.says("#wrong")
    check(other, "a passkey that is refused")
    # A copy has counted less than the passkey itself.
    other.new_authenticator()
    other.bring(copied)
    other.page.click("[data-go]")
    assert "seems to have been copied" in other.says("#wrong")
    # None at all: the browser gives up, and nothing has changed.
    other.new_authenticator()
    other.page.click("[data-go]")
    assert "No passkey was chosen" in other.says("#wrong")
    other.complaints = [c for c in other.complaints if "400" not in c]


def test_another_device_joins_by_a_link(browser: Any, server: Server) -> None:
    ada, phone = Somebody(browser, server), Somebody(browser, server, viewport=FOLDED)
    ada.go("/you")
    ada.page.fill("[name=name]", "Ada")
    ada.page.click("text=Keep it with a printed code")
    ada.at("/you/code")
    ada.go("/you")
    ada.follow("text=Link a device")
    ada.page.wait_for_selector(".qr")
    check(ada, "a link for another device")
    link = ada.says(".link")
    phone.page.goto(link)
    check(phone, "joining by a link")
    phone.follow(".primary")
    number = phone.says(".number")
    check(phone, "waiting for the other device")
    assert ada.says(".number") == number, "the first device asks by itself"
    check(ada, "another device asks")
    ada.page.click("text=Yes, it’s mine")
    phone.page.wait_for_url("**/you?done=in&n=0")
    assert "Welcome back, Ada." in phone.says("[role=status]")
    ada.page.wait_for_selector("#state[data-state=joined]")
    phone.go("/you/delete")
    check(phone, "before all is deleted")
    phone.page.fill("[name=word]", "delete")
    phone.page.click("text=Delete everything")
    phone.page.wait_for_selector("text=Your data is deleted")
    ada.go("/you")
    assert ada.page.locator("[name=which]").count() == 0
    for visitor in (ada, phone):
        visitor.close()


def test_axe_finds_nothing_on_ones_games_and_figures(browser: Any, server: Server) -> None:
    visitor = Somebody(browser, server, locale="fr")
    visitor.set("catymini")
    visitor.come_back_later()
    for path in ("/you/games", "/you/games?q=zzz", "/you/figures"):
        visitor.go(path)
        check(visitor, path)
    visitor.page.wait_for_selector(".figures, p")
    visitor.close()


def test_people_ask_each_other_to_play_again(browser: Any, server: Server) -> None:
    ada, bo = Visitor(browser, server), Visitor(browser, server, locale="de", viewport=FOLDED)
    ada.set("catymini", "friends", name="Ada")
    link = ada.page.locator("#invite input").first.input_value()
    bo.page.goto(link)
    bo.page.fill("[name=name]", "Bo")
    bo.follow(".setting .primary")
    bo.at_table()
    bo.page.evaluate("document.getElementById('resign').click()")
    bo.page.click("#resigning [value=resign]")
    bo.until("document.getElementById('table').dataset.over === 'yes'")
    # Bo allows it on his page, and looks at it while Ada asks.
    bo.go("/you")
    bo.page.wait_for_selector("text=Deine Mitspieler")
    bo.page.check("[name=may]")
    bo.follow("form:has([name=may]) button")
    check(bo, "one's page")
    ada.go("/you/people")
    while not ada.page.locator(".score").count():  # it is recorded in a moment
        ada.page.reload()
    check(ada, "people")
    ada.follow(".score button")
    ada.at_table()
    assert "on its way" in ada.page.inner_text("#says")
    table = ada.data("table")
    bo.page.wait_for_selector("#invitations .primary")
    check(bo, "an invitation")
    bo.follow("#invitations .primary")
    bo.at_table()
    assert bo.data("table") == table
    ada.page.wait_for_selector("#invite", state="hidden")
    for visitor in (ada, bo):
        visitor.close()
