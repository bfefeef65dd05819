// A guest's share of the draws: makes and opens its chain of hashes, and checks those of the others. It needs no Python;
// core/chains.py explains the chains and computes the same bytes.

export const HOST = -1; // in place of a seat: the page that holds the table
export const LENGTH = 1 << 15; // links; more than any game needs
const CHANCE = -1;

/** @typedef {[seat: number, commitment: string]} Sealed */
/** @typedef {{ seat: number, commitment: string, opened: number, link: string, ended: number | null }} Chain */
/** @typedef {{ lines: number, bound: string }} Asked a link was opened when the log had these lines, with the host's word for them */
/** @typedef {{ secret: string, length: number, seat: number, id: string, sealed: Sealed[], asked: Asked[], ended: [number, number][], seen: string[], early: boolean }} Saved */
/** @typedef {"id" | "commitment" | "link" | "agreed" | "missing" | "early" | "moves" | "shown"} Wrong what a check can find */

/** @param {string} hex */
const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
/** @param {Uint8Array} from */
const hex = (from) => Array.from(from, (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {BufferSource} data */
const sha256 = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));
/** @param {unknown} text */
const isHash = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);

/**
 * Returns the hash of links or commitments, which are in order: the host's, then by seat.
 * @param {string[]} values
 */
export const joint = async (values) => hex(await sha256(bytes(values.join(""))));

/**
 * Returns the commitment and the first `count` links, the last of which is `link`.
 * @param {string} link
 * @param {number} count
 */
export async function linksUpTo(link, count) {
  const found = [bytes(link)];
  for (let i = 0; i < count; i++) found.push(await sha256(found[i]));
  return found.reverse().map(hex);
}

/**
 * Returns the chains of a record, the host's first.
 * @param {string} record
 * @returns {Chain[]}
 */
export function chainsOf(record) {
  const form = /^chain (host|\d): ([0-9a-f]{64}) opened (\d{1,5}) ([0-9a-f]{64})(?:, ended at step (\d{1,5}))?$/gm;
  const [headers] = record.split("\n\n", 1);
  return [...headers.matchAll(form)].map(([, page, commitment, opened, link, ended]) => ({
    seat: page === "host" ? HOST : +page, commitment, opened: +opened, link, ended: ended === undefined ? null : +ended,
  }));
}

/**
 * Returns the actions of a record, chance included.
 * @param {string} record
 */
const actionsOf = (record) => record.split("\n\n").slice(1, -1).join("\n").split("\n").flatMap((line) => line.split(" ").slice(1));

/**
 * Returns what binds the host to the actions before a draw, hidden until its link is open.
 * @param {string} link the host's for that draw
 * @param {string[]} actions
 */
export const boundTo = async (link, actions) => hex(await sha256(new Uint8Array([...bytes(link), ...new TextEncoder().encode(actions.join(" "))])));

/** Thrown when a page refuses what the host asks for. */
export class Refused extends Error {
  /** @param {Wrong} why */
  constructor(why) { super(why); this.why = why; }
}

/** A page's own chain, and what the page remembers of the game. `saved` can be stored and restored. */
export class OwnChain {
  /** @param {Saved} saved @param {Uint8Array} links */
  constructor(saved, links) { this.saved = saved; this.links = links; }

  /** Makes a new chain, one for each game. */
  static make(length = LENGTH) {
    const secret = hex(crypto.getRandomValues(new Uint8Array(32)));
    return OwnChain.restore({ secret, length, seat: 0, id: "", sealed: [], asked: [], ended: [], seen: [], early: false });
  }

  /** @param {Saved} saved */
  static async restore(saved) {
    const links = new Uint8Array(32 * (saved.length + 1));
    let link = bytes(saved.secret);
    for (let i = saved.length; ; i--) {
      links.set(link, 32 * i);
      if (!i) return new OwnChain(saved, links);
      link = await sha256(link);
    }
  }

  get commitment() { return hex(this.links.subarray(0, 32)); }

  /** Returns how many links are open. */
  get opened() { return this.saved.asked.length; }

  /**
   * Takes the commitments of all pages from the host, and returns the table's fingerprint. The host may change them until
   * this page opens its first link.
   * @param {string} id of the game
   * @param {number} seat this page's
   * @param {Sealed[]} sealed
   */
  async seal(id, seat, sealed) {
    const { saved } = this, same = saved.id === id && JSON.stringify(saved.sealed) === JSON.stringify(sealed);
    const inOrder = sealed.every(([other, commitment], i) => isHash(commitment) && (i ? other > sealed[i - 1][0] : other === HOST));
    const isIn = sealed.some(([other, commitment]) => other === seat && commitment === this.commitment);
    if (!inOrder || !isIn || (this.opened && !same)) throw new Refused("commitment");
    Object.assign(saved, { id, seat, sealed });
    return joint(sealed.map(([, commitment]) => commitment));
  }

