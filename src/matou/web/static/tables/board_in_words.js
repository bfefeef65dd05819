// Turns the board in words from lines into headings and lists. An indented line belongs to the last line without
// indentation. Plans made of letters are hidden from screen readers, because the words say the same.

import { make } from "./panels.js";

const PLAN = /^ {3,}\S|\S {2,}\S/;

/** @param {string} text */
export function structured(text) {
  /** @type {HTMLElement[]} */
  const made = [];
  /** @type {HTMLElement | null} */
  let list = null;
  /** @type {HTMLElement | null} */
  let plan = null;
  const lines = text.split("\n").filter((line) => line.trim());
  lines.forEach((line, i) => {
    if (PLAN.test(line)) {
      if (!plan) { plan = make("pre", { "aria-hidden": "true" }); made.push(plan); }
      plan.append(plan.textContent ? "\n" : "", line);
      list = null;
      return;
    }
    plan = null;
    const under = line.startsWith("  ");
    const leads = !under && i + 1 < lines.length && /^ {2}\S/.test(lines[i + 1]);
    if (leads) { made.push(make("h3", {}, line.replace(/\s*:$/, ""))); list = null; return; }
    if (!list) { list = make("ul"); made.push(list); }
    list.append(make("li", {}, line.trim()));
    // Lines after a headed list that are not part of it start a new list.
    if (under && i + 1 < lines.length && !lines[i + 1].startsWith("  ")) list = null;
  });
  return made;
}
