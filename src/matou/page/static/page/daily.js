// The cats of the day in an exported Matou: by this device's clock, with the games in this browser.

import { ask, begun } from "../tables/server.js";
import { shares } from "../daily/daily.js";
import { png } from "./picture.js";

/** @param {Element} within @param {string} what */
const part = (within, what) => /** @type {any} */ (within.querySelector(what));

/** @param {DailyGame} game */
function show(game) {
  const box = document.getElementById(game.name);
  if (!box) return;
  part(box, "use").setAttribute("href", `#face-${game.level}`);
  part(box, ".who b").textContent = game.cat;
  part(box, ".who span").textContent = game.seat_words;
  part(box, ".result").hidden = !game.says;
  part(box, ".result b").textContent = game.says;
  part(box, "[name=level]").value = game.level;
  part(box, "[name=you]").value = game.seat;
  const play = part(box, ".daily-try"), share = part(box, ".share");
  if (game.state !== "new") {
    const title = part(box, "h2").textContent;
    play.textContent = play.dataset[game.state];
    play.ariaLabel = `${play.textContent}: ${title}`;
  }
  play.classList.toggle("primary", game.state !== "over");
  share.hidden = !game.text;
  share.dataset.text = game.text;
  shares(share, async () => png(await ask("picture", { daily: game.name })));
}

begun(false);
const { day, date, streak, games, wrong } = await ask("daily", { link: `${location.origin}${location.pathname}` });
if (!wrong) {
  begun();
  Object.assign(part(document.body, ".today time"), { textContent: date, dateTime: day });
  const box = part(document.body, ".streak");
  box.hidden = !streak;
  part(box, "b").textContent = streak;
  games.forEach(show);
}
