// A puzzle on the real board: find the best move, try again, take a hint, see the solution. Python in this browser
// draws the positions and knows the answers (src/matou/play/solving.py).

import { Choosing, adopt } from "../board/board.js";
import { difference, unfold } from "../board/fragments.js";
import { hasten, playFrames } from "../board/frames.js";
import { Keys } from "../board/keys.js";
import { redraw, reshaped, wide } from "../board/scene.js";
import * as sound from "../board/sound.js";
import { $, choice, make, ruleButton, say } from "../tables/panels.js";
import * as results from "./results.js";
import { ask } from "./source.js";
import * as today from "./today.js";

const PAUSE = 650; // milliseconds after each event
const SLOWLY = 2200; // milliseconds after an event that is to be remembered
const CLOSE = 12; // puzzles near a rating, of which one comes next
const START = 1400; // the rating of somebody new

const root = $("table"), picture = $("picture"), game = root.dataset.book || "";
const wants = new URLSearchParams(location.search);

/** @type {PuzzleEntry[]} */
let list = [];
/** @type {object} */
let which = {}; // the puzzle, as Python is asked for it
/** @type {PuzzlePart} */
let part;
/** @type {string[]} */
let came = []; // what chance did so far
/** @type {string[]} */
let drawn = []; // the parts on the page
/** @type {string[]} */
let reasons = [];
let helped = false, busy = false, opened = 0, shape = false; // `shape`: whether the drawing is wide

/** @returns {PuzzleStep | null} */
const step = () => (busy ? null : part?.step);

// The board

/** @param {LessonDrawing} drawing @param {boolean} animate */
function draw(drawing, animate) {
  const moving = redraw(picture, drawing, difference(drawn, drawing.parts), animate);
  drawn = drawing.parts || [];
  return moving;
}

/** Fetches a decision of the puzzle, or with an answer what follows it. @param {object} [more] @returns {Promise<PuzzlePart>} */
async function fetched(more) {
  shape = wide();
  const found = await ask("puzzle", { game, ...which, came, wide: shape, ...more });
  if (found.wrong) throw new Error(found.wrong);
  let last = found.first = unfold(found.first);
  for (const frame of found.frames) last = frame.drawing = unfold(frame.drawing, last);
  adopt(found.first.css);
  return found;
}

/** @returns {LessonDrawing} */
const last = () => (part.frames.length ? part.frames[part.frames.length - 1].drawing : part.first);

// One puzzle

/** Opens a puzzle, or says why not and opens another. @param {object} asked @param {boolean} [again] */
async function open(asked, again = false) {
  const mine = ++opened, focus = root.contains(document.activeElement);
  hasten();
  busy = true;
  state("busy");
  [which, came, reasons, helped] = [asked, [], [], false];
  choosing.reset();
  quiet();
  try {
    const found = await fetched();
    if (mine !== opened) return;
    part = found;
  } catch (error) {
    busy = false;
    if (!again && list.length) { await open({ id: next() }, true); tell(/** @type {Error} */ (error).message); return; }
    mood("dizzy");
    $("speech").textContent = /** @type {Error} */ (error).message;
    return;
  }
  if ("id" in asked && asked.id !== today.ID) history.replaceState(null, "", `#${part.id}`);
  $("kind").textContent = part.kind;
  $("facts").textContent = [part.seat, part.difficulty ? say("DIFFICULTY", { n: part.difficulty }) : "", part.decisions > 1 ? say("DECISIONS", { n: part.decisions }) : ""].filter(Boolean).join(" · ");
  draw({ ...part.first, highlights: {} }, false);
  showRating();
  busy = false;
  state("watch");
  if (part.is_shown) { $("speech").textContent = say("WATCH"); buttons("watch"); } else decide();
  if (focus) $(part.is_shown ? "watch" : "board").focus({ preventScroll: true });
}

// Shows what the solver must remember.
async function watch() {
  if (busy) return;
  await run(part.frames, SLOWLY);
  $("did").textContent = "";
  decide();
}

/** @param {LessonFrame[]} frames @param {number} pause */
async function run(frames, pause) {
  const mine = opened;
  busy = true;
  state("busy");
  choosing.reset();
  quiet();
  await playFrames(picture, frames, { draw, pause, said: (did) => { $("did").textContent = did; }, left: () => mine !== opened });
  busy = mine !== opened;
}

