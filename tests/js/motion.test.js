import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";

const { over, paced } = await import("../../src/matou/web/static/board/motion.js");
const step = (beat, ms, gap = 0, aside = false) => ({ beat, ms, gap, wait: 0, aside });

test("beats follow each other, and the steps of a beat run together", () => {
  const plan = [step(1, 100), step(0, 200), step(1, 50), step(3, 10)];
  assert.equal(paced(plan, 1), 1);
  assert.deepEqual(plan.map((s) => s.wait), [200, 0, 200, 300]);
});

test("steps with a gap follow each other, and the next beat waits for the last one", () => {
  const plan = [step(0, 100, 70), step(0, 100, 70), step(0, 100, 70), step(1, 10)];
  paced(plan, 1);
  assert.deepEqual(plan.map((s) => s.wait), [0, 70, 140, 240]);
});

test("no beat waits for a step that runs aside", () => {
  const plan = [step(0, 100), step(0, 800, 0, true), step(1, 10)];
  paced(plan, 1);
  assert.equal(plan[2].wait, 100);
});

test("a sequence stays within its time limit, and runs faster when more is waiting", () => {
  const plan = [step(0, 1800)];
  assert.equal(paced(plan, 1), 0.5);
  assert.equal(paced(plan, 2), 0.25);
  assert.equal(paced([], 1), 1);
});

test("a beat ends with its last step; steps that run aside or have not begun do not count", () => {
  const plan = [step(0, 200), step(1, 100), step(1, 900, 0, true), step(4, 50)];
  paced(plan, 1);
  assert.deepEqual([0, 1, 2, 4].map((beat) => over(plan, beat)), [200, 300, 300, 350]);
});
