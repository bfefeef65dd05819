// A replay: one position after another, by scrubber, by keys or automatically.

import { adopt, highlight } from "../board/board.js";
import { difference, unfold } from "../board/fragments.js";
import * as moments from "../board/moments.js";
import * as motion from "../board/motion.js";
import * as sound from "../board/sound.js";
import { $, icon, make, on, portrait, say, tableau } from "../tables/panels.js";
import { redraw, reshaped, wide } from "../board/scene.js";
import { store, stored } from "../board/stored.js";
import "./frame.js";
import * as source from "./source.js";
import { Study } from "./analysis.js";

const main = $("main");
const isOver = source.about.is_over;
const PAUSE = 900; // milliseconds between two positions, at speed 1

/** @type {Story} */
let story = { stamp: "", count: source.about.count, lines: [] };
let eyes = $("eyes").value;
/** @type {Record<string, Map<number, Position>>} */
let caches = {}; // by seat to look from
let known = (caches[eyes] = new Map()); // fetched positions, by number
/** @type {Map<number, Promise<Position>>} */
let coming = new Map();
let at = -1; // the requested position
/** @type {Position | null} */
let shown = null; // the one on the page
/** @type {Moving | null} */
let moving = null;
let running = 0;
/** @type {Study | null} */
let study = null;

// Fetching

/** @param {number} n @returns {Promise<Position>} */
function position(n) {
  const words = $("board-text-box").open; // may have been opened during or after an earlier fetch
  const there = known.get(n);
  if (there && !(words && there.board_text === undefined)) return Promise.resolve(there);
  const before = coming.get(n);
  if (before) return words ? before.then((found) => found.board_text === undefined ? position(n) : found) : before;
  const [seen, fetched] = [known, coming];
  let base = -1;
  for (const other of seen.keys()) if (base < 0 || Math.abs(other - n) < Math.abs(base - n)) base = other;
  const had = seen.get(base);
  const promise = source.position(n, eyes, base, wide(), words).then((found) => {
    if (seen !== known) throw new Error("stale");
    if (found.stamp !== story.stamp) { renew(); throw new Error("stale"); }
    const whole = unfold(found, had);
    seen.set(n, whole);
    return whole;
  }).finally(() => fetched.delete(n));
  fetched.set(n, promise);
  return promise;
}

function forget() { caches = {}; known = caches[eyes] = new Map(); coming = new Map(); }

// Changes the seat to look from. In a game without secrets, the log stays the same.
/** @param {string} through */
function look(through) {
  if (through === eyes) return;
  eyes = $("eyes").value = through;
  if (!isOver) { renew(); return; }
  known = caches[eyes] ??= new Map();
  coming = new Map();
  go(at, { again: true });
}

async function renew() {
  const before = story;
  forget();
  story = await source.story(eyes);
  if (before.stamp && before.stamp !== story.stamp) tell(say("GAME_WENT_ON"));
  $("scrub").max = String(story.count);
  main.dataset.count = String(story.count);
  writeLog();
  go(Math.min(Math.max(0, at), story.count), { again: true });
}

// Navigation

/** @param {number} n @param {{ again?: boolean, quiet?: boolean }} [how] @returns {Promise<unknown>} */
function go(n, { again = false, quiet = false } = {}) {
  n = Math.max(0, Math.min(story.count, n));
  if (n === at && !again) return Promise.resolve();
  at = n;
  $("scrub").value = String(n);
  $("scrub").setAttribute("aria-valuetext", say("POSITION_OF", { at: n, count: story.count }));
  $("where").textContent = `${n} / ${story.count}`;
  if (!quiet) history.replaceState(null, "", source.there(n));
  caption();
  markLog();
  return position(n).then((found) => {
    if (at !== n || !known.has(n)) return null;
    return draw(found, shown === null ? 0 : n - shown.at);
  }, (error) => { if (error.message !== "stale") { halt(); tell(say("NOT_FETCHED")); } });
}

/** A step forward is animated and has sound, as at the table; a step back is only animated.
 * @param {Position} found @param {number} by */
