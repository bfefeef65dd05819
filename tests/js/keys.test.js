import assert from "node:assert/strict";
import { test } from "node:test";

import { Fake, highlighted, press } from "./page.js";

const { Keys } = await import("../../src/matou/web/static/board/keys.js");

// Three rows of three, and one element far to the right of the middle row.
function board() {
  const picture = new Fake(), home = new Fake();
  for (const y of [0, 50, 100]) for (const x of [0, 50, 100]) picture.append(highlighted(`at-${x}-${y}`, [x, y], [x + y]));
  picture.append(highlighted("far", [400, 50], [5]));
  const keys = new Keys(picture, home, { left: () => null, actions: (el) => el.dataset.actions.split(" ").map(Number), describe: (action) => `Do ${action}` });
  const from = (id) => picture.children.find((el) => el.id === id);
  const go = (id, key) => {
    const before = picture.children.map((el) => el.focused);
    keys.key({ key, target: from(id), preventDefault() {} });
    const found = picture.children.find((el, i) => el.focused > before[i]);
    return found && found.id;
  };
  return { keys, picture, home, go, from };
}

test("an arrow key moves to the nearest element in its direction, or stays", () => {
  const { go } = board();
  assert.equal(go("at-50-50", "ArrowRight"), "at-100-50");
  assert.equal(go("at-50-50", "ArrowLeft"), "at-0-50");
  assert.equal(go("at-50-50", "ArrowUp"), "at-50-0");
  assert.equal(go("at-50-50", "ArrowDown"), "at-50-100");
  assert.equal(go("at-100-50", "ArrowRight"), "far");
  assert.equal(go("at-0-0", "ArrowUp"), "at-0-0");
});

test("Home, End, PgUp and PgDn go through all elements and wrap around", () => {
  const { go } = board();
  assert.equal(go("far", "Home"), "at-0-0");
  assert.equal(go("at-0-0", "End"), "far");
  assert.equal(go("far", "PageDown"), "at-0-0");
  assert.equal(go("at-0-0", "PageUp"), "far");
  assert.equal(go("at-0-0", "x"), undefined);
});

test("a single element is the tab stop", () => {
  const { keys, picture } = board();
  keys.at = "at-50-0";
  keys.stop();
  const stops = picture.children.filter((el) => el.attributes.tabindex === "0").map((el) => el.id);
  assert.deepEqual(stops, ["at-50-0"]);
});

test("if the focused element disappears, the nearest one gets the focus", () => {
  const { keys, picture, from } = board();
  press(); // the visitor uses the keyboard
  keys.remember(from("at-100-50"));
  keys.at = "gone";
  picture.children.splice(picture.children.indexOf(from("at-100-50")), 1);
  assert.ok(["at-100-0", "at-100-100", "at-50-50"].includes(keys.current().id));
});

test("an element says what choosing it would do, once", () => {
  const { keys, from } = board();
  from("far").setAttribute("aria-label", "the far one");
  keys.name();
  keys.name();
  assert.equal(from("far").attributes["aria-label"], "Do 5");
});
