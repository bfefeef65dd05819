// Offline use: a copy of Matou in this browser (its files: src/matou/web/export/copy.py).
// Each version has a cache of its own. It is complete once its list of files is there, which is written
// last. Then an older version is retired, and deleted when no table is open (service_worker.js).

import { files, unzipped, whole } from "./pack.js";

const base = new URL("../../../", import.meta.url).href; // the folder to copy
const box = /** @type {HTMLElement} */ (document.getElementById("offline"));
const part = (/** @type {string} */ what) => /** @type {any} */ (box.querySelector(what));
const says = JSON.parse(part("script[type='application/json']").textContent);
const site = new URL(box.dataset.site || "", box.dataset.site ? location.href : base).href;
const LIST = `${base}offline.json`, RETIRED = `${base}retired`;
const nameOf = (/** @type {string} */ version) => `matou ${base} ${version}`;
/** @type {Record<string, string>} */
const TYPES = { html: "text/html; charset=utf-8", json: "application/json", svg: "image/svg+xml", png: "image/png", webmanifest: "application/manifest+json" };

class Broken extends Error {}

const possible = isSecureContext && "caches" in window && "serviceWorker" in navigator && "DecompressionStream" in window;

async function ours() {
  return (await caches.keys()).filter((name) => name.startsWith(nameOf("")));
}

// The complete version, if there is one.
async function storedVersion() {
  for (const cacheName of await ours()) {
    if (await caches.match(LIST, { cacheName }) && !await caches.match(RETIRED, { cacheName })) return cacheName.slice(nameOf("").length);
  }
  return "";
}

/** Fetches a file and checks it against the list, or throws Broken.
 * @param {[string, number, string]} listed @param {(bytes: number) => void} report */
async function fetched([name, size, hash], report) {
  let answer;
  const bytes = new Uint8Array(size);
  let at = 0;
  try {
    answer = await fetch(base + name, { cache: "no-cache" }); // the browser may have cached another version
    if (!answer.ok || !answer.body) throw new Broken(name);
    for (const reader = answer.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (at + value.length > size) throw new Broken(name);
      bytes.set(value, at);
      at += value.length;
      report(value.length);
    }
  } catch { throw new Broken(name); }
  const found = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  if ([...found].map((byte) => byte.toString(16).padStart(2, "0")).join("") !== hash) throw new Broken(name);
  return { bytes, headers: answer.headers };
}

/** @param {Headers} from @param {string} [type] */
function headers(from, type = from.get("content-type") || "") {
  const policy = from.get("content-security-policy");
  return { "content-type": type, ...(policy ? { "content-security-policy": policy } : {}) };
}

// The languages in a copy: English and the page's, and those it was stored in before.
async function languages() {
  /** @type {(string | undefined)[]} */
  const before = [];
  for (const name of await ours()) {
    const pages = await (await caches.open(name)).keys();
    before.push(...pages.map(({ url }) => new RegExp("^([a-z]+)/index.html$").exec(url.slice(base.length))?.[1]));
  }
  return new Set(["en", document.documentElement.lang, ...before.filter(Boolean)]);
}

