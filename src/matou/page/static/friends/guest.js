// A guest at a friend's table: agrees to connect, takes a seat, and speaks to the host's page as to a server.

import { keepRecord } from "../page/browser_storage.js";
import { stop } from "../tables/clocks.js";
import { icon, make, say, sides } from "../tables/panels.js";
import { keptAt, replay, tableAddress } from "../tables/server.js";
import { absent } from "./absent.js";
import { HOST, OwnChain, Refused } from "./luck.js";
import { Guest } from "./meeting.js";
import { Door } from "./sealing.js";
import { verdict } from "./verdict.js";
import { dialog, forgetOldest, ownKeys, part, stayAwake, store, stored, way } from "./ways.js";

const MOST_CHAINS = 40; // games whose draws this browser can check

const [root, title, status, lost, lookBack] = ["table", "friends-title", "way", "lost", "look-back"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
/** @type {HTMLElement} */ (dialog.querySelector(".again")).onclick = () => location.reload();
const heading = title.textContent;
let code = "", name = "", asked = 0;
/** @type {Promise<Guest> | null} */
let guest = null;
/** @type {Line | null} */
let now = null;
/** @type {Map<number, (answer: any) => void>} */
const waiting = new Map();
let choosing = false; // a seat
/** @type {Promise<OwnChain> | null} */
let chain = null; // this page's share of the draws
let table = ""; // the game
let note = ""; // what to show where nothing is wrong with the line
/** @type {string[]} */
let names = [];

/** How the host is reached, in words. @type {Record<Reached, string>} */
const HOW = { directly: "", "by relay": "BY_RELAY", knocking: "KNOCKING", waiting: "HOST_AWAY", nowhere: "NO_WAY", version: "OTHER_VERSION", elsewhere: "OTHER_TAB" };

/** @param {Reached} how */
function reached(how) {
  const here = how === "directly" || how === "by relay", says = HOW[how] && say(HOW[how]);
  show(how === "waiting" ? "" : says || note);
  lost.hidden = how !== "waiting";
  if (!lost.hidden) /** @type {HTMLElement} */ (lost.querySelector("p")).textContent = says;
  for (const box of dialog.querySelectorAll(".reached")) box.textContent = here ? "" : says;
  if (how === "nowhere" || how === "version" || how === "elsewhere") stuck();
  else if (dialog.querySelector("[data-part=stuck]:not([hidden])")) { if (here) dialog.close(); else part("seats"); }
}

/** Shows why this page is not at the table. */
function stuck() {
  title.textContent = heading; // it may ask for a seat
  return part("stuck");
}

/** @param {string} says */
function show(says) {
  status.textContent = says;
  status.hidden = !says;
}

/** Resolves when the guest has agreed and given a name: once in this browser. */
async function agreed() {
  const known = stored(`at-${code}`);
  if (known?.agreed) { name = known.name; return; }
  const words = part("joining"), form = /** @type {HTMLFormElement} */ (words.querySelector("form"));
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem("name"));
  field.value = stored("name") || "";
  await new Promise((done) => { form.onsubmit = (event) => { event.preventDefault(); done(null); }; });
  performance.mark("agreed");
  name = field.value.trim();
  store("name", name);
  store(`at-${code}`, { agreed: true, name });
  part("seats");
}

async function met() {
  await agreed();
  reached("knocking");
  const [keys, door, how] = await Promise.all([ownKeys(`at-${code}`), Door.at(code), way()]);
  stayAwake();
  const made = new Guest(door, keys, how, reached);
  // The newest tab of this browser has the seat.
  navigator.locks?.request(`matou-at-${code}`, { steal: true }, () => new Promise(() => {})).catch(() => { made.stop(); reached("elsewhere"); });
  return made;
}

/** Fills a line: opens one to the host, who sends the table as this page wants to see it.
 * @param {string} link the code in the address @param {object} wants @param {Line} line */
export async function connect(link, wants, line) {
  code = link;
  lookBack.hidden = true; // nothing is stored here before the end
  guest ??= met();
  const inner = (await guest).line();
  now = inner;
  line.send = (text) => inner.send(text);
  inner.onopen = () => {
    inner.send(JSON.stringify({ open: { ...wants, name: choosing ? "" : name } }));
    line.readyState = 1;
    line.onopen?.({});
  };
  inner.onclose = () => {
    for (const done of waiting.values()) done({ wrong: say("HOST_AWAY") });
    waiting.clear();
    stop();
    line.readyState = 3;
    line.onclose?.({});
  };
  inner.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (own(message)) return;
    take(message);
    if (message.css) message.css = root.dataset.css; // another page may not style this one
    line.onmessage?.({ data: message.css ? JSON.stringify(message) : data });
  };
}

