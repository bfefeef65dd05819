// What screen readers say: each move, what changed, and what to do. There is one polite live region, and lines are
// only appended, so that a reader hears several moves in a row, and none twice.

import { $, make, say } from "./panels.js";

const KEPT = 24; // lines that stay in the region
const MISSED = 12; // moves during a lost connection that are still announced
const CALM = 350; // milliseconds without a view before changes are summed up

let announced = -1; // moves announced so far; -1 before the first view
let moves = 0; // moves announced since the last summary
let prompted = "";
let veiled = false; // does a curtain hide the table?
let mover = -1; // whose turn has been announced
/** @type {string[]} */
let scored = [];
/** @type {string[]} */
let recent = []; // lines that can be repeated
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @param {string} line */
export function utter(line) {
  if (!line) return;
  const region = $("live");
  region.append(make("p", {}, line));
  while (region.children.length > KEPT) region.firstElementChild?.remove();
  recent = [...recent, line].slice(-8);
}

// Forgets everything, because the next player at this screen must not hear the lines of the previous one.
export function forget() {
  $("live").replaceChildren();
  recent = [];
}

export function again() {
  const lines = recent;
  for (const line of lines) utter(line);
  recent = lines;
}

// Announces the new moves of a view at once, and the rest when no more views arrive.
/** @param {View} message @param {View} view @param {string[]} names */
export function heard(message, view, names) {
  if (message.curtain) forget();
  const [first, lines] = message.log;
  const total = first + lines.length, lifted = veiled && !message.curtain;
  veiled = Boolean(message.curtain);
  if (lifted && !first) for (const line of since(lines, view.seat).slice(-MISSED)) { utter(line[1]); moves += 1; }
  else if (announced >= 0 && total < announced) utter(say("TAKEN_BACK"));
  else if (announced >= 0) {
    const fresh = lines.slice(Math.max(0, announced - first));
    for (const line of fresh.slice(-MISSED)) { utter(line[1]); moves += 1; }
  }
  const opening = announced < 0;
  announced = total;
  clearTimeout(timer);
  timer = setTimeout(() => sumUp(view, names, opening), CALM);
}

// Returns what happened since a seat's last turn, for a player who comes to the screen.
/** @param {LogLine[]} lines @param {number | null} seat */
function since(lines, seat) {
  const own = lines.map(([actor]) => actor).lastIndexOf(seat ?? -1);
  const next = lines.findIndex(([actor], i) => i > own && actor >= 0);
  return next < 0 ? [] : lines.slice(next);
}

/** @param {View} view @param {string[]} names @param {boolean} opening */
function sumUp(view, names, opening) {
  if (!opening) view.tallies.forEach((tally, i) => { if (view.end || tally !== scored[i]) utter(say("SCORE_OF", { name: names[i], n: tally })); });
  scored = view.tallies;
  // Where several people share a screen, the question says for whom it is.
  const shared = view.players.filter((p) => p.mine && p.kind === "person").length > 1;
  if (shared && !view.curtain && view.legal.length && mover >= 0 && view.turn !== mover) utter(say("CURTAIN", { name: names[view.turn] }));
  if (view.turn >= 0) mover = view.turn;
  const asks = view.curtain ? say("CURTAIN", { name: view.curtain[1] }) : view.prompt;
  if (asks !== prompted || (moves && view.legal.length)) utter(asks);
  prompted = asks;
  moves = 0;
}

// Says whose turn it is, and everybody's score.
/** @param {View} view @param {string[]} names */
export function standing(view, names) {
  const parts = [view.prompt];
  view.tallies.forEach((tally, i) => parts.push(say("SCORE_OF", { name: names[i], n: tally })));
  utter(parts.join(" "));
}

// Says how many choices are left after a pick, and names them if they are few.
/** @param {string[]} choices @param {boolean} [narrowable] */
export function narrowed(choices, narrowable) {
  const n = choices.length;
  if (n <= 5) utter(say("LEFT_NAMED", { n, list: choices.join("; ") }));
  else utter(`${say("LEFT", { n })} ${narrowable ? say("NARROWED") : say("CHOOSE_ONE")}`);
}
