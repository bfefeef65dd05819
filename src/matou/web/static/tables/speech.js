// What is said aloud: each move as it happens, what changed, what is to be done. One polite
// region that only grows, so that several moves in a row are all heard, and none twice.

import { $, make, say } from "./panels.js";

const KEPT = 24; // lines that stay in the region
const MISSED = 12; // moves made while the line was down that are still told
const CALM = 350; // after so long without a view, what changed is summed up

let told = -1; // moves told so far; -1 before the first view
let moves = 0; // moves told since the last summing up
let prompted = "";
/** @type {string[]} */
let scored = [];
/** @type {string[]} */
let recent = []; // what can be said again
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

// The screen passes to somebody else, who must not hear what the one before was told.
export function forget() {
  $("live").replaceChildren();
  recent = [];
}

export function again() {
  const lines = recent;
  for (const line of lines) utter(line);
  recent = lines;
}

// A view is on the page: say its new moves at once, and the rest when all is calm.
/** @param {View} message @param {View} view @param {string[]} names */
export function heard(message, view, names) {
  if (message.curtain) forget();
  const [first, lines] = message.log;
  const total = first + lines.length;
  if (told >= 0 && total < told) utter(say("TAKEN_BACK"));
  else if (told >= 0) {
    const fresh = lines.slice(Math.max(0, told - first));
    for (const line of fresh.slice(-MISSED)) { utter(line[1]); moves += 1; }
  }
  const opening = told < 0;
  told = total;
  clearTimeout(timer);
  timer = setTimeout(() => sumUp(view, names, opening), CALM);
}

/** @param {View} view @param {string[]} names @param {boolean} opening */
function sumUp(view, names, opening) {
  if (!opening) view.tallies.forEach((tally, i) => { if (view.end || tally !== scored[i]) utter(say("SCORE_OF", { name: names[i], n: tally })); });
  scored = view.tallies;
  const asks = view.curtain ? say("CURTAIN", { name: view.curtain[1] }) : view.prompt;
  if (asks !== prompted || (moves && view.legal.length)) utter(asks);
  prompted = asks;
  moves = 0;
}

// Whose turn it is, and how everybody stands.
/** @param {View} view @param {string[]} names */
export function standing(view, names) {
  const parts = [view.prompt];
  view.tallies.forEach((tally, i) => parts.push(say("SCORE_OF", { name: names[i], n: tally })));
  utter(parts.join(" "));
}

// A pick has left so many choices: name them while they are few.
/** @param {string[]} choices @param {boolean} [narrowable] */
export function narrowed(choices, narrowable) {
  const n = choices.length;
  if (n <= 5) utter(say("LEFT_NAMED", { n, list: choices.join("; ") }));
  else utter(`${say("LEFT", { n })} ${narrowable ? say("NARROWED") : say("CHOOSE_ONE")}`);
}
