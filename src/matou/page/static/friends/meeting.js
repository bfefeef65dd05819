// How the pages of a table with friends reach each other. They greet by a relay, then meet in a WebRTC room of two
// (trystero). Where no direct connection stands within ten seconds, or when it breaks, the same messages go by the relay.

import { Bucket, limited } from "./bucket.js";
import { Relays } from "./relays.js";
import { ID, bytes64, hex, nameOf, random, text64 } from "./sealing.js";

const DIRECT = 10_000; // milliseconds to wait for a direct connection
const GREET = 1500; // between two greetings
const UNREACHED = 8000; // without any relay or host, until the page says so
const PING = 10_000; // between two signs of life
const DOUBT = 1500; // for the host to answer a guest who was told that it has gone
const QUIET = 75_000; // without one, until a guest counts as gone: hidden pages have slow timers
const RATE = 25, BURST = 60; // messages of a guest a second, and at once
const STRIKES = 200; // messages beyond those, until a guest is sent away
const BYTES = 100_000, BYTES_AT_ONCE = 1_000_000; // that a guest may send directly a second, and at once
const MOST = 40; // guests with a direct connection
const MOST_MET = 1000; // greetings remembered, because a relay could repeat them

// A room of two over WebRTC. It may hold older pages of the same two for a while.
class Direct {
  /** @param {Ways} way @param {{ name: string, password: string }} room @param {typeof RTCPeerConnection} rtcPolyfill @param {(bytes: Uint8Array<ArrayBuffer>, peer: string) => void} hear @param {(peer: string, here: boolean) => void} changed */
  constructor(way, { name, password }, rtcPolyfill, hear, changed) {
    this.room = way.nostr.joinRoom({ appId: "matou", password, relayConfig: { urls: way.relays, warnOnRelayFailure: false }, rtcConfig: { iceServers: way.ice }, rtcPolyfill }, name);
    this.action = this.room.makeAction("m");
    this.action.onMessage = (data, { peerId }) => hear(new Uint8Array(data), peerId);
    this.room.onPeerJoin = (peer) => changed(peer, true);
    this.room.onPeerLeave = (peer) => changed(peer, false);
  }
  /** @param {Uint8Array} bytes @param {string} [peer] to everybody there if left out */
  send(bytes, peer) { this.action.send(bytes, peer ? { target: peer } : undefined).catch(() => { /* the session notices what is missing */ }); }
  leave() { this.room.leave().catch(() => { /* nobody is there any more */ }); }
}

const canMeet = () => typeof RTCPeerConnection === "function";

