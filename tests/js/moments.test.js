import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";

const { both, followed } = await import("../../src/matou/web/static/board/moments.js");

function moving() {
  let end;
  const made = { finished: new Promise((resolve) => { end = resolve; }), count: 1, ended: false, finish() { made.ended = true; end(); } };
  return made;
}

test("simultaneous animations end together", () => {
  const a = moving(), b = moving();
  both(a, b).finish();
  assert.deepEqual([a.ended, b.ended, both(a, null), both(null, null)], [true, true, a, null]);
});

test("the second scene follows the first, unless a click has ended both", async () => {
  const first = moving(), second = moving();
  let made = 0;
  const all = followed(first, () => { made += 1; return second; });
  first.finish();
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(made, 1);
  all.finish();
  assert.ok(second.ended);
  const skipped = moving(), none = followed(skipped, () => { made += 1; return second; });
  none.finish();
  await none.finished;
  assert.equal(made, 1);
});