  /**
   * Opens the link of a step for a draw that waits now. `lines` is the length of the log: at least a draw and a decision
   * must lie between two steps, so that the host learns no link early. `bound` binds the host to all moves so far, the
   * hidden ones included.
   * @param {number} step
   * @param {number} lines
   * @param {string} bound
   */
  open(step, lines, bound) {
    const { asked, ended, sealed, length } = this.saved, last = asked.at(-1);
    const skips = last && last.lines === lines && ended.some(([, end]) => end === step - 1);
    const isNext = step === asked.length && (!last || lines >= last.lines + 2 || skips);
    const isAgain = step === asked.length - 1 && last?.lines === lines && last.bound === bound;
    if (!sealed.length || step >= length || !isHash(bound) || !(isNext || isAgain)) throw new Refused("early");
    if (isNext) asked.push({ lines, bound });
    return hex(this.links.subarray(32 * (step + 1), 32 * (step + 2)));
  }

  /**
   * Goes on without a page that the draw at a step waits for. Call it when the host says that all agreed, and only if the
   * person here did. Then open the link of the next step.
   * @param {number} seat
   * @param {number} step
   * @param {number} lines
   * @param {string} bound
   */
  agree(seat, step, lines, bound) {
    const { saved } = this;
    if (seat === HOST || seat === saved.seat || saved.ended.some(([other]) => other === seat)) throw new Refused("agreed");
    this.open(step, lines, bound);
    saved.ended.push([seat, step]);
  }

  /**
   * Remembers new lines of the log. A draw must follow where this page opened a link; what came before it stays as it was
   * first shown, and the rest may be taken back.
   * @param {number} first the number of the first line
   * @param {[actor: number, name: string][]} lines who acted (-1 is chance), and the action in notation
   */
  read(first, lines) {
    const { asked, seen } = this.saved, last = asked.at(-1), fixed = last ? last.lines + 1 : 0;
    if (last && (lines[last.lines - first]?.[0] ?? CHANCE) !== CHANCE) this.saved.early = true;
    seen.length = Math.min(seen.length, Math.max(fixed, first + lines.length));
    for (const [i, [, name]] of lines.entries()) if (first + i >= fixed) seen[first + i] = name; else seen[first + i] ??= name;
  }

  /**
   * Compares a record with what this page remembers, and returns what is wrong: the kind, and the seat it is about.
   * - id: another game. commitment: a chain is not the one of the beginning. link: a link does not belong to its chain.
   * - agreed: a page's chain ended without this page's consent, or went on in spite of it.
   * - missing: this page's chain ended, though it had opened its link.
   * - early: the host has asked for a link of this page without a draw.
   * - moves: moves before a draw are not those of the time when this page opened its link for it.
   * - shown: an action is not the one that this page was shown.
   * @param {string} record
   * @returns {Promise<[Wrong, number][]>}
   */
  async check(record) {
    const { saved } = this, chains = chainsOf(record), headers = record.split("\n\n", 1)[0].split("\n");
    /** @type {[Wrong, number][]} */
    const wrong = [];
    const fingerprint = await joint(chains.map((chain) => chain.commitment));
    if (!headers.includes(`id: ${saved.id}`)) wrong.push(["id", HOST]);
    if (!headers.includes(`commitment: ${fingerprint}`) || chains.length !== saved.sealed.length) wrong.push(["commitment", HOST]);
    const end = chains.find((chain) => chain.seat === saved.seat)?.ended ?? Infinity;
    for (const [seat, commitment] of saved.sealed) {
      const chain = chains.find((one) => one.seat === seat);
      if (chain?.commitment !== commitment) { wrong.push(["commitment", seat]); continue; }
      const links = await linksUpTo(chain.link, chain.opened);
      if (links[0] !== commitment) wrong.push(["link", seat]);
      if (seat === HOST) wrong.push(...await this.checkMoves(record, links));
      const agreed = saved.ended.find(([other]) => other === seat)?.[1] ?? Infinity;
      const ended = chain.ended ?? Infinity;
      if (seat !== saved.seat && ended !== agreed && Math.min(ended, agreed) < end) wrong.push(["agreed", seat]);
    }
    if (end < this.opened) wrong.push(["missing", saved.seat]);
    if (saved.early) wrong.push(["early", HOST]);
    const actions = actionsOf(record); // a name with a question mark hides which it was
    if (saved.seen.some((name, i) => name && !name.includes("?") && name !== actions[i])) wrong.push(["shown", HOST]);
    return wrong;
  }

  /**
   * Checks that each open link was for a draw, after the moves that the record has there.
   * @param {string} record
   * @param {string[]} links the host's, after its commitment
   * @returns {Promise<[Wrong, number][]>}
   */
  async checkMoves(record, links) {
    const actions = actionsOf(record);
    for (const [step, { lines, bound }] of this.saved.asked.entries()) {
      if (step + 1 < links.length) {
        if (await boundTo(links[step + 1], actions.slice(0, lines)) !== bound) return [["moves", HOST]];
      } else if (lines < actions.length) return [["early", HOST]]; // the last draw may still wait
    }
    return [];
  }
}
