// What somebody has solved: on this device, and with an account also on the site.

import { store } from "./source.js";

const KEY = "puzzles"; // in the browser's storage

/** @returns {Solved} */
export function results() {
  try { return JSON.parse(localStorage.getItem(KEY) || "{}"); } catch { return {}; }
}

/** @param {Solved} all */
function write(all) {
  try { localStorage.setItem(KEY, JSON.stringify(all)); } catch { /* private window */ }
}

/** Returns the results of a game's solver. @param {string} game @returns {SolvedOf} */
export const of = (game) => results()[game] ?? { results: [], rating: [0, 0] };

/** @param {string} game @param {SolvedOf} solved */
export function save(game, solved) { write({ ...results(), [game]: solved }); }

/** Brings this device and the account to the same state. */
export async function sync() {
  const all = await store(results());
  if (all) write({ ...results(), ...all });
}
