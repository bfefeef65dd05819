import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";

const { structured } = await import("../../src/matou/web/static/tables/board_in_words.js");
const shape = (text) => structured(text).map((el) => [el.localName, el.localName === "ul" ? el.children.map((li) => li.textContent) : el.textContent]);

test("a line above indented lines becomes a heading; other lines become lists", () => {
  assert.deepEqual(shape("One goes first.\nHand:\n  a card\n  a clock\nThe end."), [
    ["ul", ["One goes first."]], ["h3", "Hand"], ["ul", ["a card", "a clock"]], ["ul", ["The end."]],
  ]);
});