/** Takes a message that is for this script alone. @param {any} message */
function own(message) {
  if (message.t === "answer") { waiting.get(message.id)?.(message.answer); waiting.delete(message.id); return true; }
  if (message.t in DRAWS) { drawing = drawing.then(() => DRAWS[message.t](message)).catch(refused); return true; }
  if (message.t !== "no" || message.code !== "full") return false;
  /** @type {HTMLElement} */ (stuck().querySelector("p")).textContent = message.says;
  return true;
}

/** @param {Heard} message */
function take(message) {
  if (message.t !== "view") return;
  if (message.whole) {
    names = message.players.map((player) => player.name);
    seats(message.players);
  }
  if (message.log) drawing = drawing.then(async () => (await chain)?.read(message.log[0], message.log[1].map(([actor, , name]) => [actor, name])));
  if (message.end) storeGame();
}

/** Offers the open seats, unless this browser has one. @param {Player[]} players */
function seats(players) {
  const open = players.flatMap((player, seat) => (player.kind === "open" ? [seat] : []));
  if (players.some((player) => player.mine) || !open.length) { if (dialog.open) dialog.close(); choosing = false; return; }
  choosing = true;
  title.textContent = say("CHOOSE_SEAT");
  const list = /** @type {HTMLElement} */ (part("seats").querySelector("ul"));
  list.replaceChildren(...open.map((seat) => make("li", { class: `s${seat}` }, make("button", { type: "button", onclick: () => sit(seat) }, icon(`mark-${seat}`, "mark"), sides[seat] || say("SEAT", { n: seat + 1 })))),
    make("li", {}, make("button", { type: "button", class: "quiet", onclick: () => { dialog.close(); } }, say("JUST_WATCH"))));
}

/** @param {number} seat */
function sit(seat) { now?.send(JSON.stringify({ id: `sit${++asked}`, sit: seat, name })); }

/** Asks the host what a page asks a server by HTTP. @param {string} what @returns {Promise<any>} */
export function ask(what) {
  return new Promise((done, fail) => {
    if (now?.readyState !== 1) { fail(new Error(what)); return; }
    waiting.set(++asked, (answer) => (answer.wrong ? fail(new Error(answer.wrong)) : done(answer)));
    now.send(JSON.stringify({ id: asked, ask: what }));
  });
}

// The draws: this page gives the host a chain of hashes, and opens a link of it for each draw (luck.js).

/** @type {Promise<unknown>} */
let drawing = Promise.resolve(); // one message about draws after the other
/** @type {Record<string, (message: any) => unknown>} */
const DRAWS = {
  async table(/** @type {{ id: string, seat: number | null, chains: [number, string][] }} */ { id, seat, chains }) {
    if (!/^\w{1,40}$/.test(id)) return;
    if (table && id !== table) { location.assign(tableAddress(id)); return; } // the host has gone on to the rematch
    table = id;
    keptAt(`friends-${id}`);
    if (seat === null) return;
    const known = stored(`chain-${id}`), own = await (chain ??= known ? OwnChain.restore(known) : OwnChain.make());
    if (chains.length && !own.opened && !chains.some(([other]) => other === seat)) {
      chain = null; // a cat had the seat when the others began
      show(note = say("NO_PART"));
      return;
    }
    if (chains.length) await own.seal(id, seat, chains);
    save(own);
    forgetOldest("chain", id, MOST_CHAINS);
    if (!chains.length) now?.send(JSON.stringify({ chain: own.commitment }));
  },
  async link({ step, lines, bound }) {
    const own = await chain;
    if (!own) return;
    const link = own.open(step, lines, bound);
    save(own);
    now?.send(JSON.stringify({ link, step }));
  },
  async without({ seat, step, lines, bound }) {
    const own = await chain;
    if (!own || !goingOn.has(seat)) return; // the host asks for what nobody here agreed to
    own.agree(seat, step, lines, bound);
    save(own);
  },
  absent(message) {
    absent(message, names, (seat) => { goingOn.add(seat); now?.send(JSON.stringify({ without: seat })); });
  },
};
/** @type {Set<number>} */
const goingOn = new Set(); // go on without the pages of these seats

/** Says why this page takes no part in a draw. @param {Error} error */
function refused(error) {
  console.info(error);
  if (error instanceof Refused) show(note = verdict([[error.why, HOST]], names).says);
}

/** Stores the chain: a link that was opened stays opened. @param {OwnChain} own */
const save = (own) => store(`chain-${table}`, own.saved);

/** Checks what can be checked without the rules: each page's fingerprint and links, and the moves before each draw. */
export async function verified() {
  const { record } = await ask("record"), own = await chain;
  return own ? verdict(await own.check(record), names) : { fits: false, says: say("TOOK_NO_PART") };
}

/** Stores the record of a finished game here, to look back at without the host. */
async function storeGame() {
  try {
    const { record } = await ask("record");
    await keepRecord(`friends-${table}`, record);
    Object.assign(lookBack, { href: replay, hidden: false });
  } catch { /* the host is away, or there is no room: it can be asked for again */ }
}
