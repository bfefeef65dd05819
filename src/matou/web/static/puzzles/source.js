// Who answers a page about its puzzles: Matou's Python in this browser, or on a site without the offline copy the
// server. A page without a server uses src/matou/page/static/puzzles/source.js instead, which has the same interface.

import { address } from "../tables/server.js";

const lang = document.documentElement.lang;
const script = document.getElementById("table")?.dataset.drawer; // only if the site offers it
/** @type {Worker | null} */
let worker = null;
let asked = 0, broken = !script || typeof WebAssembly !== "object" || typeof DecompressionStream !== "function";
/** @type {Map<number, (answer: any) => void>} */
const waiting = new Map();
/** @type {HTMLProgressElement | null | undefined} */
const bar = document.getElementById("starting")?.querySelector("progress");

function start() {
  if (worker) return worker;
  worker = new Worker(script || "", { type: "module", name: lang });
  worker.onmessage = ({ data }) => {
    if (data.t === "progress") { if (bar) bar.value = data.part; }
    else if (data.t === "answer") { waiting.get(data.id)?.(JSON.parse(data.text)); waiting.delete(data.id); }
    else if (data.t === "broken") giveUp();
  };
  worker.onerror = (event) => { event.preventDefault(); giveUp(); };
  return worker;
}

function giveUp() {
  broken = true;
  worker?.terminate();
  for (const done of waiting.values()) done(null);
  waiting.clear();
}

/** @param {string} what @param {object} more @returns {Promise<any>} */
export async function ask(what, more) {
  const text = JSON.stringify({ ask: what, lang, ...more });
  if (!broken) {
    const to = start();
    const answer = await new Promise((done) => { waiting.set(++asked, done); to.postMessage({ t: "ask", id: asked, text }); });
    if (answer) return answer;
  }
  const answer = await fetch(address("/puzzles/ask"), { method: "POST", body: text }).catch(() => null);
  return answer?.ok ? answer.json() : { wrong: document.getElementById("starting")?.dataset.broken };
}

/** Stores results with the account, if there is one. @param {Solved} results @returns {Promise<Solved | null>} */
export async function store(results) {
  if (!document.querySelector("[data-named]")) return null;
  try {
    const answer = await fetch(address("/puzzles/results"), { method: "POST", body: JSON.stringify(results) });
    return answer.ok ? await answer.json() : null;
  } catch { return null; }
}
