// The worker that has a page's tables: Matou in Python, by Pyodide. In: ask, open, say (server.js).
// Out: progress, answer, opened, tell, gone, broken. Bots think in another worker (thinking.js).

import { loadPyodide } from "./pyodide.mjs";
import * as shelf from "./shelf.js";
import { think } from "../bots/thinking.js";

const here = (/** @type {string} */ name) => new URL(`./${name}`, import.meta.url).href;
const tabs = new BroadcastChannel("matou"); // others that may have the same table open

async function begin() {
  const part = (/** @type {number} */ n) => postMessage({ t: "progress", part: n });
  part(0.05);
  const sources = fetch(here("matou.zip")).then((answer) => { if (!answer.ok) throw new Error(String(answer.status)); return answer.arrayBuffer(); });
  const python = await loadPyodide({ indexURL: here(""), stdout: () => {} });
  part(0.7);
  python.unpackArchive(await sources, "zip", { extractDir: "/matou" });
  python.runPython("import sys; sys.path.insert(0, '/matou')");
  const page = python.pyimport("matou.page.entry");
  part(1);
  const write = async (/** @type {string} */ text) => {
    const written = await shelf.write(text);
    if (written === "true") for (const [id] of JSON.parse(text).tables) tabs.postMessage(id);
    return written;
  };
  const ponder = async (/** @type {string} */ text) => {
    const { module, ...question } = JSON.parse(text);
    const [answer] = await think(module, [question]);
    return JSON.stringify(answer);
  };
  const entry = page.start({ read: shelf.read, write }, ponder, (/** @type {string} */ text) => postMessage({ t: "tell", text }));
  tabs.onmessage = ({ data: id }) => entry.changed(id);
  return entry;
}

const ready = begin();
ready.catch((error) => { console.error(error); postMessage({ t: "broken" }); });

onmessage = async ({ data: { t, id, text } }) => {
  const entry = await ready;
  if (t === "ask") postMessage({ t: "answer", id, text: await entry.ask(text) });
  else if (t === "say") entry.say(text);
  else {
    const wrong = await entry.open(text, () => postMessage({ t: "opened" }));
    if (wrong) postMessage({ t: "gone", text: wrong });
  }
};
