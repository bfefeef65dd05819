// Draws a server's table in this page. If Matou's Python has run in this browser before (src/matou/page), it starts in
// the background, and the server then sends positions (what this seat may know) instead of pictures. If anything
// fails, the server sends pictures again.

const root = document.getElementById("table");
const script = root?.dataset.drawer; // only if the site offers it
/** @type {Worker | null} */
let worker = null;
/** @type {Map<number, (text: string) => void>} */
const waiting = new Map();
let asked = 0, broken = !script;
/** @type {Promise<boolean> | null} */
let starting = null;

// Returns whether it was loaded here before. Nobody should download it only to save a server's work.
async function isHere() {
  try { return Boolean(await caches.match(new URL("./python.memory", new URL(script || "", location.href)), { cacheName: "matou-python" })); } catch { return false; }
}

function giveUp() {
  broken = true;
  worker?.terminate();
  for (const done of waiting.values()) done("");
  waiting.clear();
}

/** @param {string} text @returns {Promise<string>} */
const drawn = (text) => new Promise((done) => {
  if (broken || !worker) { done(""); return; }
  waiting.set(++asked, done);
  worker.postMessage({ t: "draw", id: asked, text });
});

async function start() {
  if (broken || !await isHere()) return false;
  worker = new Worker(script || "", { type: "module", name: document.documentElement.lang });
  worker.onerror = (event) => { event.preventDefault(); giveUp(); };
  const ready = new Promise((done) => {
    /** @type {Worker} */ (worker).onmessage = ({ data }) => {
      if (data.t === "ready") done(true);
      else if (data.t === "broken") { giveUp(); done(false); }
      else if (data.t === "answer") { waiting.get(data.id)?.(data.text); waiting.delete(data.id); }
    };
  });
  return /** @type {Promise<boolean>} */ (ready);
}

// Wraps a connection so that its positions are drawn here, one after the other.
/** @param {Line} socket @returns {Line} */
export function drawing(socket) {
  if (broken) return socket;
  /** @type {Line} */
  const line = { get readyState() { return socket.readyState; }, send(text) { socket.send(text); }, onopen: null, onmessage: null, onclose: null };
  const set = (/** @type {boolean} */ draws) => { if (socket.readyState === 1) socket.send(JSON.stringify({ set: { draws } })); };
  /** @type {Promise<void> | null} */
  let queue = null; // the drawing in progress; further positions wait for it
  socket.onopen = (event) => {
    line.onopen?.(event);
    starting ??= start();
    starting.then((can) => { if (can && !broken) set(true); });
  };
  socket.onclose = (event) => line.onclose?.(event);
  socket.onmessage = (event) => {
    const isPosition = event.data.includes('"position":');
    if (!isPosition && !queue) { line.onmessage?.(event); return; }
    const mine = (queue ?? Promise.resolve()).then(async () => {
      const data = isPosition ? await drawn(event.data) : event.data;
      if (queue === mine) queue = null;
      if (data) line.onmessage?.({ data }); else set(false); // then the server sends the whole view again
      if (isPosition && root) root.dataset.drawn = data ? "here" : "there";
    });
    queue = mine;
  };
  return line;
}