// Fetches the puzzle in the shape of the window, unless this happens anyway.
async function reshape() {
  const mine = opened, at = root.dataset.state;
  if (!part || busy || at === "over" || shape === wide()) return;
  const found = await fetched().catch(() => null);
  if (!found || mine !== opened || busy) return;
  part = found;
  if (at === "ask") { part.first = { ...last(), box: found.first.box }; part.frames = []; decide(); } else draw({ ...part.first, highlights: {} }, false);
}

// Asks for a decision.
function decide() {
  const now = step();
  if (!now) return;
  draw(last(), false);
  choosing.reset();
  mood("watching");
  $("speech").textContent = `${say("FIND")} ${now.prompt}`;
  $("memory-box").hidden = !now.aid;
  $("memory-says").textContent = now.aid;
  $("board-text").textContent = now.board_text;
  $("board-text-box").hidden = false;
  root.dataset.rule = now.rule;
  state("ask");
  root.dataset.decision = String(came.length);
  keys.at = "";
  keys.stop();
  buttons("hint", "solution");
  reshape();
}

/** @param {number} action */
function answer(action) {
  const now = step();
  if (!now) return;
  if (!now.right.includes(action)) {
    settle(false);
    const chance = now.chances[action];
    tell(chance === undefined ? say("NOT_BEST") : `${say("NOT_BEST")} ${say("WINS", { chance: percent(chance), best: percent(now.chances[now.right[0]]) })}`);
    return;
  }
  go(action);
}

/** Plays the answer and what follows. @param {number} action */
async function go(action) {
  const now = /** @type {PuzzleStep} */ (step()), mine = opened, focus = root.contains(document.activeElement);
  busy = true;
  state("busy");
  mood("proud");
  $("speech").textContent = helped ? say("SOLUTION_IS") : say("RIGHT");
  /** @type {PuzzlePart} */
  let found;
  try { found = await fetched({ answer: action }); } catch (error) {
    busy = false;
    decide();
    tell(/** @type {Error} */ (error).message);
    return;
  }
  if (mine !== opened) return;
  reasons.push(now.reason);
  await run(found.frames, PAUSE);
  if (mine !== opened) return;
  part = { ...found, is_shown: false };
  came = [...came, part.came];
  if (part.step) decide(); else finish();
  if (focus) (part.step ? $("board") : $("next")).focus({ preventScroll: true });
}

function finish() {
  draw({ ...last(), highlights: {} }, false);
  settle(true);
  state("over");
  $("speech").textContent = helped ? say("SOLUTION_IS") : say("SOLVED");
  $("says").replaceChildren(...reasons.map((says) => make("p", {}, says)));
  $("says").className = "reason";
  $("says").hidden = false;
  $("memory-box").hidden = true;
  buttons("next", "once");
}

function hint() {
  const now = step();
  if (!now) return;
  settle(false);
  tell(now.hint, "", "watching");
}

// Shows the solution on the board, and in words at the end.
function solution() {
  const now = step();
  if (!now) return;
  helped = true;
  settle(false);
  go(now.right[0]);
}

/** @param {"watch" | "ask" | "busy" | "over"} is */
function state(is) {
  root.dataset.state = is;
  root.dataset.busy = is === "busy" ? "yes" : "no";
}

// What Matou says

/** @param {string} says @param {string} [rule] @param {string} [face] */
function tell(says, rule, face = "dizzy") {
  $("says").className = face === "watching" ? "kindly" : "";
  $("says").replaceChildren(says, rule ? " " : "", rule ? ruleButton(rule) : "");
  $("says").hidden = false;
  mood(face);
}

function quiet() { for (const id of ["says", "memory-box", "board-text-box"]) $(id).hidden = true; buttons(); }

/** @param {string} name */
function mood(name) { $("tomcat").setAttribute("href", `#tomcat-${name}`); }

/** @param {...string} shown */
function buttons(...shown) { for (const id of ["watch", "hint", "solution", "next", "once"]) $(id).hidden = !shown.includes(id); }

