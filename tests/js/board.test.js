import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Fake, highlighted } from "./page.js";

const { Choosing } = await import("../../src/matou/web/static/board/board.js");

let sent, asked, left, root, choosing;

beforeEach(() => {
  [sent, asked, left] = [[], [], null];
  root = new Fake();
  root.append(highlighted("card-1", [0, 0], [1, 2, 3]), highlighted("place-a", [20, 0], [1]), highlighted("place-b", [40, 0], [2, 3]), highlighted("card-2", [60, 0], [7, 8]), highlighted("die", [80, 0], [9]));
  choosing = new Choosing(root, { send: (action) => sent.push(action), changed: (now) => { left = now; }, cold: (click, instead) => asked.push([click, instead]) });
});

const click = (n, how) => choosing.click(new PointerEvent(root.children[n], how));

test("clicks narrow down the actions until one is left", () => {
  click(0);
  assert.deepEqual(left, [1, 2, 3]);
  click(1);
  assert.deepEqual(sent, [1]);
  assert.deepEqual(left, [1, 2, 3]); // the board changes only after the answer
  assert.deepEqual([choosing.left, choosing.picked], [null, []]);
});

test("an element with a single action plays it at once", () => {
  click(4);
  assert.deepEqual(sent, [9]);
});

test("a click on the same kind of element replaces the choice, another kind adds to it", () => {
  click(0);
  click(3);
  assert.deepEqual(left, [7, 8]);
  click(1);
  assert.deepEqual(asked[0][0], { picked: ["card-2"], on: ["place-a"] });
  assert.deepEqual(sent, []);
  asked[0][1](); // the click starts a new selection
  assert.deepEqual(sent, [1]);
});

test("a second click on the same element clears the selection", () => {
  click(0);
  click(0);
  assert.deepEqual([left, choosing.picked], [null, []]);
});

test("without a preview, a touch needs a second tap and a mouse does not", () => {
  root.children[4].dataset.twice = "touch";
  click(4, "touch");
  assert.deepEqual([sent, left], [[], [9]]);
  click(4, "touch");
  assert.deepEqual(sent, [9]);
  click(4, "mouse");
  assert.deepEqual(sent, [9, 9]);
  root.children[4].dataset.twice = "always";
  click(4, "mouse");
  assert.deepEqual(sent, [9, 9]);
});

test("the selection says whether another click could narrow it", () => {
  click(0);
  assert.equal(choosing.narrowable(), true);
  click(2);
  assert.deepEqual(left, [2, 3]);
  assert.equal(choosing.narrowable(), false);
});
