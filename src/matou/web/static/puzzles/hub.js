// How the visitor does with the puzzles of each game.

import { of, sync } from "./results.js";

function show() {
  for (const mine of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".mine"))) {
    const { rating: [points], results } = of(mine.dataset.game || "");
    const says = [[mine.dataset.says, Math.round(points)], [mine.dataset.tried, results.length]];
    mine.textContent = results.length ? says.map(([text, n]) => ` · ${String(text).replace("{n}", String(n))}`).join("") : "";
  }
}

show();
await sync();
show();
