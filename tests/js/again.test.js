// The delay before a page reconnects.

import assert from "node:assert/strict";
import test from "node:test";

import { pause } from "../../src/matou/web/static/tables/again.js";

test("pages wait at most 3.25 seconds, each a different time", () => {
  assert.ok(pause(0, false, 1) <= 250);
  for (let tries = 0; tries < 40; tries++) {
    assert.ok(pause(tries, false, 1) <= 3250);
    assert.ok(pause(tries, false, 0) <= pause(tries, false, 1) / 2, "pages do not reconnect all at once");
    assert.ok(pause(tries + 1, false, 0.5) >= pause(tries, false, 0.5));
  }
});

test("a hidden page reconnects less often", () => {
  assert.equal(pause(0, true, 1), pause(0, false, 1), "a restarted server is back at once");
  assert.ok(pause(10, true, 0) >= 15_000);
  assert.ok(pause(10, true, 1) <= 30_000);
});