// The host's end. Guests are known by their sessions.
export class Host {
  /** @param {Door} door @param {Keys} keys @param {Ways} way @param {HostEvents} on */
  constructor(door, keys, way, on) {
    this.door = door; this.keys = keys; this.way = way; this.on = on;
    this.boot = text64(random(9)); // of this page: guests notice that the host has reloaded
    /** @type {Map<string, HostedGuest>} */
    this.guests = new Map();
    /** @type {Map<string, Direct>} */
    this.rooms = new Map();
    /** What was answered to each greeting; null if it is over. @type {Map<string, Partial<Greeting> | null>} */
    this.met = new Map();
    this.greetings = new Bucket(5, 40);
    this.unknown = new Bucket(500, 1000); // messages that are not of a session
    this.answers = new Bucket(1, 5); // to those that nobody can read
    this.relays = new Relays(way.relays, door.topic, way.nostr, (bytes) => this.#hear(bytes));
    this.relays.onopen = () => this.#greet({ k: "here" });
    setInterval(() => this.#sweep(), PING);
    setTimeout(() => on.reached(this.relays.reached), UNREACHED);
  }

  /** @param {Partial<Greeting>} greeting @param {Direct} [direct] @param {string} [peer] to this page alone */
  async #greet(greeting, direct, peer) {
    const sealed = await this.door.seal({ k: "here", ...greeting, pub: text64(this.keys.open), v: this.way.version, boot: this.boot });
    if (!peer) this.relays.send(sealed);
    direct?.send(sealed, peer);
  }

  /** @param {Uint8Array<ArrayBuffer>} bytes @param {string} [peer] @param {Direct} [direct] */
  async #hear(bytes, peer, direct) {
    const id = hex(bytes.subarray(0, ID)), guest = this.guests.get(id);
    if (guest) {
      // Another guest can pass on what it has read at a relay.
      if (await guest.session.take(bytes)) guest.peer = direct === this.rooms.get(guest.owner) ? peer || "" : "";
      return;
    }
    if (!this.unknown.take()) return;
    const greeting = await this.door.read(bytes);
    if (!greeting) { if (this.answers.take()) this.#greet({ k: "lost", s: id }, direct); }
    else if (greeting.k === "hello") this.#met(greeting);
  }

  /** @param {Greeting} greeting */
  async #met({ pub = "", n = "", v }) {
    const name = `${pub} ${n}`, before = this.met.get(name);
    if (before === null || (before && this.guests.get(before.s || "")?.came) || !this.greetings.take()) return;
    if (before) { this.#greet(before); return; } // it has not arrived
    this.met.set(name, null);
    if (this.met.size > MOST_MET) this.met.delete(/** @type {string} */ (this.met.keys().next().value));
    let pair, owner = "";
    try {
      const open = bytes64(pub);
      owner = await nameOf(open);
      pair = await this.door.pair(this.keys, open);
    } catch { return; } // not a key
    const mine = text64(random(9)), session = await pair.session(n, mine, this.way.version, true), id = hex(session.id);
    if (v === this.way.version) {
      /** @type {HostedGuest} */
      const guest = { pair, session, owner, name, peer: "", came: false, last: performance.now(), bucket: new Bucket(RATE, BURST), strikes: 0 };
      this.guests.set(id, guest);
      session.onbroken = () => { this.#greet({ k: "lost", s: id }, this.rooms.get(owner)); this.#end(id); };
      session.onmessage = (text) => this.#heard(id, guest, text);
    }
    const welcome = /** @type {Partial<Greeting>} */ ({ k: "welcome", to: n, n: mine, s: id });
    this.met.set(name, welcome);
    this.#greet(welcome, this.rooms.get(owner));
  }

  // Meets a guest who has shown its key: anybody with the link can greet in the name of many.
  /** @param {HostedGuest} guest */
  async #meet({ pair, owner }) {
    const how = await pair.room();
    if (!canMeet() || this.rooms.has(owner) || this.rooms.size >= MOST) return;
    const room = new Direct(this.way, how, limited(BYTES, BYTES_AT_ONCE), (bytes, peer) => this.#hear(bytes, peer, room), (peer, here) => {
      if (here) { this.#greet({}, room, peer); return; }
      for (const one of this.guests.values()) {
        if (one.peer === peer) { one.peer = ""; one.last = Math.min(one.last, performance.now() - QUIET + 2 * PING); }
      }
    });
    this.rooms.set(owner, room);
  }

  /** @param {string} id @param {HostedGuest} guest @param {string} text */
  #heard(id, guest, text) {
    guest.last = performance.now();
    if (!guest.came) {
      guest.came = true;
      for (const [other, { owner }] of this.guests) if (owner === guest.owner && other !== id) this.#end(other); // of an earlier page or try
      this.#meet(guest);
    }
    if (!guest.bucket.take()) { if (++guest.strikes > STRIKES) this.#end(id); }
    else if (text) this.on.heard(id, guest.owner, text);
    else this.send(id, ""); // a sign of life
  }

  /** @param {string} id @param {string} text */
  send(id, text) {
    const guest = this.guests.get(id);
    guest?.session.seal(text, (part) => {
      const room = this.rooms.get(guest.owner);
      if (guest.peer && room) room.send(part, guest.peer); else this.relays.send(part);
    });
  }

  /** @param {string} id */
  #end(id) {
    const guest = this.guests.get(id);
    if (!guest) return;
    this.guests.delete(id);
    this.met.set(guest.name, null);
    guest.session.end();
    if (guest.came) this.on.left(id);
  }

  #sweep() {
    for (const [id, { came, last }] of this.guests) if (performance.now() > last + (came ? QUIET : 2 * PING)) this.#end(id);
    const owners = new Set([...this.guests.values()].map(({ owner }) => owner));
    for (const [owner, room] of this.rooms) if (!owners.has(owner)) { room.leave(); this.rooms.delete(owner); }
    this.on.reached(this.relays.reached);
  }
}

