// Clocks: counts down each player's time from the server's last message, by the page's monotonic clock. Only the
// server decides when time is up.

import { $, icon, make, say } from "./panels.js";
import { utter } from "./speech.js";

const SPOKEN = [[60_000, "MINUTE_LEFT"], [10_000, "SECONDS_LEFT"]]; // the only times that are spoken
const LOW = 60_000, TENTHS = 10_000;

/** @type {Clock | null} */
let clock = null;
/** @type {Player[]} */
let players = [];
let heard = 0; // when the server's message arrived
let before = Infinity; // the reader's own time left at the last check, while it runs
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {Clock | undefined} message @param {Player[]} list */
export function update(message, list) {
  if (!message) return;
  clock = message;
  players = list;
  heard = performance.now();
  before = Infinity;
  const { sides } = message, box = $("clocks");
  box.replaceChildren(...sides.map((side, i) => {
    const team = list.filter((_, seat) => sides[seat] === side);
    // One clock for each side, and none for cats, which use no time.
    if (sides.indexOf(side) !== i || team.every((p) => p.kind === "bot")) return "";
    return make("span", { class: `clock s${i}${runs(i) ? " runs" : ""}`, "data-seat": i }, icon(`mark-${i}`, "mark"), make("span", { class: "name" }, team.map((p) => p.name).join(" · ")), make("time", {}));
  }));
  if (message.loses && box.childElementCount) box.append(make("small", { class: "rule" }, say("WHEN_UP_LOSE")));
  box.hidden = !box.childElementCount;
  tick();
}

/** Stops counting: the table is away, and nobody loses time. */
export function stop() { if (clock) update({ ...clock, left: clock.left.map((_, seat) => left(seat)), runs: -1 }, players); }

/** @param {number} seat */
function runs(seat) { return Boolean(clock && clock.runs >= 0 && clock.sides[clock.runs] === clock.sides[seat]); }

/** @param {number} seat */
function left(seat) {
  if (!clock) return 0;
  const gone = runs(seat) ? Math.max(0, performance.now() - heard - clock.waits) : 0;
  return Math.max(0, clock.left[seat] - gone);
}

function tick() {
  clearTimeout(timer);
  if (!clock) return;
  let next = Infinity;
  for (const line of /** @type {NodeListOf<HTMLElement>} */ ($("clocks").querySelectorAll(".clock"))) {
    const seat = Number(line.dataset.seat), ms = left(seat), time = line.querySelector("time");
    if (time) { time.textContent = shown(ms); time.dateTime = `PT${Math.ceil(ms / 1000)}S`; }
    line.classList.toggle("low", ms < LOW);
    if (!runs(seat)) continue;
    const step = ms <= TENTHS ? 100 : 1000;
    if (ms > 0) next = (ms % step) + 1 + Math.max(0, clock.waits - (performance.now() - heard));
    if (players[clock.runs]?.mine) warn(ms);
  }
  if (next < Infinity) timer = setTimeout(tick, Math.min(next, 60_000));
}

/** Speaks a warning once, when it becomes due during the reader's turn. @param {number} ms */
function warn(ms) {
  for (const [at, key] of SPOKEN) if (before > Number(at) && before < Infinity && ms <= Number(at)) utter(say(String(key)));
  before = ms;
}

/** @param {number} ms */
function shown(ms) {
  if (ms < TENTHS) return (Math.ceil(ms / 100) / 10).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1 });
  const s = Math.ceil(ms / 1000), m = Math.floor(s / 60), h = Math.floor(m / 60), hours = Math.ceil(s / 3600), d = Math.floor(hours / 24);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (d) return say(hours % 24 ? "DAYS_LEFT" : "WHOLE_DAYS_LEFT", { d, h: hours % 24 });
  return h ? `${h}:${two(m % 60)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

document.addEventListener("visibilitychange", tick); // a hidden page does not count down