/** @param {number} chance */
const percent = (chance) => say("PERCENT", { n: Math.round(100 * chance) });

// Ratings: the first try of each puzzle counts, without a hint.

/** @param {boolean} solved */
async function settle(solved) {
  const { results: before, rating: [was] } = results.of(game), id = part.id;
  if ("id" in which && which.id === today.ID && solved && !helped) today.solved();
  if (!part.rating || before.some(([other]) => other === id)) return;
  results.save(game, { results: [...before, [id, Number(solved)]], rating: [was, 0] }); // before anything can interrupt it
  const all = results.of(game).results;
  const { rating } = await ask("puzzle_rating", { game, results: all }).catch(() => ({}));
  if (!rating) return;
  results.save(game, { results: results.of(game).results, rating });
  showRating(was && rating[0] - was);
  await results.sync();
}

/** @param {number} [change] */
function showRating(change = 0) {
  const { rating: [points], results: done } = results.of(game), n = Math.round(points), by = Math.round(change);
  $("rating").textContent = done.length && n ? say("RATING", { n }) + (by ? ` (${by > 0 ? "+" : "−"}${Math.abs(by)})` : "") : "";
}

/** Returns the id of a puzzle for this visitor: new, as asked for, and about as hard as their rating. */
function next() {
  const { rating: [points], results: before } = results.of(game), done = new Set(before.map(([id]) => id));
  const [kind, level, now] = [wants.get("kind"), Number(wants.get("difficulty")), part?.id];
  const fit = list.filter(([id, is, , difficulty]) => id !== now && (!kind || is === kind) && (!level || difficulty === level));
  const fresh = fit.filter(([id]) => !done.has(id)), some = fresh.length ? fresh : fit.length ? fit : list;
  const off = (/** @type {PuzzleEntry} */ one) => Math.abs(one[2] - (points || START));
  const close = level ? some : [...some].sort((a, b) => off(a) - off(b)).slice(0, CLOSE);
  return close[Math.floor(Math.random() * close.length)][0];
}

// Input

const choosing = new Choosing(picture, {
  send(action) { if (step()) answer(action); },
  changed(left, narrowable) {
    $("choices").hidden = true;
    $("choices").replaceChildren();
    const now = step();
    if (!left || !now) return;
    $("says").hidden = true;
    if (narrowable) return;
    $("choices").hidden = false;
    $("choices").append(...now.legal.filter(([a]) => left.includes(a)).map((move) => choice(move, (a) => { choosing.reset(); answer(a); })));
  },
  async cold({ on, picked }, instead) {
    const now = step();
    if (!now) return;
    const { why, rule, instead: other, wrong } = await ask("puzzle_why", { game, ...which, came, on, picked });
    if (step() !== now) return;
    if (other) instead(); else tell(why || wrong, rule);
  },
  marked() { keys.renew(); },
});
const keys = new Keys(picture, $("board"), {
  left: () => choosing.left,
  actions: Choosing.actions,
  describe: (action) => (step()?.legal.find(([a]) => a === action) || ["", "", ""])[2],
});

sound.doorway();
$("watch").onclick = watch;
$("hint").onclick = hint;
$("solution").onclick = solution;
$("next").onclick = () => open({ id: next() });
$("skip").onclick = () => open({ id: next() });
$("once").onclick = () => open(which);
reshaped(reshape);
addEventListener("hashchange", () => open(named() || { id: next() }));

/** Returns the puzzle that the address names: #today, #1a2b3c4d, or one's own with all of it in the address. */
function named() {
  const [, own, id] = /^#(?:own=([\w-]+)|(\w+))$/.exec(location.hash) || [];
  try { return own ? { own: JSON.parse(atob(own.replace(/-/g, "+").replace(/_/g, "/"))) } : id ? { id } : null; } catch { return null; }
}

const [found] = await Promise.all([ask("puzzles", { game }), results.sync()]);
const starting = $("starting");
if (found.wrong) {
  starting.classList.add("stopped");
  /** @type {HTMLElement} */ (starting.querySelector("p")).textContent = found.wrong;
} else {
  list = found.puzzles;
  starting.hidden = true;
  await open(named() || { id: next() });
}
