// Keys of a table with friends, and messages that only its host and one guest can read.
//
// The link has 16 bytes that name the host's public key (its hash) and 16 secret bytes. Anybody with the link can greet
// the host. A greeting brings the guest's public key, and all further messages are sealed with a key that only these
// two pages can derive (ECDH). So neither a relay nor another guest can read or forge them, and a guest's key is what
// a seat belongs to.

const CURVE = { name: "ECDH", namedCurve: "P-256" };
const LONGEST_PART = 24_000; // bytes; relays refuse long events
const SHORTEST_PACKED = 600; // bytes; shorter messages are not worth compressing
const LONGEST_GREETING = 1000; // bytes; hosts remember greetings
export const LONGEST_ASKED = 8192; // bytes that a guest may send in one message
const MOST_AHEAD = 200; // parts that may overtake a missing one
const GAP = 3000; // milliseconds to wait for a missing part
const encoder = new TextEncoder(), decoder = new TextDecoder();

/** @param {Uint8Array} bytes */
export const text64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export const bytes64 = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {...Uint8Array} parts @returns {Uint8Array<ArrayBuffer>} */
export function joined(...parts) {
  const made = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) { made.set(part, at); at += part.length; }
  return made;
}
/** @param {number} n */
export const random = (n) => crypto.getRandomValues(new Uint8Array(n));
/** @param {Uint8Array<ArrayBuffer>} bytes */
const digest = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** Returns bytes for one purpose from secret bytes. @param {Uint8Array<ArrayBuffer>} secret @param {Uint8Array<ArrayBuffer>} salt @param {string} purpose @param {number} n */
async function derived(secret, salt, purpose, n) {
  const key = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: "HKDF", hash: "SHA-256", salt, info: encoder.encode(purpose) }, key, 8 * n));
}

// A page's own keys, as text to be stored.
/** @returns {Promise<string>} */
export async function newKeys() {
  const { privateKey } = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey(CURVE, true, ["deriveBits"]));
  return JSON.stringify(await crypto.subtle.exportKey("jwk", privateKey));
}

/** @param {string} stored @returns {Promise<Keys>} */
export async function readKeys(stored) {
  const jwk = JSON.parse(stored);
  const secret = await crypto.subtle.importKey("jwk", jwk, CURVE, false, ["deriveBits"]);
  return { secret, open: joined(Uint8Array.of(4), bytes64(jwk.x), bytes64(jwk.y)) };
}

/** Returns the name that a page is known by: a hash of its public key. @param {Uint8Array<ArrayBuffer>} open */
export const nameOf = async (open) => hex((await digest(open)).slice(0, 16));

/** Returns the code of a new link to a host's tables. @param {Keys} keys */
export const newCode = async (keys) => text64(joined((await digest(keys.open)).slice(0, 16), random(16)));

// What the code of a link is good for: greetings that only people with the link can read.
export class Door {
  /** @param {string} code */
  static async at(code) {
    const bytes = bytes64(code);
    if (bytes.length !== 32) throw new Error("not a code");
    const door = new Door();
    door.host = bytes.slice(0, 16);
    door.secret = bytes.slice(16);
    door.topic = hex(await derived(door.secret, door.host, "topic", 20));
    door.key = await crypto.subtle.importKey("raw", await derived(door.secret, door.host, "greetings", 32), "AES-GCM", false, ["encrypt", "decrypt"]);
    return door;
  }
  /** @type {Uint8Array<ArrayBuffer>} */
  host = new Uint8Array();
  /** @type {Uint8Array<ArrayBuffer>} */
  secret = new Uint8Array();
  topic = ""; // what relays see
  /** @type {CryptoKey} */
  key = /** @type {any} */ (null);

  /** @param {Greeting} greeting */
  async seal(greeting) {
    const iv = random(12);
    return joined(iv, new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, this.key, encoder.encode(JSON.stringify(greeting)))));
  }
  /** Returns a greeting, or null for anything else. @param {Uint8Array<ArrayBuffer>} sealed @returns {Promise<Greeting | null>} */
  async read(sealed) {
    if (sealed.length > LONGEST_GREETING) return null;
    try {
      return JSON.parse(decoder.decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv: sealed.slice(0, 12) }, this.key, sealed.slice(12))));
    } catch { return null; }
  }
  /** Returns whether a public key is the host's. @param {Uint8Array<ArrayBuffer>} open */
  async isHost(open) { return hex((await digest(open)).slice(0, 16)) === hex(this.host); }

  /** Returns what only this page and the owner of a public key know. @param {Keys} keys @param {Uint8Array<ArrayBuffer>} open */
  async pair(keys, open) {
    const other = await crypto.subtle.importKey("raw", open, CURVE, false, []);
    const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: "ECDH", public: other }, keys.secret, 256));
    return new Pair(shared, this.secret);
  }
}