function draw(found, by) {
  finish();
  $("says").hidden = true;
  adopt(found.css);
  const changes = difference(shown ? shown.parts : [], found.parts);
  const animate = Math.abs(by) === 1 && motion.moving(), speed = Math.max(1, Number($("speed").value));
  const step = redraw($("picture"), { ...found, highlights: {} }, changes, animate, speed);
  shown = found;
  main.dataset.at = String(found.at);
  beside(found);
  if (by === 1) sound.play(sound.chosen({ moments: found.moments, end: found.over ? { winners: found.winners } : null, seat: null }, {}), (kind) => moments.heard(kind, step));
  const scene = by === 1 && animate ? moments.both(step, moments.stage($("picture"), found.moments, say("LAST_ROUND"), step)) : step;
  const ending = () => moments.finale(tableau(found.winners.map((i) => portrait(source.about.faces[i], "face"))), found.says, say("THE_END"));
  moving = by === 1 && animate && found.over ? moments.followed(scene, ending) : scene;
  return moving && moving.finished;
}

function finish() { if (moving) { moving.finish(); moving = null; } }

/** @param {Position} found */
function beside(found) {
  [...$("players").children].forEach((row, i) => {
    row.classList.toggle("turn", found.turn === i);
    if (found.turn === i) row.setAttribute("aria-current", "true"); else row.removeAttribute("aria-current");
    /** @type {HTMLElement} */ (row.querySelector(".score")).textContent = found.tallies[i] || "";
  });
  $("next").textContent = found.says;
  if (found.board_text !== undefined) $("board-text").textContent = found.board_text;
  const form = $("on");
  if (source.about.is_open) {
    /** @type {HTMLInputElement} */ (form.elements.namedItem("at")).value = String(found.at);
    /** @type {HTMLButtonElement} */ (form.querySelector("button")).disabled = found.over;
    $("on-says").textContent = found.over ? say("PLAY_ON_OVER") : "";
    // Preselect the reader's own seat, else the one they look from, else the one whose turn it is.
    const seat = [form.dataset.seat, eyes, String(found.turn)].find((some) => some && /^\d$/.test(some));
    if (seat) /** @type {HTMLInputElement} */ (form.querySelector(`[name=seat][value="${seat}"]`)).checked = true;
  }
  // Highlight a better action. Nothing here can be clicked.
  const svg = /** @type {Element} */ ($("picture").firstElementChild);
  const better = study && study.better(found.at);
  highlight(svg, better ? Object.fromEntries(better.shine.map((id) => [id, [[], better.best]])) : {});
  for (const el of svg.querySelectorAll(".highlighted")) {
    el.classList.add("hinted");
    for (const key of ["role", "tabindex", "data-actions"]) el.removeAttribute(key);
  }
  if (study) study.mark(found.at);
}

function caption() {
  const line = story.lines[at - 1];
  const text = $("caption");
  if (!line) { text.textContent = at === 0 ? say("AT_START") : ""; return; }
  const [actor, words, , left] = line;
  text.className = actor < 0 ? "" : `s${actor}`;
  text.replaceChildren(actor < 0 ? "" : icon(`mark-${actor}`, "mark"), make("span", {}, words), left ? make("small", { class: "left" }, say("HAD_LEFT", { time: left })) : "");
}

/** @param {string} words */
function tell(words) { $("says").textContent = words; $("says").hidden = false; }

// The log

function writeLog() {
  /** @type {LogLine} */
  const start = [-2, say("AT_START"), ""];
  $("log").replaceChildren(...[start, ...story.lines].map(([actor, words, name, left], i) => make("li", {},
    make("button", { type: "button", class: actor < 0 ? "chance" : `s${actor}`, "data-at": i },
      actor < 0 ? null : icon(`mark-${actor}`, "mark"), make("span", {}, words), left ? make("small", { class: "left" }, left) : null, make("code", {}, name)))));
  markLog();
}

function markLog() {
  const list = $("log");
  const old = list.querySelector("[aria-current]");
  if (old) old.removeAttribute("aria-current");
  const now = /** @type {HTMLElement | null | undefined} */ (list.children[at]?.firstElementChild);
  if (!now) return;
  now.setAttribute("aria-current", "step");
  const top = now.offsetTop; // in the list, which is positioned
  if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 60) list.scrollTop = top - list.clientHeight / 2;
}

// Automatic play

