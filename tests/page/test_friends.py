"""Friends without a server: an exported folder under a path, a relay, and two or three browsers.

Each test plays a game with one kind of trouble on the way.
"""

from __future__ import annotations

import json
from typing import Any

from browser.looks import check_axe
from browser.sharing import SHEET
from browser.visitor import MARKS, Visitor, browser
from page.friends import (
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
    without_webrtc,
)
from page.static_host import Host

__all__ = ["browser", "friends_host", "host", "relay"]  # fixtures

pytestmark = MARKS

WAKE_LOCK = """Object.defineProperty(navigator, 'wakeLock', { value: {
  request: async (what) => {
    window.awake = what;
    return { release() { window.awake = ''; } };
  },
} });"""


def test_three_people_two_languages_reloads_a_rematch_and_a_relay_for_one_of_them(
    browser: Any, friends_host: Host, relay: RunningRelay
) -> None:
    ada = Visitor(browser, friends_host)  # type: ignore[arg-type]
    link = open_and_share(ada)
    bruno = Visitor(browser, friends_host, locale="fr")  # type: ignore[arg-type]
    bruno.page.goto(link)
    bruno.page.wait_for_selector("[data-part=joining] form")
    check_axe(bruno.page, "friends: before joining")
    join(bruno, link, "Bruno")
    bruno.page.click("#friends .free li:first-child button")
    carla = Visitor(browser, friends_host, locale="de")  # type: ignore[arg-type]
    without_webrtc(carla)
    join(carla, link, "Carla")
    carla.until("document.querySelector('#log li')")
    bruno.until("!document.querySelector('#way').textContent")  # a direct connection
    assert "Relay" in connection_text(carla)
    watcher = Visitor(browser, friends_host)  # type: ignore[arg-type]
    join(watcher, link, "Dora")
    assert "watching" in watcher.page.inner_text("#prompt")

    bruno.page.fill("#say input", "bonjour \u202e <b>les\u0007</b> amis")
    bruno.page.press("#say input", "Enter")
    for visitor in (ada, carla, watcher):
        visitor.until("document.getElementById('chat').textContent.includes('bonjour <b>les')")
    play_some(6, ada, bruno, carla)
    at, seats = ada.data("at"), [visitor.page.inner_text("#players") for visitor in (bruno, carla)]
    move_seat_to_another_tab_and_back(bruno, at)
    for visitor in (bruno, carla):  # a guest who reloads has the same seat without a question
        visitor.page.reload()
        visitor.wait_for_table()
        assert visitor.data("at") == at
    ada.page.reload()  # when the host reloads, the guests reconnect by themselves
    ada.wait_for_table()
    is_live = "table.dataset.live === 'yes'"
    carla.until(is_live)
    for visitor in (bruno, watcher):
        visitor.until(f"{is_live} && !document.querySelector('#way:not([hidden])')")
    assert [visitor.data("at") for visitor in (bruno, carla, watcher)] == [at] * 3
    assert [visitor.page.inner_text("#players") for visitor in (bruno, carla)] == seats
    play_out(ada, bruno, carla)
    watcher.until("table.dataset.over === 'yes'")

    ada.until("awake === ''")
    assert check_draws(ada).startswith("Checked: every draw")
    assert "empreinte" in check_draws(bruno)
    assert bruno.page.locator("#end .verdict.proven").count() == 1
    bruno.page.click("#end form:has-text('Revanche') button")
    bruno.until("table.dataset.over === 'no' && table.dataset.live === 'yes'")
    for visitor in (ada, carla):
        visitor.follow("#end a.primary")
    for visitor in (ada, bruno, carla):
        visitor.until("table.dataset.over === 'no' && table.dataset.turn !== '-1'")

    said = json.dumps([event["content"] for event in relay.events])
    assert all(name not in said for name in ("Bruno", "Carla", "bonjour"))
    bruno.page.goto(friends_host.url + f"/fr/back.html#~{stored_record_key(bruno)}")
    bruno.page.wait_for_selector("#picture svg.sheet")
    for visitor in (ada, bruno, carla, watcher):
        visitor.close()


def open_and_share(visitor: Visitor) -> str:
    """Opens a table and shares its link. The host's page holds a wake lock."""
    visitor.context.add_init_script(WAKE_LOCK)
    visitor.context.add_init_script(SHEET)
    link = open_friends_table(visitor, "catymini", seats="3")
    visitor.page.click("#invite .room button:text-is('Share…')")
    assert visitor.page.evaluate("shared[1]") == link
    visitor.page.wait_for_selector("#invite .qr path")
    assert visitor.page.evaluate("awake") == "screen"
    visitor.shot("friends: the link")
    return link


