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

test("clicks narrow down which actions are meant, until one is left", () => {
  click(0);
  assert.deepEqual(left, [1, 2, 3]);
  click(1);
  assert.deepEqual(sent, [1]);
  assert.deepEqual(left, [1, 2, 3]); // nothing is drawn anew until the move is answered
  assert.deepEqual([choosing.left, choosing.picked], [null, []]);
});

test("what has one action alone is done at once", () => {
  click(4);
  assert.deepEqual(sent, [9]);
});

test("something of the same sort takes the other's place, something else is asked about", () => {
  click(0);
  click(3);
  assert.deepEqual(left, [7, 8]);
  click(1);
  assert.deepEqual(asked[0][0], { picked: ["card-2"], on: ["place-a"] });
  assert.deepEqual(sent, []);
  asked[0][1](); // it was meant otherwise
  assert.deepEqual(sent, [1]);
});

test("the same thing again drops the choice", () => {
  click(0);
  click(0);
  assert.deepEqual([left, choosing.picked], [null, []]);
});

test("what cannot be looked at first takes a second click under a finger, not under a mouse", () => {
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

test("it is known whether another click could narrow the choice", () => {
  click(0);
  assert.equal(choosing.narrowable(), true);
  click(2);
  assert.deepEqual(left, [2, 3]);
  assert.equal(choosing.narrowable(), false);
});
