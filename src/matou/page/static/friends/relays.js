// The relays of a table with friends: Nostr relays, by which pages find each other, and by which messages go where no
// direct connection stands. Relays see a topic, times and sizes; they can read nothing.

import { pause } from "../tables/again.js";
import { bytes64, text64 } from "./sealing.js";

const SKEW = 600; // seconds by which clocks of devices may differ
const MOST_SEEN = 300; // events remembered, because each comes from every relay
const LONGEST = 65_536; // characters in a relay's message

export class Relays {
  /** @param {string[]} urls @param {string} topic @param {Nostr} nostr @param {(bytes: Uint8Array<ArrayBuffer>) => void} hear */
  constructor(urls, topic, nostr, hear) {
    this.topic = topic;
    this.nostr = nostr;
    this.hear = hear;
    this.onopen = () => {};
    this.closed = false;
    /** @type {Map<string, WebSocket>} */
    this.sockets = new Map();
    /** @type {Set<string>} */
    this.seen = new Set();
    for (const url of urls) this.#connect(url, 0);
  }

  /** @param {string} url @param {number} tries */
  #connect(url, tries) {
    if (this.closed) return;
    const socket = new WebSocket(url);
    this.sockets.set(url, socket);
    let opened = false;
    socket.onopen = () => {
      opened = true;
      const asked = JSON.parse(this.nostr.subscribe("matou", this.topic));
      asked[2].since -= SKEW;
      socket.send(JSON.stringify(asked));
      this.onopen();
    };
    socket.onmessage = ({ data }) => { try { if (data.length <= LONGEST) this.#heard(JSON.parse(data)); } catch { /* not for us */ } };
    socket.onclose = () => setTimeout(() => this.#connect(url, opened ? 0 : tries + 1), pause(opened ? 1 : tries + 1, document.hidden));
  }

  // An event is known by its content: a relay could send another one under the same id first.
  /** @param {any} message */
  #heard([kind, , { content }]) {
    if (kind !== "EVENT" || this.seen.has(content)) return;
    this.#note(content);
    this.hear(bytes64(content));
  }

  /** @param {string} content */
  #note(content) {
    this.seen.add(content);
    if (this.seen.size > MOST_SEEN) this.seen.delete(/** @type {string} */ (this.seen.values().next().value));
  }

  /** Returns whether any relay is reached. */
  get reached() { return [...this.sockets.values()].some((socket) => socket.readyState === 1); }

  /** @param {Uint8Array} bytes */
  async send(bytes) {
    const content = text64(bytes), event = await this.nostr.createEvent(this.topic, content);
    this.#note(content);
    for (const socket of this.sockets.values()) if (socket.readyState === 1) socket.send(event);
  }

  close() { this.closed = true; for (const socket of this.sockets.values()) socket.close(); }
}