def move_seat_to_another_tab_and_back(visitor: Visitor, at: str) -> None:
    """Opens the table in a second tab, which takes the seat, and takes it back."""
    newest = visitor.context.new_page()
    newest.goto(visitor.page.url)
    newest.wait_for_selector("#table[data-live=yes] #picture svg.sheet")
    assert newest.evaluate("table.dataset.at") == at
    visitor.page.wait_for_selector("[data-part=stuck] :text('autre onglet')")
    assert visitor.page.inner_text("#friends-title") == "Entre amis"  # not the form's title
    newest.close()
    visitor.follow("[data-part=stuck] .again")


def stored_record_key(visitor: Visitor) -> str:
    """Returns the key of the only record that a browser has stored."""
    key: str = visitor.page.evaluate(
        """() => new Promise((done) => {
          const asked = indexedDB.open("matou");
          asked.onsuccess = () => {
            const found = asked.result.transaction("records").objectStore("records").getAllKeys();
            found.onsuccess = () => done(found.result[0]);
          };
        })"""
    )
    return key


CHEAT = """
from matou.play.joint_luck import JointDealer
honest = JointDealer.draw
def draw(self, state, event=None):
    fair, legal = honest(self, state, event), state.legal()
    others = [action for action in legal if action != fair]
    return others[0] if others and len(state.history) > 10 else fair
JointDealer.draw = draw
"""


def test_the_check_at_the_end_detects_a_host_who_chooses_draws(
    browser: Any, friends_host: Host
) -> None:
    ada = Visitor(browser, friends_host)  # type: ignore[arg-type]
    change_script(
        ada,
        "page/python.js",
        "running = python;",
        f"running = python; python.runPython(`{CHEAT}`);",
    )
    bruno = Visitor(browser, friends_host)  # type: ignore[arg-type]
    link = open_friends_table(ada, "catymini", seats="3")
    ada.page.select_option(".player.s2 select", "1")  # a bot
    join(bruno, link, "Bruno")
    play_out(ada, bruno)
    assert "recompute every draw" in check_draws(bruno)  # the guest's page has no rules to do so
    bruno.follow("#end a:has-text('Replay')")
    bruno.page.wait_for_selector("#picture svg.sheet")
    bruno.page.click("button:has-text('Check every draw')")
    bruno.page.wait_for_selector(":text('The check failed')")
    for visitor in (ada, bruno):
        visitor.close()


RAW = """async (code) => {
  const table = document.querySelector('script[src$="tables/table.js"]').src;
  const { connect } = await import(table.replace("tables/table.js", "friends/guest.js"));
  const line = window.raw = { readyState: 0, onopen: null, onmessage: null, onclose: null };
  window.heard = [];
  line.onmessage = ({ data }) => heard.push(JSON.parse(data));
  await new Promise((done) => { line.onopen = done; connect(code, { lang: "en" }, line); });
}"""
NONSENSE: list[Any] = [
    *({"do": 10**6, "at": 0}, {"do": "1", "at": True}, {"do": 1}, {"undo": 1, "at": []}),
    *({"sit": 0, "name": "Eve"}, {"sit": "0"}, {"bot": 0, "level": 1}, {"take": 0}, {"look": 0}),
    *({"ask": "record"}, {"ask": "online"}, {"ask": {}}, {"set": {"lang": 7}}, {"why": []}),
    *({"chain": "zz"}, {"link": "00" * 32, "step": 0}, {"without": 0}, {"open": {}}, {}),
]


def corrupted(content: str) -> str:
    return content[:20] + ("B" if content[20] == "A" else "A") + content[21:]