class Pair {
  /** @param {Uint8Array<ArrayBuffer>} shared @param {Uint8Array<ArrayBuffer>} salt */
  constructor(shared, salt) { this.shared = shared; this.salt = salt; }
  /** Returns the name and password of the room in which the two meet directly. */
  async room() {
    const made = await derived(this.shared, this.salt, "room", 32);
    return { name: hex(made.slice(0, 16)), password: hex(made.slice(16)) };
  }
  /** @param {string} guest a number used once, of each @param {string} host @param {string} version of the host's page @param {boolean} isHost */
  async session(guest, host, version, isHost) {
    const made = await derived(this.shared, this.salt, JSON.stringify(["session", guest, host, version]), 40);
    const key = await crypto.subtle.importKey("raw", made.slice(0, 32), "AES-GCM", false, ["encrypt", "decrypt"]);
    return new Session(key, made.slice(32), isHost);
  }
}

/** @param {Uint8Array<ArrayBuffer>} bytes @param {CompressionStream | DecompressionStream} through */
const run = async (bytes, through) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());

export const ID = 8; // bytes at the start of every part: its session
const HEAD = ID + 4; // and the part's number
const MORE = 1, PACKED = 2;

// The messages between a host and a guest, sealed, in order and each once, whichever way they come.
export class Session {
  /** @param {CryptoKey} key @param {Uint8Array<ArrayBuffer>} id @param {boolean} isHost */
  constructor(key, id, isHost) {
    this.key = key;
    this.id = id;
    this.isHost = isHost;
    /** @type {(text: string) => void} */
    this.onmessage = () => {};
    this.onbroken = () => {}; // a part is missing or forged: the two must greet each other again
    this.sent = 0;
    this.heard = 0;
    this.size = 0;
    /** @type {Uint8Array[]} */
    this.parts = [];
    /** @type {Map<number, Uint8Array<ArrayBuffer>>} */
    this.ahead = new Map();
    /** @type {Promise<unknown>} */
    this.reading = Promise.resolve();
    /** @type {Promise<unknown>} */
    this.writing = Promise.resolve();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.gap = undefined;
  }

  /** @param {boolean} fromHost @param {number} number */
  iv(fromHost, number) {
    const iv = new Uint8Array(12);
    iv[0] = fromHost ? 1 : 0;
    new DataView(iv.buffer).setUint32(8, number);
    return iv;
  }

  /** Seals a message and passes its parts on, in order. @param {string} text @param {(part: Uint8Array<ArrayBuffer>) => void} send */
  seal(text, send) {
    this.writing = this.writing.then(async () => {
      let bytes = encoder.encode(text), flags = 0;
      if (this.isHost && bytes.length > SHORTEST_PACKED) { bytes = await run(bytes, new CompressionStream("deflate-raw")); flags = PACKED; }
      for (let at = 0; at === 0 || at < bytes.length; at += LONGEST_PART) {
        const more = at + LONGEST_PART < bytes.length ? MORE : 0, number = this.sent++;
        const plain = joined(Uint8Array.of(flags | more), bytes.subarray(at, at + LONGEST_PART));
        const sealed = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv: this.iv(this.isHost, number) }, this.key, plain));
        const head = new Uint8Array(HEAD);
        head.set(this.id);
        new DataView(head.buffer).setUint32(ID, number);
        send(joined(head, sealed));
      }
    });
    return this.writing;
  }

  /** Takes a part; the message goes to `onmessage` once all before it have come. Forged parts are dropped.
   * @param {Uint8Array<ArrayBuffer>} part @returns {Promise<boolean>} whether it was genuine and new */
  take(part) {
    const done = this.reading.then(() => this.#take(part));
    this.reading = done.catch(() => {});
    return done;
  }

  /** @param {Uint8Array<ArrayBuffer>} part */
  async #take(part) {
    if (part.length < HEAD + 17 || (this.isHost && part.length > LONGEST_ASKED + 100)) return false;
    const number = new DataView(part.buffer, part.byteOffset).getUint32(ID);
    if (number < this.heard || this.ahead.has(number) || number > this.heard + MOST_AHEAD) return false;
    /** @type {Uint8Array<ArrayBuffer>} */
    let plain;
    try {
      plain = new Uint8Array(await crypto.subtle.decrypt({ name: "AES-GCM", iv: this.iv(!this.isHost, number) }, this.key, part.slice(HEAD)));
    } catch { return false; }
    this.ahead.set(number, plain);
    await this.#deliver();
    clearTimeout(this.gap);
    if (this.ahead.size) this.gap = setTimeout(() => this.onbroken(), GAP);
    return true;
  }

  async #deliver() {
    for (let plain = this.ahead.get(this.heard); plain; plain = this.ahead.get(this.heard)) {
      this.ahead.delete(this.heard++);
      this.parts.push(plain.subarray(1));
      this.size += plain.length;
      if (this.isHost && this.size > LONGEST_ASKED) { this.onbroken(); return; }
      if (plain[0] & MORE) continue;
      const bytes = joined(...this.parts);
      this.parts = [];
      this.size = 0;
      // Only a host compresses: a short message of a guest cannot become a long one here.
      this.onmessage(decoder.decode(plain[0] & PACKED && !this.isHost ? await run(bytes, new DecompressionStream("deflate-raw")) : bytes));
    }
  }

  end() { clearTimeout(this.gap); this.onbroken = this.onmessage = () => {}; }
}
