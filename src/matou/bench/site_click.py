"""From a click to the frame that shows the move, in a real browser: part of ``bench site``."""

from __future__ import annotations

import importlib.util
import shutil
import statistics

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
CLICKS = """async () => {
  const times = [];
  const wait = (ms) => new Promise((r) => setTimeout(r, ms));
  const table = document.getElementById('table');
  for (let i = 0; i < 60 && table.dataset.over !== 'yes'; i++) {
    const curtain = document.querySelector('#curtain:not([hidden]) .primary');
    if (curtain) { curtain.click(); await wait(150); continue; }
    document.getElementById('moves-box').open = true;
    await wait(60);
    const move = document.querySelector('#moves .choice');
    if (!move) continue;
    const began = performance.now();
    const seen = new Promise((r) => {
      const eye = new MutationObserver(() => { eye.disconnect();
        requestAnimationFrame(() => setTimeout(r)); });
      eye.observe(table, { attributes: true, attributeFilter: ['data-at'] });
    });
    move.click();
    await Promise.race([seen, wait(5000)]);
    times.push(performance.now() - began);
  }
  return times;
}"""


def click_to_painted(port: int, games: tuple[str, ...]) -> dict[str, float] | str:
    """The median of each game in milliseconds; or what is missing to measure it."""
    chromium = shutil.which("chromium")
    if chromium is None:
        return "chromium is not installed"
    if importlib.util.find_spec("playwright") is None:
        return "pip install playwright measures this in a browser"
    from playwright.sync_api import sync_playwright

    medians = {}
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=ARGS)
        for game in games:
            context = browser.new_context(reduced_motion="reduce")
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{port}/g/{game}?mode=same")
            for field, name in (("name", "Ada"), ("name1", "Basile")):
                page.fill(f"[name={field}]", name)
            page.click(".setting .primary")
            page.wait_for_selector("#picture svg", timeout=15_000)
            medians[game] = statistics.median(page.evaluate(CLICKS))
            context.close()
        browser.close()
    return medians
