// A table page: one connection to the table's host, which sends views and receives actions. The host decides.

import { again } from "./again.js";
import { Beside } from "../board/beside.js";
import { Choosing, adopt } from "../board/board.js";
import { spellOut } from "../board/fragments.js";
import { Keys } from "../board/keys.js";
import * as clocks from "./clocks.js";
import * as moments from "../board/moments.js";
import * as motion from "../board/motion.js";
import { Notes } from "./notes.js";
import * as panels from "./panels.js";
import { preferences } from "./preferences.js";
import { redraw, reshaped, wide } from "../board/scene.js";
import { live, tableAddress } from "./server.js";
import { shortcuts } from "./shortcuts.js";
import * as sound from "../board/sound.js";
import * as speech from "./speech.js";
import { canThink, think } from "../bots/thinking.js";
import { structured } from "./board_in_words.js";

const { $, say } = panels;
const root = $("table");
const picture = $("picture");
const small = matchMedia("(max-width: 800px), (max-height: 560px)").matches;

/** @type {Line | null} */
let socket = null;
let tries = 0;
/** @type {View | null} */
let view = null; // the position on the screen
/** @type {View[]} */
let waiting = []; // views that are still to be shown, in order
/** @type {Moving | null} */
let playing = null;
let pending = 0;
let arrived = 0; // when the last position arrived, by this page's clock
let ids = 0;
/** @type {{ id: number, instead: () => void } | null} */
let asked = null; // the question why a click did nothing, and what to do if the click starts a new choice
let pondering = false; // whether this page is computing a hint
let hurried = false; // whether the last press skipped an animation
let followed = false; // has this page asked what follows the game?
/** @type {After | null} */
let after = null;
/** @type {(() => void) | null} */
let untold = null; // shows how the game ended, after the last move's animation

/** @type {ReturnType<typeof setTimeout> | undefined} */
let slow;

const BREATH = 80; // milliseconds between two views
const SLOW = 120; // milliseconds until an unanswered move is shown as being sent

// Connection

function connect() {
  const shape = wide();
  socket = live(root.dataset.lang, $("memory").checked, shape, $("pace").value);
  socket.onopen = () => { if (wide() !== shape) reshape(); if ($("board-text-box").open) send({ set: { board_text: true } }); if (document.hidden) seen(); };
  socket.onmessage = (event) => { tries = 0; [JSON.parse(event.data)].flat().forEach(hear); };
  socket.onclose = (event) => {
    socket = null;
    pending = 0;
    if (event.code === 4404) { location.reload(); return; }
    $("lost").hidden = tries < 1;
    root.dataset.live = "no";
    again(tries, connect);
    tries += 1;
  };
}

/** @param {Asked} message */
function send(message) {
  if (!socket || socket.readyState !== 1) return false;
  socket.send(JSON.stringify({ id: ++ids, ...message }));
  return true;
}

// Reports whether the page is visible: a player who sees the table needs no notification.
function seen() { send({ set: { seen: !document.hidden } }); }

function reshape() { send({ set: { wide: wide() } }); }

/** @param {number} action */
function act(action) {
  if (!view || pending) return Boolean(pending);
  flush();
  if (send({ do: action, at: view.at, ...(view.clock && { took: Math.round(performance.now() - arrived) }) })) { sending(true); performance.mark("sent"); }
  return Boolean(pending);
}

// Marks a move as being sent, but only if that takes a while.
/** @param {boolean} is */
function sending(is) {
  pending = is ? 1 : 0;
  root.classList.toggle("sending", is);
  clearTimeout(slow);
  if (is) slow = setTimeout(() => root.classList.add("slow"), SLOW); else root.classList.remove("slow");
}

/** @param {Heard} message */
function hear(message) {
  switch (message.t) {
    case "view": take(message); break;
    case "ok": answered(message); break;
    case "no": if (pending) { sending(false); choosing.reset(); } notes.tell(message.says, message.rule, false, message.code === "late"); break;
    case "players": if (view) { view.players = message.players; showPlayers(); if (!view.legal.length) prompt(); } break;
    case "chat": notes.chat(message.line); break;
    case "react": notes.react(message); break;
    case "rematch": if (message.now) goOn(message.table); else if (view) { view.rematch = message.table; showEnd(); } break;
    case "clock": clocks.update(message.clock, view?.players || []); break;
    case "late": notes.late(message.seat); break;
    case "joined": notes.joined(message); break;
    case "reload": send({ sync: 1 }); break;
    case "simpler": $("simpler").hidden = !message.simpler; break;
  }
}

