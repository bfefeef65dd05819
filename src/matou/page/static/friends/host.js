// The host of a table with friends: opens it to people with the link, and passes on what they and the table say.

import { make, say } from "../tables/panels.js";
import { Host } from "./meeting.js";
import { Door, newCode } from "./sealing.js";
import { dialog, ownKeys, part, stayAwake, store, stored, way } from "./ways.js";

const box = /** @type {HTMLElement} */ (document.getElementById("invite"));
const list = /** @type {HTMLElement} */ (box.querySelector("ul"));
const warning = /** @type {HTMLElement} */ (document.getElementById("way"));

/** Opens the room of a table: at once if it was open before, else when the host has read what that means.
 * @param {string} room @param {(message: object) => void} pass to the worker that has the table @returns {Promise<Host>} */
export async function open(room, pass) {
  const name = `room-${room}`;
  if (!stored(name)?.code) await agreed(name);
  const keys = await ownKeys(name), known = stored(name) || {};
  const code = known.code || await newCode(keys);
  store(name, { ...known, code });
  const [door, how] = await Promise.all([Door.at(code), way()]);
  show(code);
  // One tab hosts. Another one with the same table takes over when that tab is closed.
  if (navigator.locks) await new Promise((has) => { navigator.locks.request(`matou-${name}`, () => { has(null); return new Promise(() => {}); }); });
  stayAwake();
  return new Host(door, keys, how, {
    heard: (id, owner, text) => pass({ t: "guest", id, owner, text }),
    left: (id) => pass({ t: "left", id }),
    reached: (any) => { warning.hidden = any || box.hidden; warning.textContent = warning.hidden ? "" : say("NO_WAY"); },
  });
}

/** Resolves when the host has agreed. @param {string} name */
function agreed(name) {
  return new Promise((done) => {
    const words = part("hosting"), yes = /** @type {HTMLElement} */ (words.querySelector(".primary"));
    yes.onclick = () => { store(name, {}); dialog.close(); done(null); };
    const later = make("button", { type: "button", class: "primary", onclick: () => part("hosting") }, say("OPEN_TABLE"));
    list.replaceChildren(make("li", {}, later));
  });
}

/** Shows the link, to copy, to share and as a QR code. @param {string} code */
function show(code) {
  // The start page leads to the friend's own language.
  const [, home, page] = /** @type {RegExpExecArray} */ (/^(.*\/)[a-z]{2}\/(play\/\w+\.html)$/.exec(location.origin + location.pathname));
  const url = `${home}index.html#${page}#~${code}`;
  const field = make("input", { readonly: true, value: url, "aria-label": say("LINK"), onfocus: () => field.select() });
  const button = make("button", { type: "button", class: "primary", onclick: async () => {
    field.select();
    try { await navigator.clipboard.writeText(url); } catch { document.execCommand("copy"); }
    button.textContent = say("COPIED");
  } }, say("COPY"));
  const share = navigator.share && make("button", { type: "button", onclick: () => navigator.share({ title: document.title, url }).catch(() => { /* thought better of it */ }) }, say("SHARE"));
  const picture = make("details", { ontoggle: () => { if (picture.open && picture.childElementCount === 1) drawn(url).then((svg) => picture.append(svg)); } }, make("summary", {}, say("QR_CODE")));
  list.replaceChildren(make("li", { class: "room" }, field, make("span", { class: "ways-out" }, button, share || null)), make("li", {}, picture));
  picture.open = true;
}

/** @param {string} url */
async function drawn(url) {
  const { encodeQR } = await import("./npm/qr.js");
  const rows = encodeQR(url, "raw", { ecc: "medium", border: 3 }), svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", `0 0 ${rows.length} ${rows.length}`);
  svg.setAttribute("class", "qr");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", say("QR_MORE"));
  path.setAttribute("d", rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join(""));
  svg.append(path);
  return svg;
}
