// Runs a bot in this page: a worker with the game's module, started on first use.

/** @type {Map<number, { fail(why: Error): void, answered(thought: Thought): void }>} */
const waiting = new Map(); // callbacks by request id: for each answer, and for the end
/** @type {Worker | null} */
let worker = null;
let asked = 0, broken = false;

export const canThink = () => !broken && typeof WebAssembly === "object" && typeof Worker === "function";

function start() {
  const worker = new Worker(new URL("./bots_worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    const one = waiting.get(data.id);
    if (data.failed) giveUp(data.failed); else one?.answered(data);
  };
  worker.onerror = (event) => giveUp(event.message);
  return worker;
}

// The worker does not work here: from now on the server answers.
/** @param {string} why */
function giveUp(why) {
  broken = true;
  worker?.terminate();
  for (const { fail } of waiting.values()) fail(new Error(why));
  waiting.clear();
}

// Returns a bot's answers to questions, in order. `progress` receives the number of answers so far.
/** @param {string} module @param {Question[]} questions @param {(answered: number) => void} [progress] @returns {Promise<Thought[]>} */
export function think(module, questions, progress = (_) => {}) {
  return new Promise((resolve, fail) => {
    if (!questions.length) { resolve([]); return; }
    const id = ++asked;
    /** @type {Thought[]} */
    const answers = [];
    waiting.set(id, { fail, answered({ found, chances, values }) {
      answers.push({ found, chances, values });
      progress(answers.length);
      if (answers.length === questions.length) { waiting.delete(id); resolve(answers); }
    } });
    worker ??= start();
    worker.postMessage({ id, module: new URL(`./${module}`, import.meta.url).href, questions });
  });
}