/** @param {Extract<Heard, { t: "ok" }>} message */
function answered(message) {
  if (message.hint !== undefined) advise(message.hint, message.says, message.because);
  if (message.think) ponder(message);
  if (message.done) notes.courteous(message);
  if (message.why) notes.tell(message.why, message.rule);
  if (message.instead && asked && asked.id === message.id) asked.instead();
}

/** @param {number} action @param {string} says @param {string} because */
function advise(action, says, because) {
  choosing.show(action);
  beside.about(picture.querySelector(".hinted"));
  notes.tell(`${say("HINT_SAYS", { says })} ${because}`, "", true);
}

// Computes a hint in this page, as the server asked.
/** @param {{ think?: Question, module?: string, at?: number }} message */
async function ponder({ think: question, module, at }) {
  if (pondering || !question || !module) return;
  pondering = true;
  try {
    const [{ found }] = await think(module, [question]);
    const move = view && view.at === at && view.legal.find(([action]) => action === found[0].action);
    if (move) send({ hint: move[0] }); // the server answers why it is good
  } catch { send({ hint: true }); } finally { pondering = false; }
}

// Views

/** @param {View} message */
function take(message) {
  adopt(message.css);
  spellOut(message);
  pending = 0;
  arrived = performance.now();
  clocks.update(message.clock, message.players || view?.players || []);
  if (message.whole) { finish(); waiting = []; $("lost").hidden = true; root.dataset.live = "yes"; }
  waiting.push(message);
  if (waiting.length > 8) for (const old of waiting.splice(0, waiting.length - 5)) show(old, false, true);
  if (!playing) next();
}

function next() {
  const message = waiting.shift();
  root.dataset.busy = message ? "yes" : "no";
  if (!message) return;
  const step = show(message, motion.moving() && !anew(message));
  if (!step) { next(); return; }
  playing = step;
  const go = () => { if (playing === step) { playing = null; next(); } };
  step.finished.then(() => setTimeout(go, waiting.length ? BREATH : 0));
}

// Returns whether to show a view without animation. From another seat everything is elsewhere, but nothing has moved.
/** @param {View} message */
function anew(message) {
  const seat = view && view.seat !== message.seat;
  return Boolean(message.whole || message.curtain || view?.curtain || (seat && message.box));
}

function finish() { if (playing) { playing.finish(); playing = null; } }

function flush() {
  if (playing || waiting.length) sound.hush();
  finish();
  for (const old of waiting.splice(0)) show(old, false, true);
  root.dataset.busy = "no";
}

/** Shows a view. A skipped one is shown without animation and sound.
 * @param {View} message @param {boolean} animate @param {boolean} [skipped] */
function show(message, animate, skipped = false) {
  const held = keys.hold();
  const step = draw(message, animate);
  const old = message.whole ? null : view;
  const ended = Boolean(message.end && old && !old.end);
  view = { ...old, ...message, chat: null, parts: [], patch: undefined };
  root.dataset.at = String(view.at);
  root.dataset.turn = String(view.turn);
  root.dataset.rule = view.rule || "";
  root.dataset.over = view.end ? "yes" : "no";
  sending(false);
  picture.classList.add("resting"); // no preview for a pointer that has not moved, or for the focus
  notes.pass();
  untold = ended ? () => theEnd(message, held, skipped) : null;
  prompt();
  choosing.reset();
  choosing.show(null);
  const names = view.players.map((p) => p.name);
  panels.log(message.log[0], message.log[1]);
  panels.just(view.seat);
  if (message.board_text !== undefined) $("board-text").replaceChildren(...structured(message.board_text));
  showPlayers();
  panels.listed(view.open && !view.end, view.players);
  panels.moves(view.legal, act);
  panels.curtain(message.curtain, send);
  view.curtain = message.curtain;
  $("undo").hidden = !view.undo;
  $("hint").hidden = !(view.hints && view.legal.length);
  if (message.whole) {
    if (!small && view.players.some((p) => p.kind === "person" && !p.mine)) $("chat-box").open = true;
    $("seal").textContent = message.fair;
    $("simpler").hidden = !message.simpler;
    if (message.continues) panels.continues(...message.continues);
    $("chat").replaceChildren(...(message.chat || []).map(panels.chatLine));
    panels.invites(message.invites, names);
    view.invites = message.invites;
  }
  follow();
  if (!ended) showEnd();
  notes.greet();
  if (message.whole && view.rematch && !view.end) goOn(view.rematch);
  if (message.whole) notes.arrive();
  picture.inert = Boolean(view.curtain);
  speech.heard(message, view, names);
  if (message.remark && !message.whole && !skipped && !ended) notes.remark(...message.remark);
  if (!message.whole) sound.play(sound.chosen(view, old || {}, skipped), (kind) => moments.heard(kind, step));
  if (message.moments.some(([kind]) => kind === "last")) speech.utter(say("LAST_ROUND"));
  const scene = animate && !skipped ? staged(message, ended, step) : step;
  if (!ended) keys.settle(held, { ended, curtain: view.curtain });
  else if (scene) scene.finished.then(tellEnd); else tellEnd();
  document.title = document.title.replace(/^(● )?/, view.legal.length ? "● " : "");
  return scene;
}

