import assert from "node:assert/strict";
import { test } from "node:test";

import { difference, spellOut, unfold } from "../../src/matou/web/static/board/fragments.js";

// Deterministic pseudo-random numbers.
let seed = 7;
const dice = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };

test("a patch applied to the old drawing gives the new one", () => {
  for (let round = 0; round < 500; round++) {
    const old = Array.from({ length: dice(9) }, () => `<g id="${dice(4)}"/>`);
    const fresh = dice(2) ? old.map((part) => (dice(4) ? part : "<g/>")) : Array.from({ length: dice(9) }, () => `<g id="${dice(4)}"/>`);
    const patch = difference(old, fresh);
    assert.deepEqual(unfold({ patch }, { parts: old }).parts, fresh);
  }
});

test("if the number of parts stays the same, the patch holds only those that differ", () => {
  assert.deepEqual(difference(["a", "b", "c"], ["a", "x", "c"]), [[1, 1, ["x"]]]);
  assert.deepEqual(difference(["a", "b"], ["a", "b"]), []);
  assert.deepEqual(difference(["a", "c"], ["a", "b", "c"]), [[1, 0, ["b"]]]);
  assert.deepEqual(difference(["a", "b", "c"], ["a", "c"]), [[1, 1, []]]);
});

test("a fragment that was sent once is expanded from its name later", () => {
  const first = { parts: ['<g><s k="run"/></g>'], symbols: { run: '<path d="M0 0"/>' } };
  spellOut(first);
  assert.deepEqual(first.parts, ['<g><path d="M0 0"/></g>']);
  const later = { patch: [[0, 1, ['<s k="run"/><s k="run"/>']]] };
  spellOut(later);
  assert.deepEqual(later.patch, [[0, 1, ['<path d="M0 0"/><path d="M0 0"/>']]]);
});

test("a patch changes neither the known fragments nor the other drawing", () => {
  const base = { parts: ["a", "b"], box: "0 0 1 1" };
  const whole = unfold({ patch: [[1, 1, ["x"]]], box: "0 0 2 2" }, base);
  assert.deepEqual([whole.parts, whole.box], [["a", "x"], "0 0 2 2"]);
  assert.deepEqual(base.parts, ["a", "b"]);
  assert.equal(unfold({ parts: ["z"] }, base).parts[0], "z");
});
