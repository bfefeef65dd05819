// Bots that think in the visitor's own browser. In: { id, module, questions: [{ record, seats,
// seed, iterations }] }, each an observation that the page has a right to. Out: { id, n, found,
// chances } for each, or { id, failed }. A module is loaded when it is first asked for.
// A question may have seconds in the place of iterations, its own number of nodes, patience and
// exploration; or look one ply ahead: { record, seats, seed, one_ply: { seat, actions, samples } }, answered { values }.

import { Module, Tree, onePly } from "./bots.js";

const SLICE = 20; // milliseconds that a search runs before it looks at the clock

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