// Fetches the missing files of a version into its cache.
async function fetchAll() {
  const answer = await fetch(LIST, { cache: "no-store" }).catch(() => { throw new Broken("list"); });
  if (!answer.ok) throw new Broken("list");
  const text = await answer.text(), list = JSON.parse(text);
  const cache = await caches.open(nameOf(list.version));
  const wanted = await languages();
  const packs = Object.keys(list.packs).filter((lang) => wanted.has(lang)).map((lang) => list.packs[lang]);
  const apart = list.files.filter((/** @type {string[]} */ [name]) => {
    const lang = name.split("/")[0];
    return !(lang in list.packs) || wanted.has(lang);
  });
  const total = [...packs, ...apart].reduce((sum, [, size]) => sum + size, 0);
  let done = 0;
  const report = (/** @type {number} */ bytes) => { done += bytes; part("progress").value = done / total; };
  for (const listed of apart) {
    if (await cache.match(base + listed[0])) { report(listed[1]); continue; }
    const { bytes, headers: sent } = await fetched(listed, report);
    await cache.put(base + listed[0], new Response(bytes, { headers: headers(sent) }));
  }
  const all = new Map(), heard = new Headers();
  for (const pack of packs) {
    const { bytes, headers: sent } = await fetched(pack, report);
    sent.forEach((value, name) => heard.set(name, value));
    for (const [name, data] of files(await unzipped(bytes))) all.set(name, data);
  }
  for (const [name, data] of whole(all)) {
    const type = TYPES[name.split(".").pop() || ""];
    await cache.put(base + name, new Response(/** @type {any} */ (data), { headers: headers(heard, type) }));
  }
  await cache.put(LIST, new Response(text, { headers: { "content-type": TYPES.json } }));
  return list.version;
}

async function keep() {
  show("OFFLINE_KEEPING", { busy: true });
  try {
    navigator.storage?.persist?.();
    const folder = base.slice(site.length);
    await navigator.serviceWorker.register(`${site}service_worker.js?folder=${folder}`, { scope: site });
    const version = await fetchAll();
    for (const name of await ours()) if (name !== nameOf(version)) await (await caches.open(name)).put(RETIRED, new Response(""));
    (await navigator.serviceWorker.ready).active?.postMessage("tidy");
    remember();
    show("OFFLINE_KEPT", { stored: true });
  } catch (error) {
    await failed(error);
  }
}

// Stores the reader's choices for exported pages, which have no server.
function remember() {
  const { lang, dataset: { theme } } = document.documentElement;
  try {
    localStorage.setItem("lang", lang);
    if (theme) localStorage.setItem("theme", theme);
  } catch { /* they ask the browser instead */ }
}

/** @param {unknown} error */
async function failed(error) {
  console.info(error);
  const name = error instanceof Error ? error.name : "";
  const before = await storedVersion().catch(() => "");
  if (name === "QuotaExceededError") {
    for (const one of await ours()) if (one !== nameOf(before)) await caches.delete(one);
    show("OFFLINE_FULL", { stored: Boolean(before) });
  } else show(error instanceof Broken || name === "TypeError" ? "OFFLINE_BROKEN" : "OFFLINE_NOT_HERE", { stored: Boolean(before) });
}

async function remove() {
  for (const name of await ours()) await caches.delete(name);
  await caches.delete("matou-python");
  const worker = await navigator.serviceWorker.getRegistration(site);
  if (!await worker?.pushManager?.getSubscription()) await worker?.unregister(); // unless it still shows notifications
  show("OFFLINE_REMOVED", {});
}

/** @param {string} key @param {{ busy?: boolean, stored?: boolean }} state */
function show(key, { busy = false, stored = false }) {
  box.dataset.state = busy ? "busy" : stored ? "kept" : "none";
  part("p[role=status]").textContent = says[key];
  part("progress").hidden = !busy;
  part(".keep").hidden = stored && key === "OFFLINE_KEPT";
  part(".keep").disabled = busy;
  part(".remove").hidden = !stored;
}

part(".keep").onclick = keep;
part(".remove").onclick = () => remove().catch(failed);
try {
  if (!possible) throw new Error("not here");
  const version = await storedVersion();
  const spoken = await caches.match(`${base}${document.documentElement.lang}/index.html`, { cacheName: nameOf(version) });
  if (version) {
    const current = spoken && version === box.dataset.version;
    show(current ? "OFFLINE_KEPT" : "OFFLINE_RENEWING", { busy: !current, stored: true });
    remember();
    if (!current) keep();
  }
} catch {
  part(".keep").disabled = true;
  show("OFFLINE_NOT_HERE", {});
  part(".keep").disabled = true;
}
