import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";

const { over, paced } = await import("../../src/matou/web/static/board/motion.js");
const step = (beat, ms, gap = 0, aside = false) => ({ beat, ms, gap, wait: 0, aside });

test("beat after beat, and what happens in one beat happens together", () => {
  const plan = [step(1, 100), step(0, 200), step(1, 50), step(3, 10)];
  assert.equal(paced(plan, 1), 1);
  assert.deepEqual(plan.map((s) => s.wait), [200, 0, 200, 300]);
});

test("things with a gap come one after the other, and the next beat waits for the last", () => {
  const plan = [step(0, 100, 70), step(0, 100, 70), step(0, 100, 70), step(1, 10)];
  paced(plan, 1);
  assert.deepEqual(plan.map((s) => s.wait), [0, 70, 140, 240]);
});

test("nobody waits for what is put aside", () => {
  const plan = [step(0, 100), step(0, 800, 0, true), step(1, 10)];
  paced(plan, 1);
  assert.equal(plan[2].wait, 100);
});

test("all of it takes no longer than it may, and goes faster when more is to come", () => {
  const plan = [step(0, 1800)];
  assert.equal(paced(plan, 1), 0.5);
  assert.equal(paced(plan, 2), 0.25);
  assert.equal(paced([], 1), 1);
});

test("a beat is over with what comes last in it or before it, put aside or not yet begun it is not waited for", () => {
  const plan = [step(0, 200), step(1, 100), step(1, 900, 0, true), step(4, 50)];
  paced(plan, 1);
  assert.deepEqual([0, 1, 2, 4].map((beat) => over(plan, beat)), [200, 300, 300, 350]);
});
