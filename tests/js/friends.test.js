// Messages between a host and a guest: encrypted, in order, each once.

import assert from "node:assert/strict";
import test from "node:test";

import { Bucket } from "../../src/matou/page/static/friends/bucket.js";
import { Door, LONGEST_ASKED, bytes64, hex, nameOf, newCode, newKeys, readKeys, text64 } from "../../src/matou/page/static/friends/sealing.js";

const keys = async () => readKeys(await newKeys());

async function sessions() {
  const host = await keys(), guest = await keys(), door = await Door.at(await newCode(host));
  const [here, there] = await Promise.all([door.pair(host, guest.open), door.pair(guest, host.open)]);
  const [to, from] = await Promise.all([here.session("g", "h", "1", true), there.session("g", "h", "1", false)]);
  const heard = /** @type {string[]} */ ([]);
  from.onmessage = (text) => heard.push(text);
  return { host, guest, door, to, from, heard };
}

/** @param {any} session @param {string[]} texts @returns {Promise<Uint8Array<ArrayBuffer>[]>} */
async function sealed(session, ...texts) {
  const parts = /** @type {Uint8Array<ArrayBuffer>[]} */ ([]);
  for (const text of texts) session.seal(text, (/** @type {any} */ part) => parts.push(part));
  await session.writing;
  return parts;
}

test("bytes become text for an address and back", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  assert.deepEqual(bytes64(text64(bytes)), bytes);
  assert.match(text64(bytes), /^[\w-]+$/);
});

test("only the link's key reads a greeting", async () => {
  const host = await keys(), code = await newCode(host), door = await Door.at(code);
  assert.equal(code.length, 43);
  const greeting = await door.seal({ k: "hello", n: "1" });
  assert.deepEqual(await (await Door.at(code)).read(greeting), { k: "hello", n: "1" });
  const other = await Door.at(`${code.slice(0, -6)}AAAAAA`);
  assert.equal(await other.read(greeting), null);
  assert.notEqual(other.topic, door.topic, "links with different keys have different topics at a relay");
  assert.ok(await door.isHost(host.open));
  assert.ok(!await door.isHost((await keys()).open));
  assert.equal((await nameOf(host.open)).length, 32);
  await assert.rejects(Door.at("short"));
});

test("messages arrive in order and once, by either route and however often they are sent", async () => {
  const { to, from, heard } = await sessions();
  const parts = await sealed(to, "one", "two", "three");
  for (const i of [2, 0, 0, 1, 2]) await from.take(parts[i]);
  assert.deepEqual(heard, ["one", "two", "three"]);
});

test("a long message is compressed, split and put together again", async () => {
  const { to, from, heard } = await sessions();
  const long = Array.from({ length: 40_000 }, (_, i) => String.fromCharCode(97 + (i * i * 31 + i) % 26, 48 + i % 10)).join("");
  const noise = hex(crypto.getRandomValues(new Uint8Array(60_000)));
  const parts = await sealed(to, long, noise);
  assert.ok(parts.length > 2);
  assert.ok(parts.every((part) => part.length < 25_000));
  for (const part of parts.reverse()) await from.take(part);
  assert.deepEqual(heard, [long, noise]);
});

test("messages that are forged, changed or sealed for another guest are dropped", async () => {
  const { host, door, to, from, heard } = await sessions();
  const [part] = await sealed(to, "a secret");
  const changed = part.slice();
  changed[part.length - 1] ^= 1;
  assert.equal(await from.take(changed), false);
  assert.equal(await from.take(part.slice(0, 12)), false);
  const eve = await keys(), theirs = await (await door.pair(eve, host.open)).session("g", "h", "1", false);
  assert.notEqual(hex(theirs.id), hex(from.id));
  assert.equal(await theirs.take(part), false, "another guest has the link, but not this key");
  const again = await (await door.pair(host, eve.open)).session("g", "h2", "1", true);
  assert.equal(await theirs.take((await sealed(again, "replayed"))[0]), false, "every session has its own key");
  assert.equal(await from.take(part), true);
  assert.deepEqual(heard, ["a secret"]);
});

test("an oversized message from a guest ends the session and is not decompressed", async () => {
  const { to, from } = await sessions();
  const heard = /** @type {string[]} */ ([]);
  let broken = false;
  to.onmessage = (text) => heard.push(text);
  to.onbroken = () => { broken = true; };
  for (const part of await sealed(from, "x".repeat(5000))) await to.take(part);
  assert.equal(heard[0].length, 5000);
  for (const part of await sealed(from, "x".repeat(LONGEST_ASKED + 1))) await to.take(part);
  assert.ok(broken);
  assert.equal(heard.length, 1);
  from.end();
  to.end();
});

test("a bucket limits the burst and the rate", () => {
  const bucket = new Bucket(10, 3), now = bucket.then;
  assert.deepEqual([0, 0, 0, 0].map(() => bucket.take(now)), [true, true, true, false]);
  assert.ok(bucket.take(now + 150));
  assert.ok(!bucket.take(now + 160));
});
