// Your games on the home page of an exported Matou: they are stored in this browser.

import { all } from "./browser_storage.js";

const box = /** @type {HTMLElement} */ (document.getElementById("yours-here"));
const lang = document.documentElement.lang;

/** @param {KeptTable} table @param {ListedTable} row */
function line(table, row) {
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

/** @param {KeptTable[]} tables @param {Record<string, ListedTable>} [fresh] */
function show(tables, fresh = {}) {
  const lines = tables.flatMap((table) => {
    const row = fresh[table.id] ?? table.row;
    return row ? [line(table, row)] : [];
  });
  box.querySelector("ul")?.replaceChildren(...lines);
  box.hidden = !lines.length;
}

try {
  const tables = (await all()).filter(({ game }) => document.getElementById(game)).slice(0, 12);
  show(tables);
  const others = tables.filter((table) => table.lang !== lang); // written in another language
  if (others.length) {
    const { ask } = await import("../tables/server.js"); // Python translates them
    const { rows } = await ask("list", { tables: others.map(({ id }) => id) });
    show(tables, rows);
  }
} catch { /* a private window keeps nothing, so there is nothing to list */ }
