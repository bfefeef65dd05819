// The worker that runs a page's tables: Matou in Python. In: ask, open, say (server.js), draw (drawing.js), guest, left
// (friends/host.js). Out: progress, ready, answer, opened, tell, gone, broken. Bots think in another worker (thinking.js).

import { bring, learn, entry as python } from "./python.js";
import * as storage from "./browser_storage.js";
import { think } from "../bots/thinking.js";

const tabs = new BroadcastChannel("matou"); // other tabs, which may show the same table

async function begin() {
  const page = await python((part) => postMessage({ t: "progress", part }), self.name); // a worker’s name is its page’s language
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
  const entry = page.start({ read: storage.read, write, record: storage.readRecord, keep: storage.keepRecord, finished: storage.finished }, ponder, (/** @type {string} */ text, /** @type {string} */ to) => postMessage({ t: "tell", text, to }));
  tabs.onmessage = ({ data: id }) => entry.changed(id);
  return entry;
}

/** @type {Map<string, Promise<unknown>>} */
const heard = new Map(); // the last news of each guest: they are carried out in order
/** @param {string} id @param {() => unknown} work */
const after = (id, work) => heard.set(id, (heard.get(id) ?? Promise.resolve()).then(work));
// The words of a guest's language must be here before the guest is.
/** @param {string} text */
async function learnFrom(text) {
  const lang = /"lang": ?"([a-z]{2})"/.exec(text)?.[1];
  if (lang) await learn(`words-${lang}`);
}

const ready = begin();
ready.then(() => postMessage({ t: "ready" }), () => {});
ready.catch((error) => { console.info(error); postMessage({ t: "broken", old: error instanceof WebAssembly.LinkError }); });

onmessage = async ({ data: { t, id, text, owner } }) => {
  const entry = await ready;
  if (t === "ask") {
    if (text.includes('"ask":"picture"')) await learn("outlines");
    if (text.includes('"ask":"puzzle')) await bring(JSON.parse(text).game);
    postMessage({ t: "answer", id, text: await entry.ask(text) });
  }
  else if (t === "say") entry.say(text);
  else if (t === "guest") after(id, () => learnFrom(text).then(() => { entry.heard(id, owner, text); }));
  else if (t === "left") after(id, () => { heard.delete(id); entry.left(id); });
  else if (t === "draw") postMessage({ t: "answer", id, text: entry.draw(text) });
  else {
    const wrong = await entry.open(text, (/** @type {string} */ room) => postMessage({ t: "opened", room }));
    if (wrong) postMessage({ t: "gone", text: wrong });
  }
};
