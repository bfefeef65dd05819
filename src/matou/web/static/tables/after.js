// After a game: its story, from the record and then from an evaluation in this page, and sharing it.

import { evaluate } from "../bots/evaluating.js";
import { canThink } from "../bots/thinking.js";
import { share as send } from "../pages/share.js";
import * as server from "./server.js";

const PATIENCE = 20_000; // milliseconds for an evaluation: later the headline stays as it is

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

/** Shares a game. Returns the text if only the reader can copy it. @param {After} after @param {() => void} copied */
export const share = ({ share: text, is_public }, copied) => {
  const url = is_public ? server.link() : "";
  return send({ text, ...(url && { url }) }, server.picture, copied);
};
