// Bots that think in the visitor's own browser. In: { id, module, questions: [{ record, seats,
// seed, iterations }] }, each an observation that the page has a right to. Out: { id, n, found,
// chances } for each, or { id, failed }. A module is loaded when it is first asked for.

import { Module, Tree } from "./bots.js";

/** @type {Map<string, Promise<Module>>} */
const modules = new Map();

/** @param {string} address */
async function load(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return Module.read(await answer.arrayBuffer());
}

/** @param {Module} module @param {Question} question */
function think(module, { record, seats, seed, iterations }) {
  const bytes = Uint8Array.from(atob(record), (letter) => letter.charCodeAt(0));
  const tree = new Tree(module, { record: bytes, seats, seed, nodes: 4 * iterations + 1000 });
  tree.run(iterations);
  return { found: tree.found(), chances: tree.chances };
}

onmessage = async ({ data: { id, module, questions } }) => {
  try {
    if (!modules.has(module)) modules.set(module, load(module));
    const loaded = /** @type {Module} */ (await modules.get(module));
    questions.forEach((/** @type {Question} */ question, /** @type {number} */ n) => postMessage({ id, n, ...think(loaded, question) }));
  } catch (error) {
    modules.delete(module);
    postMessage({ id, failed: String(error) });
  }
};
