// The frame of a replay: the players, the seats to look from, and what can be done with the game.

import { $, icon, make, portrait, say } from "../tables/panels.js";
import { about, playOn, record, toOrigin, toTable, verified } from "./source.js";

/** @param {HTMLElement} el @param {Record<string, any>} attributes */
function dress(el, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) el.addEventListener(key.slice(2), value); else el.setAttribute(key, value === true ? "" : value);
  }
  el.hidden = false;
}

const main = $("main");
main.dataset.study = about.is_over ? "yes" : "no";
/** @type {HTMLElement} */ (document.querySelector(".game")).textContent = about.title;
about.colours.forEach((colour, i) => document.documentElement.style.setProperty(`--seat-${i}`, `var(--c${colour})`));
const mark = (/** @type {number} */ i) => icon(`mark-${i}`, "mark");
$("players").replaceChildren(...about.names.map((name, i) => make("li", { class: `player s${i}`, "data-colour": about.colours[i] }, portrait(about.faces[i], "face"), mark(i), make("span", { class: "name" }, name), make("small"), make("output", { class: "score" }))));
$("eyes").replaceChildren(...about.eyes.map(([value, name]) => make("option", { value }, name)));
/** @type {HTMLElement} */ ($("eyes").parentElement).hidden = about.eyes.length < 2;
$("notes").replaceChildren(...about.notes.map((note) => make("p", { class: "quiet" }, note)));
if (toOrigin) $("notes").lastElementChild?.append(" ", make("a", { href: toOrigin }, say("CONTINUES_LINK")));
$("study").hidden = !about.is_over;
if (about.is_open) {
  $("on-box").hidden = false;
  dress($("on"), playOn);
  $("on").dataset.seat = String(about.own ?? "");
  $("on").querySelector("fieldset")?.append(...about.names.map((name, i) => make("label", { class: `check s${i}` }, make("input", { type: "radio", name: "seat", value: i, checked: i === (about.own ?? 0) }), mark(i), name)));
  dress($("record-down"), record);
}
if (about.is_over) {
  const check = /** @type {HTMLButtonElement} */ ($("check"));
  check.hidden = false;
  check.onclick = async () => {
    check.disabled = true;
    const { fits, says } = await verified().finally(() => { check.disabled = false; });
    $("verdict").textContent = says;
    $("verdict").classList.toggle("proven", fits);
  };
}
if (toTable) dress($("to-table"), { href: toTable });
