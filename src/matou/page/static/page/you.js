// A person's page in an exported Matou: games, ladders, streak and people, from the games in this browser.

import { address, ask, begun, stop } from "../tables/server.js";
import { everything, remove } from "./browser_storage.js";

/** @param {Element | null} within @param {string} what */
const part = (within, what) => /** @type {any} */ (within?.querySelector(what));
/** @param {string} id */
const section = (id) => document.getElementById(id)?.closest("section") || null;
/** @param {string} tag @param {object} [how] @param {...(Node | string)} inside */
function made(tag, how = {}, ...inside) {
  const el = Object.assign(document.createElement(tag), how);
  el.append(...inside);
  return el;
}

/** @param {string} state @param {number} i */
function face(state, i) {
  const box = document.createElementNS("http://www.w3.org/2000/svg", "svg"), use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  box.setAttribute("viewBox", "0 0 100 100");
  box.setAttribute("class", `face ${state}`);
  use.setAttribute("href", `#face-${i + 1}`);
  box.append(use);
  return box;
}

/** @param {KnownFriend} friend @param {string} again */
function person({ name, last, scores, table, game }, again) {
  const button = made("button", { type: "button", ariaLabel: `${again}: ${name}`, onclick: async () => {
    const { table: next, wrong } = await ask("rematch", { table });
    if (wrong) stop(wrong); else location.href = `${address(`/play/${game}`)}#${next}`;
  } }, again);
  return made("li", {}, made("b", {}, name), " ", made("small", { className: "last" }, last),
    ...scores.map(([title, stands], i) => made("div", { className: "score" }, made("span", {}, title, made("br"), made("small", {}, stands)), ...(i ? [] : [button]))));
}

/** @param {Summary} summary */
function show({ totals, streak, ladders, people }) {
  const games = section("games"), friends = section("people"), list = part(friends, "ul");
  part(games, "tbody").replaceChildren(...totals.map(([title, ...counts]) => made("tr", {}, Object.assign(made("th"), { scope: "row", textContent: title }), ...counts.map((n) => made("td", {}, String(n))))));
  part(games, "table").hidden = !totals.length;
  part(games, ".none").hidden = totals.length > 0;
  part(section("streak"), "span").textContent = streak;
  const ladder = /** @type {HTMLElement} */ (section("ladder"));
  ladder.hidden = !ladders.length;
  for (const { game, states, says } of ladders) {
    const line = part(ladder, `[data-game=${game}]`);
    line.hidden = false;
    part(line, ".faces").replaceChildren(...states.map(face));
    part(line, "small").textContent = says;
  }
  list.replaceChildren(...people.map((one) => person(one, list.dataset.again)));
  part(friends, ".none").hidden = people.length > 0;
  for (const one of [list, part(friends, "p"), part(friends, ".again")]) one.hidden = !people.length;
  /** @type {HTMLElement} */ (document.getElementById("summary")).hidden = false;
}

/** @type {HTMLButtonElement} */ (document.getElementById("download")).onclick = async () => {
  const file = new Blob([JSON.stringify(await everything(), null, 1)], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: `matou-${new Date().toISOString().slice(0, 10)}.json` });
  link.click();
  URL.revokeObjectURL(link.href);
};
/** @type {HTMLButtonElement} */ (document.getElementById("delete")).onclick = async () => { await remove(); location.reload(); };

begun(false);
const summary = await ask("summary", {});
if (!summary.wrong) { begun(); show(summary); } else stop(summary.wrong);
