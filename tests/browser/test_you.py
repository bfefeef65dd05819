"""Accounts in a real browser, with passkeys in Chromium's virtual authenticator."""

from __future__ import annotations

from typing import Any

from browser.looks import check_accessibility
from browser.visitor import MARKS, Visitor, browser, server
from web.server import Server

__all__ = ["browser", "server"]  # fixtures

pytestmark = MARKS
FOLDED = {"width": 390, "height": 844}


class PasskeyVisitor(Visitor):
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

    def add_passkey(self, passkey: dict[str, Any]) -> None:
        """Adds a passkey to this device, as synchronised passkeys appear."""
        asked = {"authenticatorId": self.authenticator, "credential": passkey}
        self.line_to.send("WebAuthn.addCredential", asked)

    def go(self, path: str) -> None:
        self.page.goto(self.server.url.replace("127.0.0.1", "localhost") + path)

    def wait_for_path(self, path: str) -> None:
        self.page.wait_for_url(f"**{path}")

    def shown_text(self, selector: str) -> str:
        self.page.wait_for_selector(f"{selector}:visible")
        said: str = self.page.inner_text(selector)
        return said


def test_passkeys_create_an_account_and_sign_in(browser: Any, server: Server) -> None:
    ada = PasskeyVisitor(browser, server)
    ada.open_table("catymini")
    table = ada.data("table")
    create_an_account(ada)
    # A second passkey, on another authenticator.
    (first,) = ada.passkeys()
    ada.new_authenticator()
    ada.page.click("[data-passkey] [data-go]")
    ada.wait_for_path("/you?done=passkey")
    (second,) = ada.passkeys()
    assert ada.page.locator(".things form.line").count() == 2
    # Another browser signs in with it and brings its own game.
    phone = PasskeyVisitor(browser, server, locale="fr", viewport=FOLDED)
    phone.open_table("clocktowers")
    phone.add_passkey(second)
    phone.go("/you/in")
    check_accessibility(phone, "signing in")
    phone.page.check("[data-passkey] [name=along]")
    phone.page.click("[data-go]")
    phone.page.wait_for_url("**/you?done=in&n=1")
    assert "Te revoilà, Ada." in phone.shown_text("[role=status]")
    phone.go("/you/games")
    assert table in phone.page.content()
    check_accessibility(phone, "one's games")
    # The first passkey is removed and no longer accepted.
    ada.page.reload()
    ada.page.click(".things li:first-child form:not(.line) button")
    ada.wait_for_path("/you?done=removed")
    other = PasskeyVisitor(browser, server)
    try_bad_passkeys(other, first, {**second, "signCount": 0})
    # Signing out everywhere signs out the phone.
    ada.page.click("text=Sign out everywhere")
    ada.page.wait_for_url("**/")
    phone.go("/you")
    assert phone.page.locator("[name=which]").count() == 0
    for visitor in (ada, phone, other):
        visitor.close()


def create_an_account(ada: PasskeyVisitor) -> None:
    """Creates an account while a table is open in another tab, where the game continues."""
    tab = ada.page
    ada.page = ada.context.new_page()
    ada.enable_passkeys()
    ada.go("/you")
    check_accessibility(ada, "a name without an account")
    ada.page.fill("[name=name]", "Ada")
    ada.page.click("[data-go]")
    ada.wait_for_path("/you/code")
    code = ada.shown_text("#code")
    assert len(code) == 24
    check_accessibility(ada, "a recovery code")
    tab.wait_for_selector("#picture svg")
    tab.wait_for_function("() => document.querySelector('#table .highlighted, .highlighted')")
    ada.follow("text=I’ve saved it")
    assert "Your name is saved." in ada.shown_text("[role=status]")
    check_accessibility(ada, "an account")


