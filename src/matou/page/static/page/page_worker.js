// The worker that runs a page's tables: Matou in Python. In: ask, open, say (server.js), draw
// (drawing.js). Out: progress, ready, answer, opened, tell, gone, broken. Bots think in another worker (thinking.js).

import { entry as python } from "./python.js";
import * as storage from "./browser_storage.js";
import { think } from "../bots/thinking.js";

const tabs = new BroadcastChannel("matou"); // other tabs, which may show the same table

async function begin() {
  const page = await python((part) => postMessage({ t: "progress", part }));
  const write = async (/** @type {string} */ text) => {
    const written = await storage.write(text);
    if (written === "true") for (const [id] of JSON.parse(text).tables) tabs.postMessage(id);
    return written;
  };
  const ponder = async (/** @type {string} */ text) => {
    const { module, ...question } = JSON.parse(text);
    const [answer] = await think(module, [question]);
    return JSON.stringify(answer);
  };
  const entry = page.start({ read: storage.read, write, record: storage.readRecord, keep: storage.keepRecord }, ponder, (/** @type {string} */ text) => postMessage({ t: "tell", text }));
  tabs.onmessage = ({ data: id }) => entry.changed(id);
  return entry;
}

const ready = begin();
ready.then(() => postMessage({ t: "ready" }), () => {});
ready.catch((error) => { console.info(error); postMessage({ t: "broken", old: error instanceof WebAssembly.LinkError }); });

onmessage = async ({ data: { t, id, text } }) => {
  const entry = await ready;
  if (t === "ask") postMessage({ t: "answer", id, text: await entry.ask(text) });
  else if (t === "say") entry.say(text);
  else if (t === "draw") postMessage({ t: "answer", id, text: entry.draw(text) });
  else {
    const wrong = await entry.open(text, () => postMessage({ t: "opened" }));
    if (wrong) postMessage({ t: "gone", text: wrong });
  }
};
