// The source of games to replay in an exported page: this browser. It has the same interface as
// src/matou/web/static/replay/source.js, which it replaces.

import { ask, begun, placeAddress, recordOf, stop, tableAddress } from "../tables/server.js";

// The address names a table or an opened record, and a position: #TABLE/12, #~RECORD/12.
const [place] = location.hash.slice(1).split("/");
const game = place.startsWith("~") ? { opened: place.slice(1) } : { table: place };

/** @param {string} what @param {object} [more] */
async function asked(what, more) {
  const answer = await ask(what, { ...game, ...more });
  if (answer.wrong) throw new Error(answer.wrong);
  return answer;
}

/** @type {About} */
export const about = await asked("about").catch(({ message }) => { stop(message); return new Promise(() => {}); });
begun();
document.title = `${about.title} · ${document.title}`;

/** @param {string} eyes @returns {Promise<Story>} */
export const story = (eyes) => asked("story", { eyes });
/** @param {number} n @param {string} eyes @param {number} base @param {boolean} wide @param {boolean} text @returns {Promise<Position>} */
export const position = (n, eyes, base, wide, text) => asked("position", { at: n, eyes, base, wide, text });

// There is no analysis on a server.
/** @param {"GET" | "POST"} _method @returns {Promise<Findings>} */
export const analysis = (_method) => asked("analysis");
/** @returns {Promise<Questions>} */
export const questions = () => asked("questions");
/** @param {{ moments: object[], draws: object[] }} found @returns {Promise<Findings>} */
export const opinion = (found) => asked("opinion", found);

/** @returns {Promise<{ fits: boolean, says: string }>} */
export const verified = () => asked("verify");
export const record = recordOf(game);
export const playOn = {
  /** @param {Event} event */
  async onsubmit(event) {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(/** @type {HTMLFormElement} */ (event.target)));
    const { table, wrong } = await ask("play_on", { ...game, ...fields });
    if (wrong) stop(wrong); else location.href = tableAddress(table, about.game);
  },
};
export const toTable = about.table && tableAddress(about.table, about.game);
export const toOrigin = about.origin && placeAddress(about.origin);

export function here() {
  const found = /\/(\d{1,6})$/.exec(location.hash);
  return found ? Number(found[1]) : null;
}
/** @param {number} n */
export const there = (n) => `#${place}/${n}`;
addEventListener("hashchange", () => { if (location.hash.slice(1).split("/")[0] !== place) location.reload(); });