/** Plays the motion with its great moments, and at the end of the game the winners.
 * @param {View} message @param {boolean} ended @param {Moving | null} step */
function staged(message, ended, step) {
  if (waiting.length > 2) return step; // too many views are waiting
  const shown = moments.both(step, moments.stage(picture, message.moments, say("LAST_ROUND"), step));
  return ended ? moments.followed(shown, finale) : shown;
}

function tellEnd() {
  const tells = untold;
  untold = null;
  if (tells) tells();
}

/** Shows who has won and how to go on. Scrolls there if that is below the board.
 * @param {View} message @param {Held | null} held @param {boolean} skipped */
function theEnd(message, held, skipped) {
  prompt();
  showEnd();
  keys.settle(held, { ended: true, curtain: message.curtain });
  if (message.remark && !skipped) notes.remark(...message.remark);
  const box = $("end"), at = box.getBoundingClientRect();
  if (at.bottom < 0 || at.top > innerHeight / 2) box.scrollIntoView({ behavior: motion.moving() ? "smooth" : "auto" });
}

function finale() {
  tellEnd();
  const { end, seat, players, prompt } = /** @type {View} */ (view), winners = end?.winners || [];
  const won = seat !== null && winners.includes(seat);
  const lost = seat !== null && !won, heads = panels.tableau(winners.map((i) => panels.portrait(players[i].face, "face")), lost ? panels.portrait(players[seat].face, "face") : null);
  return moments.finale(heads, prompt, say(won ? "BRAVO" : lost ? "KINDLY" : "THE_END"));
}

/** @param {View} message @param {boolean} animate */
function draw(message, animate) {
  if (message.broken) { picture.replaceChildren(); panels.open($("board-text-box")); return null; }
  return redraw(picture, message, message.patch, animate, 1 + waiting.length * 0.3);
}

/** @param {string} [text] */
function prompt(text) {
  if (!view) return;
  if (untold) text = " "; // the last move is still being shown
  const mover = view.players[view.turn];
  if (!text && mover && mover.kind === "person" && !mover.here && !view.end) text = say("WAITS_FOR_AWAY", { name: mover.name });
  $("prompt").classList.toggle("yours", view.legal.length > 0);
  const watching = view.seat === null && !view.curtain && !view.end && !view.players.some((p) => p.mine);
  panels.renewed($("prompt"), [text || view.prompt, watching], () => [text || view?.prompt || "", watching ? panels.make("small", {}, ` ${say("SPECTATOR")}`) : ""]);
}

// Another player who wants a rating has come: the rated game is at another table.
/** @param {string} table */
function goOn(table) { location.assign(`${tableAddress(table)}#counts`); }

function showPlayers() {
  if (!view) return;
  const playing = !view.end && view.players.some((p) => p.mine && p.kind === "person");
  $("leave-box").hidden = !playing || view.daily;
  $("resign").hidden = !playing || view.players.some((p) => p.kind === "open");
  panels.players(view.players, { turn: view.turn, tallies: view.tallies, host: view.invites && view.invites.length > 0, over: Boolean(view.end) }, send);
}