def test_wrong_keys_forged_messages_and_a_relay_that_stops(
    browser: Any, friends_host: Host, relay: RunningRelay
) -> None:
    ada = Visitor(browser, friends_host)  # type: ignore[arg-type]
    link = open_friends_table(ada, "catymini")
    bruno = Visitor(browser, friends_host)  # type: ignore[arg-type]
    direct = "this.direct = new Direct("
    change_script(bruno, "friends/meeting.js", direct, direct.replace("=", "= window.direct ="))
    join(bruno, link, "Bruno")
    play_some(3, ada, bruno)
    at = ada.data("at")
    bruno.until("!document.querySelector('#way').textContent")  # a direct connection
    bruno.page.evaluate("direct.send(new Uint8Array(5e6))")  # the host closes the connection
    bruno.until("document.querySelector('#way').textContent.includes('through the relay')")

    eve = Visitor(browser, friends_host)  # type: ignore[arg-type]
    eve.page.goto(f"{link[:-8]}AAAAAAAA")  # the right room with the wrong key
    eve.page.fill("[data-part=joining] [name=name]", "Eve")
    eve.page.click("[data-part=joining] .primary")
    eve.until("document.querySelector('#friends .reached').textContent")
    relay.replay(list(relay.events))  # knowing the room is enough to replay events
    ours = [event for event in relay.events if not event["content"].startswith("{")]
    relay.replay([{**event, "content": corrupted(event["content"])} for event in ours[-40:]])
    bruno.page.evaluate(RAW, link.rpartition("~")[2])
    for number, message in enumerate(NONSENSE):
        bruno.page.evaluate("raw.send", json.dumps({"id": number + 1, **message}))
    stale = json.dumps({"id": 99, "do": 0, "at": int(at) - 1})
    bruno.page.evaluate("raw.send", stale)
    bruno.page.evaluate("for (let i = 0; i < 150; i++) raw.send('{\"sync\": 1}')")
    bruno.page.evaluate("raw.send('{')")
    answers = f"heard.filter((one) => one.t === 'no' && one.id).length >= {len(NONSENSE)}"
    bruno.until(answers)
    bruno.until("heard.some((one) => one.id === 99 && one.code === 'stale')")
    assert bruno.page.evaluate("heard.every((one) => !one.id || one.t === 'no')")
    ada.context.route("**/words-zz.pack", lambda _: None)  # a language that never loads…
    bruno.page.evaluate('raw.send(\'{"set":{"lang":"zz"}}\')')  # …delays no other message
    bruno.page.evaluate("raw.send('x'.repeat(100000))")
    bruno.until("raw.readyState === 3")
    assert ada.data("at") == at
    assert "Eve" not in ada.page.inner_text("#players")
    assert eve.page.is_visible("#friends .reached")
    eve.close()

    bruno.page.reload()
    bruno.wait_for_table()
    assert bruno.data("at") == at
    bruno.until("table.dataset.live === 'yes' && !document.querySelector('#way').textContent")
    relay.stop()
    try:
        play_out(ada, bruno)
        assert check_draws(bruno).startswith("Checked")
    finally:
        relay.start()
    for visitor in (ada, bruno):
        visitor.close()


HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def test_another_version_a_clock_and_five_minutes_in_the_background(
    browser: Any, friends_host: Host
) -> None:
    ada = Visitor(browser, friends_host)  # type: ignore[arg-type]
    bruno = Visitor(browser, friends_host)  # type: ignore[arg-type]
    old = Visitor(browser, friends_host)  # type: ignore[arg-type]
    for visitor in (ada, bruno, old):
        visitor.page.clock.install()
    link = open_friends_table(ada, "appenzell", clock="live", minutes="30", increment="10")
    change_script(old, "friends/ways.js", "const version = ", 'const version = "old" || ')
    old.page.goto(link)
    old.page.fill("[data-part=joining] [name=name]", "Otto")
    old.page.click("[data-part=joining] .primary")
    old.page.wait_for_selector("[data-part=stuck] :text('different version')")
    old.page.clock.run_for(4000)
    assert old.page.is_visible("[data-part=stuck]")  # the message stays
    old.close()

    join(bruno, link, "Bruno")
    play_some(4, ada, bruno)
    at = ada.data("at")
    assert bruno.page.is_visible("#clocks")
    for sleeper in (bruno, ada):  # first the guest's page, then the host's
        sleeper.page.evaluate(HIDE, True)
        sleeper.page.clock.fast_forward("05:00")
        sleeper.page.clock.run_for(100)
        sleeper.page.evaluate(HIDE, False)
        for visitor in (ada, bruno):
            visitor.until("table.dataset.live === 'yes'")
            assert visitor.data("at") == at
    address = ada.page.url
    ada.page.goto("about:blank")
    for _ in range(3):
        bruno.page.clock.fast_forward("00:11")
    bruno.until("table.dataset.live === 'no' && !document.querySelector('#clocks .runs')")
    assert "The host is away" in bruno.page.inner_text("#lost")
    ada.page.goto(address)
    ada.wait_for_table()
    bruno.until("table.dataset.live === 'yes' && document.querySelector('#clocks .runs')")
    play_some(4, ada, bruno)
    for visitor in (ada, bruno):
        visitor.close()
