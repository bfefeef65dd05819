"""Connections between the pages of friends: consent before them, relays, and failures."""

from __future__ import annotations

from typing import Any

from browser.scripts import CAN_ACT
from browser.visitor import MARKS, Visitor, browser
from page.friends import (
    RecordedVisitor,
    RunningRelay,
    change_script,
    check_draws,
    connection_text,
    friends_host,
    host,
    join,
    open_friends_table,
    play_out,
    play_some,
    relay,
)
from page.static_host import Host

from matou.web.export.copy import small

__all__ = ["browser", "friends_host", "host", "relay"]  # fixtures

pytestmark = MARKS


def test_no_page_connects_before_consent_to_what_others_learn(
    browser: Any, friends_host: Host
) -> None:
    ada, bruno = (RecordedVisitor(browser, friends_host) for _ in range(2))
    ada.go("/en/play/catymini.html?mode=friends&name=Ada")
    ada.page.wait_for_selector("[data-part=hosting] .primary")
    says = ada.page.inner_text("[data-part=hosting]")
    assert "a computer is a better host than a phone" in says
    assert "nos.lol" in says  # this folder was exported with the public relays…
    assert "stun.cloudflare.com" in says  # …and with the default STUN server
    assert "learn each other’s network addresses" in says
    assert "could look at everybody’s hands" in says
    ada.page.click("[data-part=hosting] button:text-is('Not now')")
    ada.page.wait_for_timeout(300)
    assert not ada.has_connected
    ada.page.click("#invite li button:text-is('Open the table')")
    ada.page.click("[data-part=hosting] .primary")
    link = ada.page.input_value("#invite .room input")
    while not ada.has_connected:
        ada.page.wait_for_timeout(50)

    bruno.ignored_errors.append("net::ERR_FAILED")
    bruno.page.route("**/friends/guest.js", lambda route: route.abort())
    bruno.page.goto(link)
    bruno.page.wait_for_selector("#starting:has-text('Part of Matou didn’t load')")
    bruno.page.unroute("**/friends/guest.js")
    bruno.page.reload()
    bruno.page.wait_for_selector("[data-part=joining] form")
    says = bruno.page.inner_text("[data-part=joining]")
    for part in ("nos.lol", "stun.cloudflare.com", "network address", "could look at your hand"):
        assert part in says
    bruno.page.wait_for_timeout(300)
    assert not bruno.has_connected
    bruno.page.evaluate(
        "localStorage.setItem('matou-chains', JSON.stringify([...Array(40).keys()]));"
        "for (let i = 0; i < 40; i++) localStorage.setItem(`matou-chain-${i}`, '{}');"
    )
    bruno.page.fill("[data-part=joining] [name=name]", "Bruno")
    bruno.page.click("[data-part=joining] .primary")
    bruno.wait_for_table()
    assert bruno.has_connected
    paths = [url.removeprefix(f"{friends_host.url}/") for url in bruno.requested]
    files = [path for path in map(friends_host.folder.joinpath, paths) if path.is_file()]
    assert len(files) > 30
    assert sum(small(path.read_bytes()) for path in files) < 150_000
    chains = "Object.keys(localStorage).filter((key) => key.startsWith('matou-chain-')).length"
    bruno.until(f"{chains} === 40 && !localStorage.getItem('matou-chain-39')")
    for visitor in (ada, bruno):
        visitor.ignored_errors.append("Trystero")
        visitor.close()


BLOCKED = """
window.connections = [];
window.blocked = %s;
window.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(how) {  // "relay" without a TURN server finds no connection
    super(window.blocked ? { ...how, iceTransportPolicy: "relay" } : how);
    window.connections.push(this);
  }
};
"""
BREAK = "window.blocked = true; for (const one of connections) one.close()"


def test_messages_use_the_relay_without_a_direct_connection_and_wait_while_it_is_down(
    browser: Any, friends_host: Host, relay: RunningRelay
) -> None:
    ada, bruno, carla = (Visitor(browser, friends_host) for _ in range(3))  # type: ignore[arg-type]
    bruno.context.add_init_script(BLOCKED % "false")
    carla.context.add_init_script(BLOCKED % "true")  # as in many mobile networks
    link = open_friends_table(ada, "catymini", seats="3")
    join(bruno, link, "Bruno")
    bruno.page.click("#friends .free li:first-child button")
    join(carla, link, "Carla")
    assert "through the relay, encrypted" in connection_text(carla)
    waited = "performance.now() - performance.getEntriesByName('agreed')[0].startTime"
    assert carla.page.evaluate(waited) > 10_000
    bruno.until("!document.querySelector('#way').textContent")  # a direct connection
    play_some(4, ada, bruno, carla)
    bruno.page.evaluate(BREAK)
    bruno.until("document.querySelector('#way').textContent.includes('through the relay')")
    play_some(4, ada, bruno, carla)

    relay.stop()
    bruno.page.wait_for_selector("[data-part=stuck] :text('No relay answers')")
    assert bruno.page.is_visible("[data-part=stuck] a:text-is('Play against cats')")
    carla.page.wait_for_selector("[data-part=stuck] :text('No relay answers')")
    assert ada.page.is_hidden("#lost")
    at = ada.data("at")
    relay.start()
    for visitor in (bruno, carla):
        visitor.until("table.dataset.live === 'yes' && !document.querySelector('#friends').open")
        assert visitor.data("at") == at
        assert visitor.page.is_hidden("#lost")
    play_some(4, ada, bruno, carla)
    for visitor in (ada, bruno, carla):
        visitor.close()


