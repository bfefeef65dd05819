// Connecting host and guest: authentication of answers, and limits on greetings. The test plays the relay.

import assert from "node:assert/strict";
import { register } from "node:module";
import test from "node:test";

// An export has the site's scripts and those of src/matou/page in one folder.
register(`data:text/javascript,${encodeURIComponent("export const resolve = (name, about, next) => next(name.replace(/^..\\/tables\\//, '../../../web/static/tables/'), about);")}`);

/** What pages send. @type {string[]} */
const sent = [];
Object.assign(globalThis, {
  WebSocket: class { readyState = 1; onmessage = (/** @type {any} */ _) => { /* set by the relays */ }; send(/** @type {string} */ text) { sent.push(text); } close() { /* nobody is there */ } },
});
const { Guest, Host } = await import("../../src/matou/page/static/friends/meeting.js");
const { Relays } = await import("../../src/matou/page/static/friends/relays.js");
const { Door, bytes64, hex, newCode, newKeys, readKeys, text64 } = await import("../../src/matou/page/static/friends/sealing.js");

const nostr = /** @type {any} */ ({ createEvent: async (/** @type {string} */ _, /** @type {string} */ content) => JSON.stringify(["EVENT", { id: Math.random(), content }]) });
const way = { nostr, relays: ["ws://relay"], ice: [], version: "1" };
const keys = async () => readKeys(await newKeys());

// Pages here wait only for cryptography: when none is running, a message has had its effect.
let running = 0;
for (const name of Object.getOwnPropertyNames(SubtleCrypto.prototype)) {
  const subtle = /** @type {any} */ (crypto.subtle), real = subtle[name];
  if (typeof real === "function" && name !== "constructor") {
    subtle[name] = async (/** @type {any[]} */ ...args) => { running++; try { return await real.apply(subtle, args); } finally { running--; } };
  }
}
const settled = async () => { do await new Promise(setImmediate); while (running); };

/** @param {any} door @param {any} greeting */
const say = async (door, greeting) => /** @type {Uint8Array<ArrayBuffer>} */ (await door.seal({ v: "1", ...greeting }));

/** Returns the encrypted content of a message to the relays. @param {number} i */
const content = (i) => /** @type {Uint8Array<ArrayBuffer>} */ (bytes64(JSON.parse(sent[i])[1].content));

/** Returns a guest that has greeted its host, and the keys for the host's answer. @param {any} t */
async function greetingGuest(t) {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const host = await keys(), own = await keys(), door = await Door.at(await newCode(host)), pub = text64(host.open);
  const told = /** @type {string[]} */ ([]), guest = new Guest(door, own, way, (how) => told.push(how)), line = guest.line();
  t.after(() => guest.stop());
  sent.length = 0;
  t.mock.timers.tick(2000);
  await settled();
  const { n = "" } = await door.read(content(0)) ?? {};
  const session = await (await door.pair(host, own.open)).session(n, "1", "1", true), s = hex(session.id);
  /** Sends a message that any person with the link could send. @param {any} greeting */
  const says = async (greeting) => { guest.relays.hear(await say(door, { pub, ...greeting })); await settled(); };
  return { own, door, told, guest, line, n, session, s, says };
}

test("only the host can answer a guest", async (t) => {
  const { own, door, told, line, n, s, says } = await greetingGuest(t), eve = await keys();
  const theirs = hex((await (await door.pair(eve, own.open)).session(n, "1", "1", true)).id);
  for (const lie of [{ n: "1", s: "00" }, { n: "2", s }, { n: "1" }, { v: "2", n: "1", s: "00" }, { v: "2", n: "1", s }, { pub: text64(eve.open), n: "1", s: theirs }]) {
    await says({ k: "welcome", to: n, ...lie });
    assert.equal(line.readyState, 0);
  }
  assert.ok(!told.includes("version"));
  await says({ k: "welcome", to: n, n: "1", s });
  assert.equal(line.readyState, 1);
});

test("after a message that the host has gone, a guest asks the host and leaves only if it is silent", async (t) => {
  const { guest, line, n, session, s, says } = await greetingGuest(t);
  await says({ k: "welcome", to: n, n: "1", s, boot: "now" });
  let answers = true;
  const asked = () => sent.length;
  for (const lie of [{ k: "lost", s }, { k: "here", boot: "earlier" }]) { // replayed by a relay, or forged by a guest
    const before = asked();
    await says(lie);
    await says(lie);
    assert.equal(asked(), before + 1);
    if (answers) await session.seal("", (part) => guest.relays.hear(part));
    await new Promise((done) => { setTimeout(done, 1600); });
    assert.equal(line.readyState, answers ? 1 : 3);
    answers = false;
  }
});

test("a relay cannot suppress a message by reusing its id, and cannot send a huge one", async () => {
  const heard = /** @type {Uint8Array[]} */ ([]), relays = new Relays(["ws://one", "ws://two"], "topic", nostr, (bytes) => heard.push(bytes));
  const [one, two] = /** @type {any[]} */ ([...relays.sockets.values()]);
  const says = (/** @type {any} */ socket, /** @type {any} */ content, kind = "EVENT") => socket.onmessage({ data: JSON.stringify([kind, "matou", { id: "1", content }]) });
  says(one, "AAAA");
  says(one, {});
  says(one, "BBBB", "OK");
  one.onmessage({ data: "{" });
  says(two, "BBBB");
  says(one, "BBBB");
  says(one, "B".repeat(70_000));
  assert.deepEqual(heard.map(text64), ["AAAA", "BBBB"]);
  await relays.send(heard[0]);
  for (let i = 0; i < 1000; i++) says(one, text64(Uint8Array.of(1, i >> 8, i)));
  assert.ok(relays.seen.size <= 300);
  assert.equal(heard.length, 1002);
  relays.close();
});