// A guest's end: one line to the host at a time.
export class Guest {
  /** @param {Door} door @param {Keys} keys @param {Ways} way @param {(how: Reached) => void} tell how the host is reached */
  constructor(door, keys, way, tell) {
    this.door = door; this.keys = keys; this.way = way; this.tell = tell;
    this.began = performance.now();
    this.peer = ""; // the host, where there is a direct connection
    this.met = false; // whether the host has answered before
    this.waited = !canMeet(); // whether a direct connection has had its ten seconds
    /** @type {Direct | null} */
    this.direct = null;
    /** @type {GuestLine | null} */
    this.now = null;
    this.relays = new Relays(way.relays, door.topic, way.nostr, (bytes) => this.#hear(bytes));
    this.relays.onopen = () => { if (this.now && !this.now.session) this.#greet(); };
    setInterval(() => this.#knock(), GREET);
    setInterval(() => this.#ping(), PING);
  }

  /** Opens a line to the host; it closes when the host is lost. @returns {Line} */
  line() {
    /** @type {GuestLine} */
    const now = { n: text64(random(9)), session: null, boot: "", heard: true, doubted: false, line: { readyState: 0, onopen: null, onmessage: null, onclose: null, send: (text) => { this.#send(now, text); } } };
    this.now = now;
    this.#knock();
    return now.line;
  }

  #knock() {
    if (!this.now || this.now.session) return;
    if (this.relays.reached || this.peer) { this.#greet(); this.tell(this.met ? "waiting" : "knocking"); this.began = performance.now(); }
    else if (performance.now() > this.began + UNREACHED) this.tell("nowhere");
  }

  async #greet() {
    const sealed = await this.door.seal({ k: "hello", pub: text64(this.keys.open), n: this.now?.n, v: this.way.version });
    this.relays.send(sealed);
    this.direct?.send(sealed);
  }

  /** @param {GuestLine} now @param {string} text */
  #send(now, text) {
    now.session?.seal(text, (part) => { if (this.peer && this.direct) this.direct.send(part, this.peer); else this.relays.send(part); });
  }

  /** @param {Uint8Array<ArrayBuffer>} bytes @param {string} [peer] */
  async #hear(bytes, peer) {
    const { now } = this;
    if (now?.session && hex(now.session.id) === hex(bytes.subarray(0, ID))) { now.session.take(bytes); return; }
    const greeting = await this.door.read(bytes);
    if (!greeting || now !== this.now) return;
    if (greeting.k === "here" && await this.door.isHost(bytes64(greeting.pub || ""))) {
      if (peer) this.#directly(peer);
      if (now && !now.session) this.#greet(); else if (now && greeting.boot !== now.boot) this.#doubt(now);
    } else if (greeting.k === "welcome" && now && greeting.to === now.n) await this.#welcome(now, greeting);
    else if (greeting.k === "lost" && now?.session && greeting.s === hex(now.session.id)) this.#doubt(now);
  }

  // Asks the host whether it has gone: everybody with the link could say so, and a relay could repeat it.
  /** @param {GuestLine} now */
  #doubt(now) {
    if (now.doubted) return;
    now.doubted = true;
    now.heard = false;
    this.#send(now, "");
    setTimeout(() => { now.doubted = false; if (!now.heard) this.#close(now); }, DOUBT);
  }

  /** @param {GuestLine} now @param {Greeting} greeting */
  async #welcome(now, { pub = "", n = "", v, boot = "", s }) {
    const open = bytes64(pub);
    if (!await this.door.isHost(open)) return;
    const pair = await this.door.pair(this.keys, open), session = await pair.session(now.n, n, `${v}`, false);
    if (hex(session.id) !== s || now.session || now !== this.now) return; // only the host can know that number
    if (v !== this.way.version) { this.now = null; this.tell("version"); return; }
    this.met = true;
    now.session = session;
    now.boot = boot;
    session.onbroken = () => this.#close(now);
    session.onmessage = (text) => { now.heard = true; if (text) now.line.onmessage?.({ data: text }); };
    this.#send(now, ""); // shows the host that this page has the key
    if (canMeet() && !this.direct) this.direct = new Direct(this.way, await pair.room(), RTCPeerConnection, (bytes, peer) => this.#hear(bytes, peer), (peer, here) => { if (!here && peer === this.peer) this.#directly(""); });
    if (this.peer || this.waited) this.#open(now);
    else setTimeout(() => { this.waited = true; this.#open(now); }, DIRECT);
  }

  // Goes on directly with a page, which is the host's; or by the relay.
  /** @param {string} peer */
  #directly(peer) {
    const { now } = this;
    this.peer = peer;
    if (!now?.session) { this.#knock(); return; }
    this.#send(now, ""); // so the host answers the same way
    if (now.line.readyState === 1) this.tell(peer ? "directly" : "by relay"); else if (peer) this.#open(now);
  }

  /** @param {GuestLine} now */
  #open(now) {
    if (now !== this.now || !now.session || now.line.readyState) return;
    now.line.readyState = 1;
    now.heard = true;
    this.tell(this.peer ? "directly" : "by relay");
    now.line.onopen?.({});
  }

  // Both ends answer signs of life. A page that hears nothing between two of its own has lost the host.
  #ping() {
    const { now } = this;
    if (!now || now.line.readyState !== 1) return;
    if (!now.heard) { this.#close(now); return; }
    now.heard = false;
    this.#send(now, "");
  }

  /** @param {GuestLine} now */
  #close(now) {
    if (now !== this.now) return;
    this.now = null;
    now.session?.end();
    now.line.readyState = 3;
    this.began = performance.now();
    now.line.onclose?.({});
  }

  stop() {
    this.now?.session?.end();
    this.now = null;
    this.direct?.leave();
    this.relays.close();
  }
}
