import assert from "node:assert/strict";
import { test } from "node:test";

import "./page.js";

globalThis.addEventListener ??= () => {};
const { SOUNDS, chosen } = await import("../../src/matou/web/static/board/sound.js");
const moments = (...kinds) => kinds.map((kind) => [kind, 0, "", 0]);

test("the sounds of a move come first, then the knock for your turn", () => {
  assert.deepEqual(chosen({ moments: moments("tower", "last"), legal: [1] }, { legal: [] }), ["tower", "last", "knock"]);
  assert.deepEqual(chosen({ moments: moments("card"), legal: [1] }, { legal: [1] }), ["card"]);
});

test("skipped and undone moves make no sound", () => {
  assert.deepEqual(chosen({ moments: moments("tower"), legal: [] }, { legal: [1] }, true), []);
  assert.deepEqual(chosen({ moments: moments("card"), legal: [1], undone: true }, { legal: [1] }), []);
});

test("each player hears the end that fits their result, once", () => {
  const end = { winners: [1] };
  assert.deepEqual([1, 0, null].map((seat) => chosen({ moments: [], end, seat, legal: [] }, {})), [["win"], ["loss"], ["end"]]);
  assert.deepEqual(chosen({ moments: [], end, seat: 1, legal: [] }, { end }), []);
});

test("no sound lasts two seconds", () => {
  for (const [name, tones] of Object.entries(SOUNDS)) for (const [, , at, lasts] of tones) assert.ok(at + lasts < 2, name);
});
