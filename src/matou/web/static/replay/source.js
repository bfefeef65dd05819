// Where a replay comes from: here a server, by HTTP. A page without a server uses
// src/matou/page/static/replay/source.js instead, which has the same interface.

import { address, tableAddress } from "../tables/server.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const path = main.dataset.path, place = main.dataset.place;
/** @type {About} */
export const about = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("texts")).textContent || "").about;

/** @param {string} what @param {RequestInit} [how] */
async function ask(what, how) {
  const answer = await fetch(what, how);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}

/** @param {string} eyes @returns {Promise<Story>} */
export const story = (eyes) => ask(`${path}/story?eyes=${eyes}`);
/** @param {number} n @param {string} eyes @param {number} base @param {boolean} wide @param {boolean} text @returns {Promise<Position>} */
export const position = (n, eyes, base, wide, text) => ask(`${path}/${n}?eyes=${eyes}&base=${base < 0 ? "" : base}&wide=${Number(wide)}${text ? "&text=1" : ""}`);

// The analysis: stored findings, what a page needs to analyse the game itself, and its findings in words.
/** @param {"GET" | "POST"} method @returns {Promise<Findings>} */
export const analysis = (method) => ask(`${path}/analysis`, { method });
/** @returns {Promise<Questions>} */
export const questions = () => ask(`${path}/opinion`);
/** @param {{ moments: object[], draws: object[] }} found @returns {Promise<Findings>} */
export const opinion = (found) => ask(`${path}/opinion`, { method: "POST", body: JSON.stringify(found) });

/** @returns {Promise<{ fits: boolean, says: string }>} */
export const verified = () => ask(`${place}/verify`);
export const record = { href: `${place}/record`, download: true };
export const playOn = { method: "post", action: `${path}/play` };
export const toTable = about.table && tableAddress(about.table);
export const toOrigin = about.origin && address(about.origin);

// The position in the page's address, and the address of a position.
export function here() {
  const found = /^#(\d{1,6})$/.exec(location.hash);
  return found ? Number(found[1]) : null;
}
/** @param {number} n */
export const there = (n) => `#${n}`;
