// A game's two lessons: real turns on the real board. All positions are known in advance. The learner makes their own
// moves; the others happen automatically. In strategy the learner is not told the move, and tries until it is found.

import { Choosing, adopt } from "../board/board.js";
import { difference, unfold } from "../board/fragments.js";
import { hasten, playFrames } from "../board/frames.js";
import { Keys } from "../board/keys.js";
import * as sound from "../board/sound.js";
import { $, choice, ruleButton, say } from "../tables/panels.js";
import { redraw, reshaped, wide } from "../board/scene.js";
import { address, whyInLesson } from "../tables/server.js";

const PAUSE = 650; // milliseconds after each automatic move
const AFTER = ["real", "next", "read", "again"]; // what can be done at the end
const SOON = 500; // milliseconds in which most answers arrive
const root = $("table");
const picture = $("picture");
const game = root.dataset.book;

/** @type {Lesson} */
let lesson = { first: { parts: [], highlights: {} }, steps: [] }; // until it is loaded
let at = 0; // the current step
/** @type {string[]} */
let drawn = []; // the parts on the page
let busy = false;

// The board

/** @param {LessonDrawing} drawing @param {boolean} animate */
function draw(drawing, animate) {
  const step = redraw(picture, drawing, difference(drawn, drawing.parts), animate);
  drawn = drawing.parts;
  return step;
}

// Returns the board at the beginning of a step.
/** @param {number} step */
function before(step) {
  for (let i = step - 1; i >= 0; i--) {
    const { frames } = lesson.steps[i];
    if (frames.length) return frames[frames.length - 1].drawing;
  }
  return lesson.first;
}

// Step by step

/** @param {number} step @param {boolean} focus */
function begin(step, focus) {
  at = step;
  const now = lesson.steps[at];
  const over = !now || (at === lesson.steps.length - 1 && now.asks < 0 && !now.frames.length);
  draw(before(at), false);
  choosing.reset();
  mood(over ? "proud" : "watching");
  $("idea").textContent = now ? now.title : "";
  $("speech").textContent = now ? now.says : `${say("LEARNT")} ${say("LEARNT_MORE")}`;
  $("says").hidden = true;
  const asks = now && now.asks >= 0;
  const tries = Boolean(asks && now.title);
  $("task").hidden = !asks || tries;
  $("show").hidden = !tries;
  if (asks) $("task").textContent = describe(now.asks);
  $("go-on").hidden = asks || over;
  for (const id of AFTER) if ($(id)) $(id).hidden = !over;
  choosing.show(asks && !tries ? now.asks : null);
  keys.at = asks ? (picture.querySelector(".hinted") || $("board")).id : "";
  keys.stop();
  root.dataset.rule = now ? now.rule : "";
  root.dataset.step = String(at);
  root.dataset.tries = tries ? "yes" : "no";
  root.dataset.over = over ? "yes" : "no";
  root.dataset.busy = "no";
  $("back").disabled = at === 0;
  const all = $("dots").children.length;
  const shown = Math.floor(Math.min(at, lesson.steps.length - 1) * all / lesson.steps.length); // a position has two steps
  $("dots").setAttribute("aria-label", say("STEP_OF", { n: shown + 1, all }));
  [...$("dots").children].forEach((dot, i) => { dot.className = i < shown || (over && i === shown) ? "done" : i === shown ? "here" : ""; });
  history.replaceState(null, "", `#${at + 1}`);
  if (asks) bring();
  if (focus) (over ? $("real").querySelector("button") : asks ? /** @type {HTMLElement | null} */ (picture.querySelector(".hinted")) || $("board") : $("go-on"))?.focus({ preventScroll: true });
}

// Scrolls so that the elements to click are visible, between the speech and the bottom edge.
function bring() {
  const boxes = [...picture.querySelectorAll(".hinted")].map((el) => el.getBoundingClientRect());
  if (!boxes.length) return;
  const speech = /** @type {Element} */ (document.querySelector(".teacher")).getBoundingClientRect();
  const narrow = getComputedStyle(/** @type {Element} */ ($("back").parentElement)).position === "fixed";
  const least = (narrow ? Math.max(0, speech.bottom) : 0) + 14;
  const most = innerHeight - (narrow ? 84 : 14);
  const top = Math.min(...boxes.map((b) => b.top)), bottom = Math.max(...boxes.map((b) => b.bottom));
  if (bottom > most) scrollBy({ top: Math.min(bottom - most, top - least), behavior: "instant" });
  else if (top < least) scrollBy({ top: top - least, behavior: "instant" });
}

