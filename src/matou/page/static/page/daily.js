// The cats of the day in an exported Matou: by this device's clock, with the games in this browser.

import { ask, begun } from "../tables/server.js";
import { shares } from "../daily/daily.js";
import { all } from "./browser_storage.js";

const DAY = 86_400_000;

/** The days on which a game was finished in time. @param {KeptTable[]} tables */
const finished = (tables) => tables
  .filter(({ over, touched, settings }) => over && settings.daily && touched * 1000 < Date.parse(settings.daily) + DAY)
  .map(({ settings }) => settings.daily);

/** @param {Element} within @param {string} what */
const part = (within, what) => /** @type {any} */ (within.querySelector(what));

/** @param {DailyGame} game */
function show(game) {
  const box = document.getElementById(game.name);
  if (!box) return;
  part(box, "use").setAttribute("href", `#face-${game.level}`);
  part(box, ".who b").textContent = game.cat;
  part(box, ".who span").textContent = game.seat;
  part(box, ".result").hidden = !game.says;
  part(box, ".result b").textContent = game.says;
  const play = part(box, "form button"), share = part(box, ".share");
  if (game.state !== "new") {
    const title = part(box, "h2").textContent;
    play.textContent = play.dataset[game.state];
    play.ariaLabel = `${play.textContent}: ${title}`;
  }
  share.hidden = !game.text;
  share.dataset.text = game.text;
  shares(share);
}

begun(false);
const tables = await all().catch(() => /** @type {KeptTable[]} */ ([])); // a private window keeps nothing
const { day, streak, games, wrong } = await ask("daily", { days: finished(tables) });
if (!wrong) {
  begun();
  part(document.body, ".today time").textContent = day;
  const box = part(document.body, ".streak");
  box.hidden = !streak;
  part(box, "b").textContent = streak;
  games.forEach(show);
}