async function run() {
  const mine = ++running;
  showRunning(true);
  if (at >= story.count) await go(0);
  while (running === mine && at < story.count) {
    const speed = Number($("speed").value);
    const wait = new Promise((done) => setTimeout(done, PAUSE / speed));
    position(at + 1).catch(() => {});
    await wait;
    if (running !== mine) return;
    await go(at + 1);
    if (at + 1 <= story.count) position(at + 1).catch(() => {});
  }
  if (running === mine) halt();
}

function halt() { running++; showRunning(false); }

/** @param {boolean} on */
function showRunning(on) {
  main.dataset.running = on ? "yes" : "no";
  $("run").setAttribute("aria-pressed", String(on));
  $("run").title = say(on ? "HALT" : "RUN");
}

const toggle = () => (main.dataset.running === "yes" ? halt() : run());
/** @param {number} n */
const jump = (n) => { halt(); return go(n); };
// Scrolls back to the board, from a list far down on a phone's page.
/** @param {number} n */
const jumpUp = (n) => { if (matchMedia("(max-width: 800px), (max-aspect-ratio: 1/1)").matches) document.querySelector(".stage")?.scrollIntoView(); return jump(n); };

// Input

$("first").onclick = () => jump(0);
$("previous").onclick = () => jump(at - 1);
$("following").onclick = () => jump(at + 1);
$("last").onclick = () => jump(story.count);
$("run").onclick = toggle;
$("scrub").oninput = () => jump(Number($("scrub").value));
$("log").onclick = (event) => { const button = /** @type {HTMLElement | null} */ (on(event).closest("[data-at]")); if (button) jumpUp(Number(button.dataset.at)); };
$("eyes").onchange = () => { $("on").dataset.seat = $("eyes").value; look($("eyes").value); };
for (const radio of /** @type {NodeListOf<HTMLInputElement>} */ ($("on").querySelectorAll("[name=seat]"))) radio.onchange = () => { $("on").dataset.seat = radio.value; };
$("board-text-box").ontoggle = () => { if ($("board-text-box").open && shown) go(at, { again: true }); };
$("speed").value = stored("speed", "1");
if (!$("speed").value) $("speed").value = "1";
$("speed").onchange = () => store("speed", $("speed").value);
$("notation").checked = stored("notation", "0") === "1";
main.classList.toggle("notated", $("notation").checked);
$("notation").onchange = () => { main.classList.toggle("notated", $("notation").checked); store("notation", $("notation").checked ? "1" : "0"); };
motion.setMotion(stored("motion", "1") === "1");
sound.doorway();
document.addEventListener("pointerdown", () => { if (moving) { sound.hush(); finish(); } }, true);
if ($("copy")) $("copy").onclick = async () => {
  const url = location.href.replace(/#.*/, "") + source.there(at);
  try { await navigator.clipboard.writeText(url); $("copy").textContent = say("COPIED"); } catch { tell(url); }
  setTimeout(() => { $("copy").textContent = say("COPY_LINK"); }, 2000);
};

/** @type {Record<string, () => unknown>} */
const KEYS = { ArrowLeft: () => jump(at - 1), ArrowRight: () => jump(at + 1), PageUp: () => jump(at - 10), PageDown: () => jump(at + 10), Home: () => jump(0), End: () => jump(story.count), " ": toggle };
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || !KEYS[event.key]) return;
  const target = on(event);
  if (target.closest("textarea, select, input:not([type=range])")) return;
  if (event.key === " " && target.closest("button, a, summary")) return;
  event.preventDefault();
  KEYS[event.key]();
});
reshaped(() => { forget(); go(at, { again: true }).catch(() => {}); });
addEventListener("hashchange", () => { const n = source.here(); if (n !== null) jump(n); });

if (matchMedia("(max-width: 800px)").matches) $("log-box").open = false;
const start = source.here();
at = start === null ? (isOver ? 0 : story.count) : start;
renew().then(() => { for (const n of [at + 1, at - 1]) if (n >= 0 && n <= story.count) position(n).catch(() => {}); }).catch(() => tell(say("NOT_FETCHED")));
if (isOver) study = new Study(source.about.names, () => story.count, { jump, jumpUp, look, changed: () => shown && beside(shown) });
