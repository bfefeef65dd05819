// Turns the board in words from lines into headings and lists. An indented line belongs to the last line without
// indentation.

import { make } from "./panels.js";

/** @param {string} text */
export function structured(text) {
  /** @type {HTMLElement[]} */
  const made = [];
  /** @type {HTMLElement | null} */
  let list = null;
  const lines = text.split("\n").filter((line) => line.trim());
  lines.forEach((line, i) => {
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
