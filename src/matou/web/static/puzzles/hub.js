// The list of games with puzzles: how the visitor does in each.

import { of, sync } from "./results.js";

function show() {
  for (const section of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-game]"))) {
    const { rating: [points], results } = of(section.dataset.game || ""), mine = /** @type {HTMLElement} */ (section.querySelector(".mine"));
    const says = [[mine.dataset.says, Math.round(points)], [mine.dataset.tried, results.length]];
    mine.textContent = results.length ? says.map(([text, n]) => ` · ${String(text).replace("{n}", String(n))}`).join("") : "";
  }
}

show();
await sync();
show();
