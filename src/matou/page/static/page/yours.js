// Your games, on the first page of a Matou without a server: they lie in this browser.

import { all } from "./shelf.js";

const box = /** @type {HTMLElement} */ (document.getElementById("yours-here"));
const lang = document.documentElement.lang;

/** @param {KeptTable} table */
function line(table) {
  const row = table.rows[lang];
  const link = document.createElement("a");
  link.className = `row${row.yours ? " now" : ""}${row.over ? " over" : ""}`;
  link.href = `${/** @type {HTMLFormElement} */ (document.querySelector(`#${table.game} form`)).action}#${table.id}`;
  for (const [tag, words] of [["b", row.title], ["span", row.names], ["em", row.turn]]) {
    link.append(Object.assign(document.createElement(tag), { textContent: words }));
  }
  const item = document.createElement("li");
  item.append(link);
  return item;
}

try {
  const tables = (await all()).filter(({ game }) => document.getElementById(game)).slice(0, 12);
  box.querySelector("ul")?.replaceChildren(...tables.map(line));
  box.hidden = !tables.length;
} catch { /* a private window keeps nothing, so there is nothing to list */ }
