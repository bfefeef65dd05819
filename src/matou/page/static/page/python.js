// Python in a worker: Pyodide with our modules, everything imported. The first start of a version
// takes seconds; then a snapshot of its memory is stored (Cache Storage), from which later starts begin.

import { loadPyodide } from "./pyodide.mjs";
import { unpacked } from "./pack.js";

const here = (/** @type {string} */ name) => new URL(`./${name}`, import.meta.url).href;
const CACHE = "matou-python", SNAPSHOT = here("python.memory");

/** Opens no cache, which would make one anew while the reader removes the copy. @returns {Promise<ArrayBuffer | undefined>} */
async function stored() {
  try { return await (await caches.match(SNAPSHOT, { cacheName: CACHE }))?.arrayBuffer(); } catch { return undefined; }
}

/** Stores a snapshot, replacing those of other versions. @param {Uint8Array<ArrayBuffer>} memory */
async function store(memory) {
  const site = SNAPSHOT.replace(/[^/]+\/page\/[^/]*$/, "");
  try {
    const cache = await caches.open(CACHE);
    for (const { url } of await cache.keys()) if (url.startsWith(site)) await cache.delete(url);
    await cache.put(SNAPSHOT, new Response(memory));
  } catch { /* no room, or a private window: the next start takes seconds again */ }
}

async function forget() { try { await (await caches.open(CACHE)).delete(SNAPSHOT); } catch { /* nothing is stored */ } }

// If WebAssembly arrives incomplete, Pyodide only logs it and waits for ever.
const broken = new Promise((_, fail) => {
  const instantiate = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (...how) => {
    try { return await instantiate(...how); } catch (error) { fail(error); throw error; }
  };
});
broken.catch(() => {});

/** @param {Map<string, Uint8Array>} ours @param {object} more */
async function loaded(ours, more) {
  const python = await Promise.race([broken, loadPyodide({ indexURL: here(""), stdout: () => {}, ...more })]);
  write(python, ours);
  return python;
}

/** @param {any} python @param {Map<string, Uint8Array>} files */
function write(python, files) {
  for (const [name, bytes] of files) {
    python.FS.mkdirTree(`/${name}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/${name}`, bytes);
  }
}

/** @type {any} */
let running = null;
/** @type {Map<string, Promise<unknown>>} */
const learnt = new Map([["words-en", Promise.resolve()]]); // English is in the code

/** Brings a pack that Python needs only now: another language's words, or letters as outlines. @param {string} name */
export function learn(name) {
  if (!learnt.has(name)) learnt.set(name, unpacked(here(`${name}.pack`)).then((files) => write(running, files), () => learnt.delete(name)));
  return learnt.get(name);
}

/** Brings a game's puzzles to Python, the first time. @param {string} game */
export function bring(game) {
  if (!learnt.has(game)) {
    const fetched = fetch(here(`../puzzles/${game}.json.gz`)).then(async (answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      write(running, new Map([[`matou/games/${game}/puzzles.json.gz`, new Uint8Array(await answer.arrayBuffer())]]));
    });
    learnt.set(game, fetched.catch(() => learnt.delete(game)));
  }
  return learnt.get(game);
}

// Starts from a stored snapshot.
/** @param {Promise<Map<string, Uint8Array>>} ours */
async function resumed(ours) {
  const memory = await stored();
  if (!memory) return null;
  try {
    const python = await loaded(await ours, { _loadSnapshot: memory });
    python.runPython("import random; random.seed()"); // otherwise every start would draw the same
    return python;
  } catch (error) {
    console.info(error);
    await forget();
    return null;
  }
}

/** The module that a page speaks to. @param {(part: number) => void} progress @param {string} lang */
export async function entry(progress, lang) {
  progress(0.05);
  const words = !lang || lang === "en" ? [] : unpacked(here(`words-${lang}.pack`)); // before Python says something
  const ours = Promise.all([unpacked(here("matou.pack")), words]).then(([code, more]) => new Map([...code, ...more]));
  let python = await resumed(ours);
  if (!python) {
    python = await loaded(await ours, { _makeSnapshot: true });
    progress(0.6);
    python.runPython(`
import sys
sys.path.insert(0, "/")
import matou.page.entry
from matou.core.registry import find, names
for name in names():
    find(name)
`);
    store(python.makeMemorySnapshot()); // in the background
  }
  progress(1);
  running = python;
  learnt.set(`words-${lang}`, Promise.resolve());
  return python.pyimport("matou.page.entry");
}
