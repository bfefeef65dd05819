// Runs bots in the visitor's browser. In: { id, module, questions: [{ record, seats, seed, iterations }] }, each with
// an observation that the page may have. Out: { id, n, found, chances } for each, or { id, failed }. A module is loaded
// on first use. A question may have seconds instead of iterations, and its own number of nodes, patience and
// exploration. Or it looks one ply ahead: { record, seats, seed, one_ply: { seat, actions, samples } } gets { values }.

import { Module, Tree, onePly } from "./bots.js";

const SLICE = 20; // milliseconds of search between two looks at the clock

/** @type {Map<string, Promise<Module>>} */
const modules = new Map();

/** @param {string} address */
async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return Module.read(await answer.arrayBuffer());
}

/** @param {Module} module @param {Search} question */
function think(module, { record, seats, seed, iterations, seconds, nodes, patience, explore, one_ply: look }) {
  const bytes = Uint8Array.from(atob(record), (letter) => letter.charCodeAt(0));
  if (look) return { values: onePly(module, { record: bytes, seats, seed, ...look }) };
  const tree = new Tree(module, { record: bytes, seats, seed, nodes: nodes ?? 32 * iterations + 1000, patience, explore });
  if (seconds) byTheClock(tree, seconds); else tree.run(iterations);
  return { found: tree.found(), chances: tree.chances };
}

/** @param {Tree} tree @param {number} seconds */
function byTheClock(tree, seconds) {
  const end = performance.now() + 1000 * seconds;
  for (let slice = 20, before = performance.now(), now = before; now < end; before = now) {
    tree.run(slice);
    now = performance.now();
    const rate = slice / Math.max(now - before, 0.001);
    slice = Math.max(1, Math.floor(rate * Math.min(SLICE, end - now)));
  }
}

onmessage = async ({ data: { id, module, questions } }) => {
  try {
    if (!modules.has(module)) modules.set(module, load(module));
    const loaded = /** @type {Module} */ (await modules.get(module));
    questions.forEach((/** @type {Search} */ question, /** @type {number} */ n) => postMessage({ id, n, ...think(loaded, question) }));
  } catch (error) {
    modules.delete(module);
    postMessage({ id, failed: String(error) });
  }
};
