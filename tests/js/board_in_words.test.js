import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";

const { structured } = await import("../../src/matou/web/static/tables/board_in_words.js");
const shape = (text) => structured(text).map((el) => [el.localName, el.localName === "ul" ? el.children.map((li) => li.textContent) : el.textContent]);

test("a line that others are indented under heads them; the rest are lists", () => {
  assert.deepEqual(shape("One goes first.\nHand:\n  a card\n  a clock\nThe end."), [
    ["ul", ["One goes first."]], ["h3", "Hand"], ["ul", ["a card", "a clock"]], ["ul", ["The end."]],
  ]);
});

test("a plan made of letters stays as it is, for the eye alone", () => {
  const [plan] = structured("   a b c\n1  . x .\n");
  assert.deepEqual([plan.localName, plan.textContent, plan.attributes["aria-hidden"]], ["pre", "   a b c\n1  . x .", "true"]);
});
