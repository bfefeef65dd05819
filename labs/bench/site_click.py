"""Measures the time from a click to the frame that shows the move, in a real browser.

A person plays a bot of level 1; each of their own moves counts.
"""

from __future__ import annotations

import importlib.util
import shutil
import statistics

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
CLICKS = """async (most) => {
  const times = [];
  const wait = (ms) => new Promise((r) => setTimeout(r, ms));
  const table = document.getElementById('table');
  const narrowed = () => document.querySelector('#choices:not([hidden]) .choice')
    || document.querySelector('#picture .highlighted:not(.rest):not(.picked)');
  const press = (el) => el.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  for (let i = 0; i < 1500 && times.length < most && table.dataset.over !== 'yes'; i++) {
    const hot = document.querySelectorAll('#picture .highlighted');
    if (!hot.length || table.dataset.busy === 'yes') { await wait(40); continue; }
    await wait(60);
    // A move may take several clicks; the last of them is the one that counts.
    let el = hot[times.length % hot.length];
    for (let k = 0; k < 4 && el; k++, el = narrowed()) {
      const seen = new Promise((r) => {
        const eye = new MutationObserver(() => { eye.disconnect();
          requestAnimationFrame(() => setTimeout(r)); });
        eye.observe(table, { attributes: true, attributeFilter: ['data-at'] });
      });
      const began = performance.now();
      press(el);
      if (!table.classList.contains('sending')) continue;
      await Promise.race([seen, wait(5000)]);
      times.push(performance.now() - began);
      break;
    }
  }
  return times;
}"""
MOVES = 30


def click_to_painted(port: int, games: tuple[str, ...]) -> dict[str, float] | str:
    """Returns the median of each game in milliseconds, or what is missing to measure it."""
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
            page.goto(f"http://127.0.0.1:{port}/g/{game}?mode=bot")
            page.check("[name=level][value='1']")
            page.click(".setting .primary")
            page.wait_for_selector("#picture svg", timeout=15_000)
            medians[game] = statistics.median(page.evaluate(CLICKS, MOVES))
            context.close()
        browser.close()
    return medians
