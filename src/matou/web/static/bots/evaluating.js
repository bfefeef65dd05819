// Evaluates a finished game with a bot in this page: every decision, and the luck of every draw.

import { think } from "./thinking.js";

const AT_ONCE = 24; // questions between two checks of the time

// Returns the search's view of a decision, as in src/matou/bots/analyse.py. `chance` is null if the search hardly
// visited the played action; another search finds it.
/** @param {Decision} decision @param {Thought} view @param {number} enough */
function judged({ number, action, after, worth }, { found, chances }, enough) {
  /** @param {Found} some */
  const mean = ({ value, visits }) => value / visits;
  const [best] = found, played = found.find((f) => f.action === action);
  const seen = played && (played === best || played.visits >= enough);
  /** @type {number | null | undefined} */
  const chance = seen ? mean(played) : after ? null : worth;
  return { number, best: best.action, chance, best_chance: mean(best), chances };
}

// Returns the luck of a draw: its outcome minus the mean of all outcomes, as in src/matou/bots/luck.py.
/** @param {Draw} draw @param {number[][]} chances */
function gains({ number, came, outcomes }, chances) {
  const mean = (/** @type {number} */ seat) => outcomes.reduce((sum, { part }, i) => sum + part * chances[i][seat], 0);
  return { number, gains: chances[came].map((chance, seat) => chance - mean(seat)) };
}

/** Evaluates all decisions and draws of a game. `progress` receives the part that is done. Fails after `until`, a time of
 * this page's clock. @param {Questions} questions @param {(part: number) => void} [progress] @param {number} [until] */
export async function evaluate({ module, enough, decisions, draws }, progress = (_) => {}, until = Infinity) {
  const outcomes = draws.flatMap((d) => d.outcomes), open = outcomes.flatMap(({ view }) => view ?? []);
  let done = 0;
  const all = async (/** @type {Question[]} */ questions, counts = true) => {
    /** @type {Thought[]} */
    const answers = [];
    while (answers.length < questions.length) {
      if (performance.now() > until) throw new Error("too slow");
      answers.push(...await think(module, questions.slice(answers.length, answers.length + AT_ONCE), () => { if (counts) progress(++done / (decisions.length + open.length)); }));
    }
    return answers;
  };
  const views = await all(decisions.map((d) => d.before));
  const moments = decisions.map((d, i) => judged(d, views[i], enough));
  const unseen = decisions.flatMap((d, i) => (d.after && moments[i].chance === null ? [{ seat: d.seat, after: d.after, moment: moments[i] }] : []));
  const later = await all(unseen.map(({ after }) => after), false);
  unseen.forEach(({ seat, moment }, i) => { moment.chance = later[i].chances[seat]; });
  const seen = await all(open);
  const chances = outcomes.map(({ view, returns }) => (view ? /** @type {Thought} */ (seen.shift()).chances : returns));
  return { moments, draws: draws.map((d) => gains(d, chances.splice(0, d.outcomes.length))) };
}
