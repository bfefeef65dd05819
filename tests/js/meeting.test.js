// How host and guest meet: who may answer in whose name, and how many greetings a host takes. The relay is this test.

import assert from "node:assert/strict";
import { register } from "node:module";
import test from "node:test";

// An export has the site's scripts and those of src/matou/page in one folder.
register(`data:text/javascript,${encodeURIComponent("export const resolve = (name, about, next) => next(name.replace(/^..\\/tables\\//, '../../../web/static/tables/'), about);")}`);

/** What pages send. @type {string[]} */
const sent = [];
Object.assign(globalThis, {
  WebSocket: class { readyState = 1; send(/** @type {string} */ text) { sent.push(text); } close() { /* nobody is there */ } },
});
const { Guest, Host } = await import("../../src/matou/page/static/friends/meeting.js");
const { Door, bytes64, hex, newCode, newKeys, readKeys, text64 } = await import("../../src/matou/page/static/friends/sealing.js");

const nostr = /** @type {any} */ ({ createEvent: async (/** @type {string} */ _, /** @type {string} */ content) => JSON.stringify(["EVENT", { id: Math.random(), content }]) });
const way = { nostr, relays: ["ws://relay"], ice: [], version: "1" };
const keys = async () => readKeys(await newKeys());
const passed = () => new Promise((done) => { setTimeout(done, 60); });
/** @param {any} door @param {any} greeting */
const say = async (door, greeting) => /** @type {Uint8Array<ArrayBuffer>} */ (await door.seal({ v: "1", ...greeting }));

test("only the host can answer a guest", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const host = await keys(), own = await keys(), eve = await keys(), door = await Door.at(await newCode(host)), pub = text64(host.open);
  const told = /** @type {string[]} */ ([]), guest = new Guest(door, own, way, (how) => told.push(how)), line = guest.line();
  sent.length = 0;
  t.mock.timers.tick(2000);
  await passed();
  const { n = "" } = await door.read(bytes64(JSON.parse(sent[0])[1].content)) ?? {};
  const session = await (await door.pair(host, own.open)).session(n, "1", true), s = hex(session.id);
  const theirs = hex((await (await door.pair(eve, own.open)).session(n, "1", true)).id);
  for (const lie of [{ n: "1", s: "00" }, { n: "2", s }, { n: "1" }, { v: "2", n: "1", s: "00" }, { pub: text64(eve.open), n: "1", s: theirs }]) {
    guest.relays.hear(await say(door, { k: "welcome", pub, to: n, ...lie }));
    await passed();
    assert.equal(line.readyState, 0);
  }
  assert.ok(!told.includes("version"));
  guest.relays.hear(await say(door, { k: "welcome", pub, to: n, n: "1", s }));
  await passed();
  assert.equal(line.readyState, 1);
  guest.stop();
});

test("greetings with made-up keys get a host no further than a number of answers", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const own = await keys(), door = await Door.at(await newCode(own));
  const host = new Host(door, own, way, { heard() { assert.fail(); }, left() { assert.fail(); }, reached() { /* a timer's */ } });
  for (let i = 0; i < 60; i++) host.relays.hear(await say(door, { k: "hello", pub: text64((await keys()).open), n: `${i}` }));
  await passed();
  assert.ok(host.guests.size >= 40 && host.guests.size < 60);
  assert.equal(host.rooms.size, 0);
  sent.length = 0;
  for (let i = 0; i < 300; i++) host.relays.hear(crypto.getRandomValues(new Uint8Array(80)));
  await passed();
  assert.ok(sent.length <= 6, String(sent.length));
});
