// After a game: its story, from the record and then from an evaluation in this page, and sharing it.

import { evaluate } from "../bots/evaluating.js";
import { canThink } from "../bots/thinking.js";
import * as server from "./server.js";

const PATIENCE = 20_000; // milliseconds for an evaluation: later the headline stays as it is
const DRAWN = 4000; // milliseconds to wait for a picture: browsers share only soon after a click

/** Passes on what follows the game: at once, and again if an evaluation tells more. Spectators do not evaluate.
 * @param {boolean} evaluates @param {(after: After) => void} tell */
export async function story(evaluates, tell) {
  const until = performance.now() + PATIENCE;
  try {
    const known = await server.after();
    tell(known);
    if (!evaluates || known.is_settled || !canThink()) return;
    const questions = await server.questions();
    if (questions.module) tell(await server.after(await evaluate(questions, undefined, until)));
  } catch { /* the result stands without it */ }
}

/** Returns the picture of the game as a file to share, if there is one in time. */
async function picture() {
  if (!server.picture) return null;
  try {
    const answer = await fetch(server.picture, { signal: AbortSignal.timeout(DRAWN) });
    return answer.ok ? new File([await answer.blob()], "matou.png", { type: "image/png" }) : null;
  } catch { return null; }
}

/** Opens the system's share sheet, or copies the text. Returns the text if only the reader can copy it.
 * @param {After} after @param {() => void} copied */
export async function share({ share: text, is_public }, copied) {
  const url = is_public ? server.link() : "";
  const words = { text, ...(url && { url }) };
  if (navigator.share) {
    const file = await picture(), whole = file ? { ...words, files: [file] } : words;
    try {
      await navigator.share(navigator.canShare?.(whole) ? whole : words);
      return "";
    } catch (error) { if (error instanceof DOMException && error.name === "AbortError") return ""; }
  }
  const line = [text, url].filter(Boolean).join(" ");
  try { await navigator.clipboard.writeText(line); } catch { return line; }
  copied();
  return "";
}
