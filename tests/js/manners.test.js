import assert from "node:assert/strict";
import { test } from "node:test";

import * as manner from "../../src/matou/web/static/board/manners.js";

const FROM = { x: 120, y: -40, s: 0.5, turn: 90 };
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
const moments = Array.from({ length: 41 }, (_, i) => i / 40);

test("every motion begins where the element was and ends at its place", () => {
  for (const way of [manner.slide(FROM), manner.hop(FROM), manner.walk(FROM, 20), manner.by(FROM, { x: 50, y: 60 }), manner.leg(FROM, { x: 0, y: 0 })]) {
    const [start, end] = [way(0), way(1)];
    near(start.x, FROM.x);
    near(start.y, FROM.y);
    near(end.x, 0);
    near(end.y, 0);
    near(end.s ?? 1, 1);
    near(end.turn ?? 0, 0);
  }
});

test("a pounce reaches its prey after a third, the lair after two thirds, and returns at the end", () => {
  const way = manner.pounce(FROM, { x: 30, y: -200 }), caught = manner.dangle({ x: -30, y: 200 }, 20);
  for (const [t, x, y] of [[0, FROM.x, FROM.y], [1 / 3, 0, 0], [2 / 3, 30, -200], [1, 0, 0]]) { near(way(t).x, x); near(way(t).y, y); }
  near(caught(0).x, 0);
  near(caught(1).x, 30);
  near(caught(1).y, -200);
});

test("a motion via a point passes through it and never jumps", () => {
  const point = { x: 50, y: 60 }, way = manner.by(FROM, point);
  const nearest = Math.min(...Array.from({ length: 2001 }, (_, i) => { const at = way(i / 2000); return Math.hypot(at.x - point.x, at.y - point.y); }));
  assert.ok(nearest < 0.5, `${nearest}`);
  for (let i = 1; i < moments.length; i++) {
    const [a, b] = [way(moments[i - 1]), way(moments[i])];
    assert.ok(Math.hypot(a.x - b.x, a.y - b.y) < 20);
  }
});

test("at every moment either the old face or the new one is visible", () => {
  const path = manner.hop(FROM);
  const both = [[manner.turn(false), manner.turn(true)], [manner.tumble(false), manner.tumble(true)], [manner.carry(FROM, path, false, true), manner.carry(FROM, path, true, true)]];
  for (const [old, fresh] of both) {
    for (const t of moments) assert.equal(old(t).see + fresh(t).see, 1, `at ${t}`);
    assert.equal(old(0).see, 1);
    assert.equal(fresh(1).see, 1);
  }
});

test("a carried element begins at its source and ends at its place, measured from either point", () => {
  const path = manner.hop(FROM), old = manner.carry(FROM, path, false, false), fresh = manner.carry(FROM, path, true, false);
  near(old(0).x, 0);
  near(fresh(0).x, FROM.x);
  near(fresh(1).x, 0);
  near(old(1).x, -FROM.x);
  near(old(0).s, 1);
  near(fresh(1).s, 1);
});

test("a roof comes down the way it went up", () => {
  for (const t of moments) assert.deepEqual(manner.lower(t), manner.lift(1 - t));
  near(manner.lift(0).y, 0);
  assert.equal(manner.lift(1).see, 0);
});