def try_bad_passkeys(
    other: PasskeyVisitor, removed: dict[str, Any], copied: dict[str, Any]
) -> None:
    other.add_passkey(removed)
    other.go("/you/in")
    other.page.click("[data-go]")
    assert "don’t know that passkey" in other.shown_text("#wrong")
    check_accessibility(other, "a passkey that is refused")
    # The counter of a copy is behind that of the passkey.
    other.new_authenticator()
    other.add_passkey(copied)
    other.page.click("[data-go]")
    assert "seems to have been copied" in other.shown_text("#wrong")
    # Without a passkey the browser gives up, and nothing changes.
    other.new_authenticator()
    other.page.click("[data-go]")
    assert "No passkey was chosen" in other.shown_text("#wrong")
    other.errors = [c for c in other.errors if "400" not in c]


def test_another_device_joins_by_a_link(browser: Any, server: Server) -> None:
    ada, phone = PasskeyVisitor(browser, server), PasskeyVisitor(browser, server, viewport=FOLDED)
    ada.go("/you")
    ada.page.fill("[name=name]", "Ada")
    ada.page.click("text=Keep it with a printed code")
    ada.wait_for_path("/you/code")
    ada.go("/you")
    ada.follow("text=Link a device")
    ada.page.wait_for_selector(".qr")
    check_accessibility(ada, "a link for another device")
    link = ada.shown_text(".link")
    phone.page.goto(link)
    check_accessibility(phone, "joining by a link")
    phone.follow(".primary")
    number = phone.shown_text(".number")
    check_accessibility(phone, "waiting for the other device")
    assert ada.shown_text(".number") == number, "the first device asks by itself"
    check_accessibility(ada, "another device asks")
    ada.page.click("text=Yes, it’s mine")
    phone.page.wait_for_url("**/you?done=in&n=0")
    assert "Welcome back, Ada." in phone.shown_text("[role=status]")
    ada.page.wait_for_selector("#state[data-state=joined]")
    phone.go("/you/delete")
    check_accessibility(phone, "before all is deleted")
    phone.page.fill("[name=word]", "delete")
    phone.page.click("text=Delete everything")
    phone.page.wait_for_selector("text=Your data is deleted")
    ada.go("/you")
    assert ada.page.locator("[name=which]").count() == 0
    for visitor in (ada, phone):
        visitor.close()


def test_axe_finds_nothing_on_a_visitors_games_and_statistics(browser: Any, server: Server) -> None:
    visitor = PasskeyVisitor(browser, server, locale="fr")
    visitor.open_table("catymini")
    visitor.play_unwatched()
    for path in ("/you/games", "/you/games?q=zzz", "/you/figures"):
        visitor.go(path)
        check_accessibility(visitor, path)
    visitor.page.wait_for_selector(".figures, p")
    visitor.close()


def test_a_player_invites_another_to_play_again(browser: Any, server: Server) -> None:
    ada, bo = Visitor(browser, server), Visitor(browser, server, locale="de", viewport=FOLDED)
    ada.open_table("catymini", "friends", name="Ada")
    link = ada.page.locator("#invite input").first.input_value()
    bo.page.goto(link)
    bo.page.fill("[name=name]", "Bo")
    bo.follow(".setting .primary")
    bo.wait_for_table()
    bo.page.evaluate("document.getElementById('resign').click()")
    bo.page.click("#resigning [value=resign]")
    bo.until("document.getElementById('table').dataset.over === 'yes'")
    # Bo allows it on his page, and stays there while Ada asks.
    bo.go("/you")
    bo.page.wait_for_selector("text=Deine Mitspieler")
    bo.page.check("[name=may]")
    bo.follow("form:has([name=may]) button")
    check_accessibility(bo, "one's page")
    ada.go("/you/people")
    while not ada.page.locator(".score").count():  # the game is recorded a moment later
        ada.page.reload()
    check_accessibility(ada, "people")
    ada.follow(".score button")
    ada.wait_for_table()
    assert "on its way" in ada.page.inner_text("#says")
    table = ada.data("table")
    bo.page.wait_for_selector("#invitations .primary")
    check_accessibility(bo, "an invitation")
    bo.follow("#invitations .primary")
    bo.wait_for_table()
    assert bo.data("table") == table
    ada.page.wait_for_selector("#invite", state="hidden")
    for visitor in (ada, bo):
        visitor.close()
