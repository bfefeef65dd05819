// Connects an exported page to its tables: a worker of its own, which runs Matou in Python
// (page/page_worker.js). It has the same interface as src/matou/web/static/tables/server.js, which it replaces.

import { drawing } from "./drawing.js";

const home = document.documentElement.dataset.root;
const main = /** @type {HTMLElement} */ (document.getElementById("table")); // of a table or a lesson
const lang = document.documentElement.lang;

// Every address is a file, as `file_of` in src/matou/web/export/pages.py names them.
/** @param {string} path */
export function address(path) {
  const [way, query] = path.slice(1).split("?");
  const [, stem, ending = ".html"] = /** @type {RegExpExecArray} */ (/^(.*?)(\.[a-z]+)?$/.exec(way));
  const [room, ...rest] = stem.split("/");
  const name = [...rest, ...(query ? [query.replace(/[=&]/g, "-")] : [])].join("-");
  return `${home}/${[room, name].filter(Boolean).join("/")}${ending}`;
}
// The code of a friend's link, where the table is in another page (friends/guest.js).
const code = main?.hasAttribute("data-table") ? /^#~([\w-]{43})$/.exec(location.hash)?.[1] || "" : "";
const friend = () => import("../friends/guest.js");
/** @param {string} id @param {string} [game] */
export const tableAddress = (id, game = main.dataset.book) => (code ? `${location.pathname}?${id}#~${code}` : `${address(`/play/${game}`)}#${id}`);
// The address of a replay: of a table (its id), or an opened record (~ and its key).
/** @param {string} place TABLE#12 */
export const placeAddress = (place) => `${address("/back")}#${place.replace("#", "/")}`;

// The worker, started when it is first needed.
/** @type {Worker | null} */
let worker = null;
/** @type {Line | null} */
let line = null;
/** @type {Promise<import("../friends/meeting.js").Host> | null} */
let guests = null; // at this page's table
let asked = 0, failed = ""; // why there will be no answer
/** @type {Map<number, (answer: any) => void>} */
const waiting = new Map();
const starting = document.getElementById("starting"); // not on every page
const within = (/** @type {"p" | "progress"} */ tag) => /** @type {any} */ (starting?.querySelector(tag));
/** @param {boolean} hidden */
export const begun = (hidden = true) => { if (starting) starting.hidden = hidden; };

