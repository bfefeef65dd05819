// The puzzle of the day: which game has it, and whether it is solved here. The day goes by UTC.

export const ID = "today"; // as Python knows it
const KEY = "matou-puzzle"; // the last day that was solved, and how many in a row
const DAY = 86_400_000;
const now = () => Math.floor(Date.now() / DAY);

/** @returns {[day: number, row: number]} */
function last() {
  try { return JSON.parse(localStorage.getItem(KEY) || "[0,0]"); } catch { return [0, 0]; }
}

export function solved() {
  const [day, row] = last();
  if (day === now()) return;
  try { localStorage.setItem(KEY, JSON.stringify([now(), day === now() - 1 ? row + 1 : 1])); } catch { /* private window */ }
}

// The link on the first page.
const door = /** @type {HTMLAnchorElement | null} */ (document.querySelector(".puzzle-door a"));
if (door) {
  const games = [.../** @type {NodeListOf<HTMLElement>} */ (door.querySelectorAll("[data-game]"))], game = games[now() % games.length];
  for (const one of games) one.hidden = one !== game;
  door.href = game.dataset.game || "";
  const [day, row] = last(), mark = /** @type {HTMLElement} */ (door.querySelector("em"));
  if (day === now()) mark.textContent = (row > 1 ? mark.dataset.row || "" : mark.dataset.done || "").replace("{n}", String(row));
}