// Plays everything that follows a step, in order, and then goes to the next step.
async function play() {
  if (busy) return;
  busy = true;
  const step = at;
  const focus = root.contains(document.activeElement); // before the focused element is hidden
  root.dataset.busy = "yes";
  choosing.reset();
  choosing.show(null);
  mood("proud");
  // The text stays meanwhile and takes the same space, so that the board does not move.
  $("says").hidden = true;
  await playFrames(picture, lesson.steps[step].frames, { draw, pause: PAUSE, said: (did) => { $("did").textContent = did; }, left: () => at !== step });
  if (at !== step) return; // the learner has gone back in the meantime
  busy = false;
  begin(step + 1, focus);
}

/** @param {number} step */
function go(step) {
  at = -1;
  hasten();
  busy = false;
  $("did").textContent = "";
  begin(step, false);
}

// Matou speaks

/** @type {ReturnType<typeof setTimeout> | undefined} */
let calming;
/** @param {string} name */
function mood(name) {
  clearTimeout(calming);
  $("tomcat").setAttribute("href", `#tomcat-${name}`);
}

/** @param {string} says @param {string} [rule] */
function tell(says, rule) {
  const box = $("says");
  box.replaceChildren(says, rule ? " " : "", rule ? ruleButton(rule) : "");
  box.hidden = false;
  mood("dizzy");
  calming = setTimeout(() => mood("watching"), 1600);
}

/** @param {AskClick} click @param {() => void} instead */
async function why({ picked, on }, instead) {
  if (busy) return;
  const step = at;
  const slow = setTimeout(() => tell(say("LOOKING_UP")), SOON); // the page's own Python may have to start first
  const asked = [["strategy", root.dataset.lesson?.endsWith("/strategy") ? "1" : ""], ["step", String(at)], ...on.map((id) => ["on", id]), ...picked.map((id) => ["picked", id])];
  try {
    const { why: says, rule, instead: other } = await whyInLesson(game || "", asked);
    if (at !== step || busy) return;
    if (other) { $("says").hidden = true; instead(); } else tell(says, rule);
  } catch { if (at === step && !busy) tell(say("NO_WHY")); } finally { clearTimeout(slow); }
}

const choosing = new Choosing(picture, {
  send(action) {
    const now = lesson.steps[at];
    if (busy || !now) return;
    if (action === now.asks) play();
    else tell(now.wrong[action] || say("NOT_NOW"));
  },
  changed(left, narrowable) {
    $("choices").hidden = true;
    $("choices").replaceChildren();
    const now = lesson.steps[at];
    if (!left || !now) return;
    if (!now.title && !left.includes(now.asks)) { choosing.reset(); tell(say("NOT_NOW")); return; }
    $("says").hidden = true;
    if (narrowable) return;
    $("choices").hidden = false;
    $("choices").append(...now.legal.filter(([a]) => left.includes(a)).map((move) => choice(move, (a) => { choosing.reset(); choosing.send(a); })));
  },
  cold(click, instead) { if (lesson.steps[at]) why(click, instead); },
  marked() { keys.renew(); },
});
const keys = new Keys(picture, $("board"), {
  left: () => choosing.left,
  actions: Choosing.actions,
  describe,
});

/** Returns an action of this step in words. @param {number} action */
function describe(action) { return ((lesson.steps[at] ? lesson.steps[at].legal : []).find(([a]) => a === action) || ["", "", ""])[2]; }

sound.doorway();
$("go-on").onclick = play;
$("show").onclick = () => {
  $("task").hidden = false;
  $("show").hidden = $("says").hidden = true;
  choosing.reset();
  choosing.show(lesson.steps[at].asks);
  bring();
};
$("back").onclick = () => go(busy ? at : Math.max(0, at - 1));
$("again").onclick = () => go(0);

async function load() {
  const answer = await fetch(address(`${root.dataset.lesson}/${root.dataset.lang}.json${wide() ? "?wide=1" : ""}`));
  if (!answer.ok) throw new Error(String(answer.status));
  lesson = await answer.json();
  let last = lesson.first = unfold(lesson.first);
  for (const { frames } of lesson.steps) for (const frame of frames) last = frame.drawing = unfold(frame.drawing, last);
  adopt(lesson.first.css);
}

reshaped(() => load().then(() => go(Math.max(0, at))).catch(() => { /* the board stays as it is */ }));

try {
  await load();
  begin(Math.min(Math.max(0, (parseInt(location.hash.slice(1), 10) || 1) - 1), lesson.steps.length), false);
} catch (error) {
  $("says").textContent = say("NO_LESSON");
  $("says").hidden = false;
  throw error;
}
