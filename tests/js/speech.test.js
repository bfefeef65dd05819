import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { element } from "./page.js";

mock.timers.enable({ apis: ["setTimeout"] });
const speech = await import("../../src/matou/web/static/tables/speech.js");
const { say } = await import("../../src/matou/web/static/tables/panels.js");
const lines = () => element("live").children.map((p) => p.textContent);
const NAMES = ["Ada", "Bo"];
const view = (first, moves, more = {}) => ({ log: [first, moves.map((words, i) => [i % 2, words, ""])], tallies: ["1", "2"], prompt: "Your turn.", legal: [[1, "a", "A"]], players: [], seat: 0, turn: 0, ...more });
const heard = (some) => { speech.heard(some, some, NAMES); mock.timers.tick(400); };

test("moves before the page opened are not announced; each later move is announced once", () => {
  heard(view(0, ["builds", "draws"]));
  assert.deepEqual(lines(), ["Your turn."]);
  heard(view(2, ["rolls"]));
  assert.deepEqual(lines().slice(1), ["rolls", "Your turn."]);
  heard(view(0, ["builds", "draws", "rolls", "rests"]));
  assert.deepEqual(lines().slice(3), ["rests", "Your turn."]);
});

test("an undone move and a changed score are announced", () => {
  const before = lines().length;
  heard(view(2, [], { tallies: ["1", "5"], prompt: "Wait.", legal: [] }));
  assert.deepEqual(lines().slice(before), ["taken back", "Bo has 5", "Wait."]);
});

const PEOPLE = [{ mine: true, kind: "person" }, { mine: true, kind: "person" }];

test("a player at a shared screen hears the others' moves since their last turn", () => {
  heard(view(4, [], { curtain: [1, "Bo"], turn: 1, seat: null, players: PEOPLE, tallies: ["1", "5"] }));
  assert.deepEqual(lines(), ["Bo?"], "the announcements of the player before are gone");
  // Ada: 0, 2, 4; Bo: 1, 3.
  heard(view(0, ["builds", "draws", "rolls", "rests", "hides"], { turn: 1, seat: 1, players: PEOPLE, tallies: ["1", "5"] }));
  assert.deepEqual(lines().slice(1), ["hides", "Your turn."]);
});

test("at a shared screen without secrets, the next player is named", () => {
  const before = lines().length;
  heard(view(5, ["runs"], { turn: 0, players: PEOPLE, tallies: ["1", "5"] }));
  assert.deepEqual(lines().slice(before), ["runs", "Ada?", "Your turn."]);
  heard(view(6, ["runs"], { turn: 0, players: PEOPLE, tallies: ["1", "5"] }));
  assert.deepEqual(lines().slice(before + 3), ["runs", "Your turn."]);
  heard(view(7, ["runs"], { turn: 1, players: [{ mine: true, kind: "person" }, { kind: "bot" }], tallies: ["1", "5"] }));
  assert.deepEqual(lines().slice(before + 5), ["runs", "Your turn."]);
});

test("the region is cleared when the screen is passed on, and its length is limited", () => {
  speech.forget();
  assert.deepEqual(lines(), []);
  for (let i = 0; i < 60; i++) speech.utter(`line ${i}`);
  assert.equal(lines().length, 24);
  speech.again();
  assert.equal(lines().at(-1), "line 59");
  assert.equal(lines().length, 24);
});

test("a few choices are named, many are counted", () => {
  speech.narrowed(["a", "b"], true);
  assert.equal(lines().at(-1), "2 left: a; b");
  speech.narrowed(["a", "b", "c", "d", "e", "f"], false);
  assert.equal(lines().at(-1), "6 left. Choose.");
  speech.narrowed(["a"], true);
  assert.equal(lines().at(-1), "one left: a");
});

test("a number beyond the table of plural forms takes the form of its last digits", () => {
  assert.equal(say("SPOKEN_SEVERAL", { name: "Ada", n: 1 }), "Ada, 1 choice");
  for (const n of [0, 2, 101, 201, 1001]) assert.equal(say("SPOKEN_SEVERAL", { name: "Ada", n }), `Ada, ${n} choices`);
});
