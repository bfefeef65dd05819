"""Films a game for the README: ``python tools/film.py``.

Bots play a game, the site replays it in Chromium, and the board is photographed while it moves. The
page's animations run slowly meanwhile, so that the film is smooth on a busy machine too.
"""

from __future__ import annotations

import io
import random
import sys
import tempfile
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from programs import find

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

import matou  # noqa: E402
from labs.bench.site_server import MatouServer  # noqa: E402

OUT = ROOT / "docs" / "pictures" / "play.webp"
GAME, FIRST, STEPS = "chopchop", 60, 10
SLOWER = 10  # times slower than in life
FRAME, REST = 80, 500  # milliseconds of the film: a frame, and the pause after a move
WIDTH = 440  # pixels
# Whether something moves that will come to rest: what can be clicked glows without an end.
MOVES = "document.getAnimations().some(a => Number.isFinite(a.effect.getComputedTiming().endTime))"


def recorded() -> str:
    """Returns the record of a game between two bots."""
    state, rng = matou.game(GAME).start(seats=2), random.Random(11)
    bots = [matou.bot(GAME, "level4", seed=seat) for seat in range(2)]
    while not state.over:
        actor = state.actor
        state.play(state.sample(rng) if actor < 0 else bots[actor].choose(state.observe(actor)))
    return state.record().dumps()


def photograph(page: Page) -> Image.Image:
    picture = Image.open(io.BytesIO(page.locator("#picture svg").first.screenshot())).convert("RGB")
    return picture.resize(
        (WIDTH, round(picture.height * WIDTH / picture.width)), Image.Resampling.LANCZOS
    )


def film(page: Page) -> tuple[list[Image.Image], list[int]]:
    """Returns the frames, and how many milliseconds each is shown."""
    page.context.new_cdp_session(page).send(
        "Animation.setPlaybackRate", {"playbackRate": 1 / SLOWER}
    )
    frames, times = [photograph(page)], [REST]
    for _ in range(STEPS):
        page.locator("#following").click()
        until = time.monotonic() + 0.5
        while page.evaluate(MOVES) or time.monotonic() < until:
            began = time.monotonic()
            frames.append(photograph(page))
            times.append(FRAME)
            time.sleep(max(0.0, began + FRAME * SLOWER / 1000 - time.monotonic()))
        frames.append(photograph(page))
        times.append(REST)
    return frames, times


def main() -> None:
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = MatouServer(Path(data))
        browser = playwright.chromium.launch(
            executable_path=find("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 760, "height": 1000})
        page.goto(f"http://127.0.0.1:{server.port}/open")
        page.locator("#record").fill(recorded())
        page.locator("#open button.big").click()
        page.wait_for_url("**/open/*", wait_until="commit")
        page.goto(f"{page.url.partition('#')[0]}#{FIRST}")
        page.wait_for_selector("#picture svg")
        page.wait_for_timeout(1500)
        frames, times = film(page)
        browser.close()
        server.stop()
    frames[0].save(
        OUT, save_all=True, append_images=frames[1:], duration=times, loop=0, quality=70, method=6
    )
    print(f"{OUT}: {len(frames)} frames, {sum(times) / 1000:.0f} s, {OUT.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
