// What both ends of a table with friends need: the way to each other, stored keys, and a screen that stays on.

import { newKeys, readKeys } from "./sealing.js";

const root = /** @type {HTMLElement} */ (document.getElementById("table"));

/** Loads trystero, and returns how pages reach each other: as the export says (src/matou/web/export/ways.py).
 * @returns {Promise<Ways>} */
export async function way() {
  const nostr = await import("./npm/nostr.js");
  const { relays, ice } = JSON.parse(root.dataset.ways || "");
  const version = /static\/(\w+)\//.exec(import.meta.url)?.[1] || ""; // of this folder
  return { nostr, ice, version, relays: relays.map((/** @type {string} */ relay) => new URL(relay, location.href).href.replace(/^http/, "ws")) };
}

/** @param {string} key */
export const stored = (key) => { try { return JSON.parse(localStorage.getItem(`matou-${key}`) || "null"); } catch { return null; } };
/** @param {string} key @param {unknown} value */
export const store = (key, value) => { try { localStorage.setItem(`matou-${key}`, JSON.stringify(value)); } catch { /* private window */ } };

/** Forgets what is stored under the oldest of many ids. @param {string} what @param {string} newest id @param {number} most */
export function forgetOldest(what, newest, most) {
  const ids = [newest, ...(stored(`${what}s`) || []).filter((/** @type {string} */ id) => id !== newest)];
  for (const id of ids.splice(most)) localStorage.removeItem(`matou-${what}-${id}`);
  store(`${what}s`, ids);
}

/** Returns this browser's own keys, which are stored with what else is known under that name. @param {string} name */
export async function ownKeys(name) {
  const known = stored(name) || {};
  if (!known.keys) { known.keys = await newKeys(); store(name, known); }
  return readKeys(known.keys);
}

// Until the game is over. Browsers let go of the lock when the page is hidden.
export function stayAwake() {
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  const ask = async () => {
    if (root.dataset.over === "yes") lock?.release();
    else if (!document.hidden) lock = await navigator.wakeLock?.request("screen").catch(() => null); // the battery is low
  };
  document.addEventListener("visibilitychange", ask);
  new MutationObserver(ask).observe(root, { attributes: true, attributeFilter: ["data-over"] });
  ask();
}

export const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("friends"));
/** Shows one part of the dialog. @param {string} name @returns {HTMLElement} */
export function part(name) {
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (dialog.querySelectorAll("[data-part]"))) one.hidden = one.dataset.part !== name;
  if (!dialog.open) dialog.showModal();
  return /** @type {HTMLElement} */ (dialog.querySelector(`[data-part=${name}]`));
}