function start() {
  if (worker) return worker;
  let modules = false; // an old browser does not even read the option
  worker = new Worker(new URL("../page/page_worker.js", import.meta.url), { name: lang, get type() { modules = true; return /** @type {"module"} */ ("module"); } });
  if (!modules || typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") setTimeout(() => HEARD.broken({ old: true }));
  worker.onmessage = ({ data }) => HEARD[data.t](data);
  worker.onerror = (event) => { event.preventDefault(); HEARD.broken({}); };
  return worker;
}

// The names of the players, as the page shows them.
const names = () => [...document.querySelectorAll("#players .name")].map((name) => name.textContent || "");

/** @type {Record<string, (message: any) => void>} */
const HEARD = {
  ready() {},
  progress({ part }) { if (starting) within("progress").value = part; },
  answer({ id, text }) { waiting.get(id)?.(JSON.parse(text)); waiting.delete(id); },
  opened({ room }) {
    begun();
    if (line) { line.readyState = 1; line.onopen?.({}); }
    if (room) guests ??= import("../friends/host.js").then(({ open }) => open(room, (message) => worker?.postMessage(message)));
  },
  tell({ text, to }) {
    if (to) guests?.then((host) => host.send(to, text));
    else if (text.startsWith('{"t": "absent"')) import("../friends/absent.js").then(({ absent }) => absent(JSON.parse(text), names(), (seat) => ask("without", { table, seat })));
    else line?.onmessage?.({ data: text });
  },
  gone({ text }) { stop(JSON.parse(text).wrong); },
  broken({ old }) {
    worker?.terminate();
    failed = starting?.dataset[old ? "old" : "broken"] || "broken";
    stop(failed);
    for (const done of waiting.values()) done({ wrong: failed });
    waiting.clear();
  },
};

// Says why nothing can be played here, and where to go.
/** @param {string} says */
export function stop(says) {
  if (!starting) return;
  starting.hidden = false;
  starting.classList.add("stopped");
  within("p").textContent = says;
}

/** @param {string} what @param {object} more @returns {Promise<any>} */
export function ask(what, more) {
  const to = start();
  return new Promise((done) => {
    if (failed) { done({ wrong: failed }); return; }
    waiting.set(++asked, done);
    to.postMessage({ t: "ask", id: asked, text: JSON.stringify({ ask: what, lang, ...more }) });
  });
}

// The table that this page shows: from the address, or a new one from a form.
export let table = location.hash.slice(1);
async function found() {
  if (!main?.hasAttribute("data-table") || code) return;
  if (!table) {
    const { table: made, wrong } = await ask("play", { game: main.dataset.book, fields: Object.fromEntries(new URLSearchParams(location.search)) });
    if (wrong) { stop(wrong); await new Promise(() => {}); }
    history.replaceState(null, "", `${location.pathname}#${made}`);
    table = made;
    replay = placeAddress(table);
    record = recordOf({ table });
  }
  addEventListener("hashchange", () => location.reload());
  /** @type {HTMLAnchorElement} */ (document.getElementById("look-back")).href = placeAddress(table);
}
// Not awaited at the top level: while this script waited there, the table did not begin in WebKitGTK.
export const tableFound = found();

/** @param {string | undefined} lang @param {boolean} memory @param {boolean} wide @param {string} pace @returns {Line} */
export function live(lang, memory, wide, pace) {
  if (code) {
    begun();
    /** @type {Line} */
    const far = { readyState: 0, onopen: null, onmessage: null, onclose: null, send() {} };
    friend().then(({ connect }) => connect(code, { lang, memory, wide, pace }, far)).catch(() => HEARD.broken({}));
    return drawing(far);
  }
  const to = start();
  line = { readyState: 0, onopen: null, onmessage: null, onclose: null, send(text) { to.postMessage({ t: "say", text }); } };
  tableFound.then(() => to.postMessage({ t: "open", text: JSON.stringify({ table, lang, memory, wide, pace, seconds: Number(starting?.dataset.seconds) }) }));
  return line;
}

// Explains why something cannot be done at a step of a lesson.
/** @param {string} game @param {string[][]} asked @returns {Promise<{ why: string, rule: string, instead?: boolean }>} */
export async function whyInLesson(game, asked) {
  const of = (/** @type {string} */ key) => asked.filter(([name]) => name === key).map(([, value]) => value);
  const answer = await ask("why", { game, strategy: of("strategy")[0] !== "", step: Number(of("step")[0]), on: of("on"), picked: of("picked") });
  if (answer.wrong) throw new Error(answer.wrong);
  return answer;
}

// What follows a game
export const verified = async () => (code ? (await friend()).verified() : ask("verify", { table }));
export let replay = placeAddress(table);
/** Says where a guest's own copy of the game will be. @param {string} key */
export const keptAt = (key) => { replay = placeAddress(`~${key}`); };
/** A link that brings a game's record, as a file. @param {{ table?: string, opened?: string }} game */
export const recordOf = (game) => ({
  href: "#",
  /** @param {Event} event */
  async onclick(event) {
    event.preventDefault();
    const { record: text, name, wrong } = code ? await (await friend()).ask("record") : await ask("record", game);
    if (wrong) { stop(wrong); return; }
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
    link.click();
    URL.revokeObjectURL(link.href);
  },
});
export let record = recordOf({ table });
// Opens a record that somebody brings, or says what is wrong with it.
/** @type {((text: string) => Promise<string>) | null} */
export const openRecord = async (text) => {
  begun(false);
  const { opened, wrong } = await ask("open", { record: text });
  begun();
  if (!wrong) location.href = placeAddress(`~${opened}`);
  return wrong || "";
};
export const daily = address("/daily");
/** @param {object} [found] @returns {Promise<After>} */
export const after = async (found) => (code ? (await friend()).ask("after") : fromPython("after", { table, link: new URL(daily, location.href).href, ...found }));
/** @returns {Promise<Questions>} */
export const questions = async () => { if (code) throw new Error("the host has the game"); return fromPython("questions", { table, quick: true }); };
/** @param {string} what @param {object} more */
async function fromPython(what, more) {
  const answer = await ask(what, more);
  if (answer.wrong) throw new Error(answer.wrong);
  return answer;
}
// The link for friends is in the page itself (friends/host.js).
/** @param {HTMLElement} box @param {Invite[]} open */
export const invite = (box, open) => { box.hidden = !open.length; };
// A picture to share is drawn here, if the game is. Nobody else reaches this page's games.
/** @returns {Promise<Blob | null>} */
export const picture = async () => (code ? null : (await import("../page/picture.js")).png(await ask("picture", { table })));
export const link = () => "";
export const challenge = {
  /** @param {Event} event */
  async onsubmit(event) {
    event.preventDefault();
    const level = Number(new FormData(/** @type {HTMLFormElement} */ (event.target)).get("level"));
    const { table: made, wrong } = await ask("challenge", { table, level });
    if (wrong) stop(wrong); else location.href = tableAddress(made);
  },
};
export const rematch = {
  /** @param {Event} event */
  async onsubmit(event) {
    event.preventDefault();
    const { table: again, wrong } = code ? await (await friend()).ask("rematch") : await ask("rematch", { table });
    if (wrong) stop(wrong); else location.href = tableAddress(again);
  },
};