test("a connection is closed when a guest sends too many bytes", async () => {
  const made = () => { const channel = Object.assign(new EventTarget(), { open: true, close() { channel.open = false; } }); return channel; };
  class Connection extends EventTarget { createDataChannel() { return made(); } }
  Object.assign(globalThis, { RTCPeerConnection: Connection });
  try {
    const { limited } = await import("../../src/matou/page/static/friends/bucket.js"), connection = new (limited(1000, 50_000))(), theirs = made();
    connection.dispatchEvent(Object.assign(new Event("datachannel"), { channel: theirs }));
    for (const channel of /** @type {any[]} */ ([connection.createDataChannel("data"), theirs])) {
      const says = (/** @type {any} */ data) => channel.dispatchEvent(Object.assign(new Event("message"), { data }));
      for (let i = 0; i < 3; i++) says(new ArrayBuffer(16_000));
      assert.ok(channel.open);
      says("x".repeat(16_000));
      assert.ok(!channel.open);
    }
  } finally { delete (/** @type {any} */ (globalThis).RTCPeerConnection); }
});

test("a host limits its answers to greetings with made-up keys", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const own = await keys(), door = await Door.at(await newCode(own));
  const host = new Host(door, own, way, { heard() { assert.fail(); }, left() { assert.fail(); }, reached() { /* a timer's */ } });
  for (let i = 0; i < 60; i++) host.relays.hear(await say(door, { k: "hello", pub: text64((await keys()).open), n: `${i}` }));
  await settled();
  assert.ok(host.guests.size >= 40 && host.guests.size < 60);
  assert.equal(host.rooms.size, 0);
  host.greetings.left = 40;
  sent.length = 0;
  const hello = { k: "hello", pub: text64((await keys()).open), n: "again" }, before = host.guests.size;
  for (let i = 0; i < 10; i++) { host.relays.hear(await say(door, hello)); await settled(); } // the guest repeats a greeting whose answer was lost
  assert.equal(host.guests.size, before + 1);
  assert.equal(sent.length, 10);
  assert.equal(new Set(await Promise.all(sent.map(async (_, i) => (await door.read(content(i)))?.s))).size, 1);
  t.mock.method(performance, "now", () => 10 ** 9); // much later, when no guest has joined
  t.mock.timers.tick(10_000);
  assert.equal(host.guests.size, 0);
  const { left } = host.greetings;
  for (let i = 0; i < 9; i++) host.relays.hear(await say(door, hello)); // a relay replays it
  await settled();
  assert.equal(host.guests.size, 0);
  assert.equal(host.greetings.left, left);
  host.relays.hear(await say(door, { ...hello, n: "x".repeat(1000) })); // too long to store
  await settled();
  assert.equal(host.guests.size, 0);
  sent.length = 0;
  for (let i = 0; i < 300; i++) host.relays.hear(crypto.getRandomValues(new Uint8Array(80)));
  await settled();
  assert.ok(sent.length <= 6, String(sent.length));
});

test("a guest who forwards another guest's message does not get that guest's answers", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const rooms = /** @type {any[]} */ ([]), told = /** @type {string[]} */ ([]);
  const joinRoom = () => { const room = { got: 0, leave: async () => { /* over */ }, makeAction: () => (room.action = { send: async () => { room.got += 1; } }), action: /** @type {any} */ (null) }; rooms.push(room); return room; };
  Object.assign(globalThis, { RTCPeerConnection: class extends EventTarget {} });
  t.after(() => { delete (/** @type {any} */ (globalThis).RTCPeerConnection); });
  const own = await keys(), door = await Door.at(await newCode(own));
  const host = new Host(door, own, { ...way, nostr: { ...nostr, joinRoom } }, { heard: (_, owner, text) => told.push(`${owner} ${text}`), left() { /* nobody */ }, reached() { /* a timer's */ } });
  const guests = [];
  for (const n of ["bruno", "carla"]) {
    const theirs = await keys();
    sent.length = 0;
    host.relays.hear(await say(door, { k: "hello", pub: text64(theirs.open), n }));
    await settled();
    const welcome = /** @type {any} */ (await door.read(content(0)));
    const session = await (await door.pair(theirs, own.open)).session(n, welcome.n, "1", false);
    await session.seal("", (part) => host.relays.hear(part));
    await settled();
    guests.push({ session, id: welcome.s });
  }
  const [bruno, carla] = guests, parts = /** @type {any[]} */ ([]);
  assert.equal(rooms.length, 2);
  await carla.session.seal("hello", (part) => parts.push(part));
  await carla.session.seal("again", (part) => parts.push(part));
  const goesDirectly = async (/** @type {any} */ guest) => {
    sent.length = 0;
    host.send(guest.id, "news");
    await settled();
    return sent.length === 0;
  };
  rooms[0].action.onMessage(parts[0].buffer, { peerId: "b" }); // Bruno forwards it in his room
  await settled();
  assert.ok(told[0].endsWith(" hello"));
  assert.ok(!await goesDirectly(carla));
  rooms[1].action.onMessage(parts[1].buffer, { peerId: "c" });
  await settled();
  assert.ok(await goesDirectly(carla));
  assert.ok(!await goesDirectly(bruno));
  assert.deepEqual(rooms.map((room) => room.got), [0, 1]);
});