def test_players_continue_without_a_page_that_is_away_and_the_record_says_so(
    browser: Any, friends_host: Host
) -> None:
    ada, bruno, carla = (Visitor(browser, friends_host) for _ in range(3))  # type: ignore[arg-type]
    link = open_friends_table(ada, "clocktowers", seats="3")
    join(bruno, link, "Bruno")
    bruno.page.click("#friends .free li:first-child button")
    join(carla, link, "Carla")
    play_some(3, ada, bruno, carla)
    while carla.page.evaluate(f"Boolean({CAN_ACT})"):
        play_some(1, ada, bruno, carla)
    address = carla.page.url
    carla.page.goto("about:blank")
    for seed, visitor in enumerate((ada, bruno)):
        visitor.click_by_itself(seed + 2)
    for visitor in (ada, bruno):
        visitor.until("!document.querySelector('#absent').hidden")
    at = ada.data("at")
    ada.shot("friends: a draw waits")
    assert "The next draw waits for Carla, who is away." in ada.page.inner_text("#absent")
    ada.page.click("#absent button")
    ada.page.wait_for_timeout(300)
    assert ada.data("at") == at  # all players must agree
    bruno.page.click("#absent button")
    for visitor in (ada, bruno):
        visitor.until(f"table.dataset.at > {at} && document.querySelector('#absent').hidden")
    carla.page.goto(address)
    carla.wait_for_table()
    play_out(ada, bruno, carla)
    said = check_draws(ada)
    assert said.startswith("Checked: every draw")
    assert "the draws are made without Carla: the others agreed." in said
    assert check_draws(bruno).startswith("Checked")
    assert check_draws(carla).startswith("Checked")
    for visitor in (ada, bruno, carla):
        visitor.close()


# A host who sends scripts within the picture, and a record that differs from the game.
MALICIOUS_HOST = """
from matou.page.guests import Guest, Guests
tell, answer = Guest.tell, Guests._answer
def evil(self, message):
    for part in getattr(message, "parts", None) or []:
        if part.startswith("<g"):
            message.parts.append(
                '<g id="evil"><a href="https://example.org"><path d="M0 0h9v9z"/></a>'
                '<script>window.stolen = 1</script><foreignObject><form '
                'xmlns="http://www.w3.org/1999/xhtml" action="/x"></form></foreignObject>'
                '<path id="good" d="M0 0h9v9z"/></g>')
            message.css = "#end, #players { display: none !important }"
            break
    tell(self, message)
async def lie(self, guest, asked):
    found = await answer(self, guest, asked)
    if asked == "record":
        lines = found["record"].split("\\\\n")
        first = next(i for i, line in enumerate(lines) if line.startswith("1 "))
        turn, one, two, *more = lines[first].split(" ")
        lines[first] = " ".join([turn, two, one, *more])
        found["record"] = "\\\\n".join(lines)
    return found
Guest.tell, Guests._answer = evil, lie
"""


def test_a_host_can_send_only_pictures_and_the_guests_page_detects_a_false_record(
    browser: Any, friends_host: Host
) -> None:
    ada, bruno = (Visitor(browser, friends_host) for _ in range(2))  # type: ignore[arg-type]
    change_script(
        ada,
        "page/python.js",
        "running = python;",
        f"running = python; python.runPython(`{MALICIOUS_HOST}`);",
    )
    join(bruno, open_friends_table(ada, "catymini"), "Bruno")
    bruno.until("document.querySelector('#picture #good')")
    assert bruno.page.locator("#picture :is(a, script, foreignObject, form)").count() == 0
    assert bruno.page.evaluate("window.stolen") is None
    play_out(ada, bruno)
    assert check_draws(ada).startswith("Checked")
    assert "The check failed" in check_draws(bruno)
    assert bruno.page.locator("#end .verdict.proven").count() == 0
    for visitor in (ada, bruno):
        visitor.close()
