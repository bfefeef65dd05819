// Says what a guest's page found when it checked the draws of a record (luck.js).

import { say } from "../tables/panels.js";
import { HOST } from "./luck.js";

/** @import { Wrong } from "./luck.js" */

/** @type {Record<Wrong, string>} */
const TEXTS = {
  id: "LUCK_OTHER_GAME", commitment: "LUCK_OTHER_CHAIN", link: "LUCK_OTHER_LINK", agreed: "LUCK_NOT_AGREED",
  missing: "LUCK_LEFT_OUT", early: "LUCK_ASKED_EARLY", moves: "LUCK_CHANGED_MOVE", shown: "LUCK_SHOWN_OTHERWISE",
};

/**
 * Returns the answer for “Check every draw”.
 * @param {[Wrong, number][]} wrong
 * @param {string[]} names of the seats
 */
export function verdict(wrong, names) {
  if (!wrong.length) return { fits: true, says: say("LUCK_FITS") };
  const [[what, seat]] = wrong;
  return { fits: false, says: say("LUCK_FAILS", { why: say(TEXTS[what], { name: seat === HOST ? say("LUCK_HOST") : names[seat] }) }) };
}