function showEnd() {
  if (!view || untold) return;
  // Until its day ends, a game with a cat of the day is seen at its table alone.
  if (view.daily && !view.end?.seed) for (const id of ["look-back", "online-box"]) $(id)?.setAttribute("hidden", "");
  panels.ending(view.end, { says: view.prompt, tallies: view.tallies, mine: view.players.some((p) => p.mine), rematch: view.rematch, players: view.players, seat: view.seat, open: view.open, daily: view.daily, after });
}

// Asks for the story of the game while the last scene plays.
async function follow() {
  if (followed || !view?.end) return;
  followed = true;
  const { story } = await import("./after.js");
  story(view.players.some((p) => p.mine), (known) => {
    if (after && known.headline !== after.headline && !untold) speech.utter(known.headline);
    after = known;
    showEnd();
  });
}

// Choosing

const beside = new Beside($("beside"), picture);
const notes = new Notes({ view: () => view, flush, send, beside, picture });
const choosing = new Choosing(picture, {
  send: act,
  changed(left, narrowable) {
    $("clear").hidden = !left;
    const few = left && (left.length <= 6 || !narrowable);
    $("choices").hidden = !few;
    $("choices").replaceChildren();
    if (!left || !view) { prompt(); return; }
    prompt(say(left.length === 1 ? "ONCE_MORE" : narrowable ? "NARROWED" : "CHOOSE_ONE"));
    const moves = view.legal.filter(([a]) => left.includes(a));
    $("says").hidden = true;
    if (few) $("choices").append(...moves.map((move) => panels.choice(move, act)));
    beside.onBoard = Boolean(narrowable);
    beside.place();
    speech.narrowed(moves.map(([, , words]) => words), narrowable);
    if (!narrowable) keys.offer($("choices"));
  },
  marked() { keys.renew(); },
  dropped() { speech.utter(say("DROPPED")); keys.enter(); },
  cold(why, instead) { if (!hurried && view && send({ why })) asked = { id: ids, instead }; },
});

const keys = new Keys(picture, $("board"), {
  left: () => choosing.left,
  actions: Choosing.actions,
  describe(action) { return ((view ? view.legal : []).find(([a]) => a === action) || ["", "", ""])[2]; },
});
shortcuts(() => $("single").checked, {
  board: () => keys.enter(),
  again: speech.again,
  standing: () => { if (view) speech.standing(view, view.players.map((p) => p.name)); },
});

document.addEventListener("pointerdown", (event) => {
  if (!panels.on(event).closest("#beside, .rules-door")) $("says").hidden = true; // it has been read
  notes.greeting?.finish();
  hurried = Boolean(playing || waiting.length);
  if (hurried) flush();
}, true);
// A key does the same, except for modifiers and keys typed into a field.
document.addEventListener("keydown", (event) => {
  notes.greeting?.finish();
  if (playing && !["Shift", "Control", "Alt", "Meta", "Tab"].includes(event.key) && !panels.on(event).closest("input, textarea, select")) flush();
}, true);
document.addEventListener("pointermove", (event) => { if (event.movementX || event.movementY) picture.classList.remove("resting"); });
document.addEventListener("keydown", () => picture.classList.remove("resting"));
$("clear").onclick = () => choosing.drop();
$("undo").onclick = () => { flush(); if (view) send({ undo: true, at: view.at }); };
$("hint").onclick = () => send({ hint: canThink() ? "here" : true });
$("board-text-box").ontoggle = () => send({ set: { board_text: $("board-text-box").open } });
$("moves-box").ontoggle = () => view && panels.moves(view.legal, act);
$("chat-box").ontoggle = () => { if ($("chat-box").open) { $("unread").hidden = true; $("unread").textContent = ""; } };
$("say").onsubmit = (event) => {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ ($("say").elements.namedItem("said"));
  if (field.value.trim() && send({ chat: field.value })) field.value = "";
};
for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-react]"))) button.onclick = () => send({ react: Number(button.dataset.react) });
preferences(root, send);
$("leave").onchange = () => {
  const level = Number($("leave").value);
  $("leave").value = "";
  if (level && view) view.players.forEach((p, i) => { if (p.mine && p.kind === "person") send({ bot: i, level }); });
};
$("resign").onclick = () => { $("resigning").returnValue = ""; $("resigning").showModal(); };
$("resigning").onclose = () => { if ($("resigning").returnValue) send({ resign: true }); };
reshaped(reshape);
document.addEventListener("visibilitychange", seen);
$("log-box").open = !small;

connect();
