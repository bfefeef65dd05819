// Runs a game's WebAssembly module in a page or in Node, using the module's own description (src/matou/kit/wasm.py),
// and searches with it. The same seed and number of iterations give the same tree as in every other backend, node for
// node.

const PAGE = 65536, ALIGNED = 64;
/** @type {Record<string, number>} */
const SIZES = { i64: 8, f64: 8 };

export class Module {
  /** @param {BufferSource} bytes */
  static async read(bytes) {
    const code = await WebAssembly.compile(bytes);
    const [section] = WebAssembly.Module.customSections(code, "matou");
    const about = section && JSON.parse(new TextDecoder().decode(section));
    if (about?.format !== 1) throw new Error("not a module of ours");
    return new Module(code, about);
  }

  /** @param {WebAssembly.Module} code @param {AboutModule} about */
  constructor(code, about) {
    this.code = code;
    this.about = about;
  }
}

// An instance of a module with its own memory.
export class Memory {
  /** @param {Module} module */
  constructor(module) {
    this.about = module.about;
    this.exports = /** @type {ModuleExports} */ (/** @type {unknown} */ (new WebAssembly.Instance(module.code).exports));
    this.top = this.exports.__heap_base.value;
  }

  get bytes() { return new Uint8Array(this.exports.memory.buffer); }
  get view() { return new DataView(this.exports.memory.buffer); }

  /** @param {string} kind @param {number} n @returns {Rows} */
  rows(kind, n) {
    const size = SIZES[kind] ?? this.about.records[kind].size;
    const at = Math.ceil(this.top / ALIGNED) * ALIGNED;
    this.top = at + size * n;
    const missing = this.top - this.exports.memory.buffer.byteLength;
    if (missing > 0) this.exports.memory.grow(Math.ceil(missing / PAGE));
    return { at, n, size };
  }

  /** @param {string} name @param {...(Rows | number | bigint)} args */
  call(name, ...args) {
    const flat = this.about.exports[name].flatMap(([, kind], i) => {
      const given = args[i];
      if (typeof given === "object") return kind.endsWith("[]") ? [given.at, given.n] : [given.at];
      return [kind === "i64" ? BigInt(given) : given];
    });
    return /** @type {(...args: (number | bigint)[]) => unknown} */ (this.exports[name])(...flat);
  }
}

// Returns a seat's value after each of its actions: one ply, for greedy bots.
/** @param {Module} module @param {{ record: Uint8Array, seats: number, seed: number, seat: number, actions: number[], samples: number }} asked */
export function onePly(module, { record, seats, seed, seat, actions, samples }) {
  const memory = new Memory(module), size = module.about.constants;
  const [ints, floats] = ["i64", "f64"].map((kind) => (/** @type {number} */ n) => memory.rows(kind, n));
  const states = memory.rows("state", 3), listed = ints(size.MAX_LEGAL), values = floats(size.MAX_LEGAL);
  const rest = [ints(size.MAX_LEGAL), ints(size.MAX_LEGAL), ints(size.SEATS), floats(seats), values, ints(size.WORDS)];
  memory.bytes.set(record, states.at);
  actions.forEach((action, i) => memory.view.setBigInt64(listed.at + 8 * i, BigInt(action), true));
  memory.call("one_ply", states, seat, listed, actions.length, samples, seed, ...rest);
  return actions.map((_, i) => memory.view.getFloat64(values.at + 8 * i, true));
}

// A search tree for one observation.
export class Tree {
  /** @param {Module} module @param {{ record: Uint8Array, seats: number, seed: number, nodes: number, patience?: number, worlds?: number, narrow?: number, explore?: number, caution?: number }} how */
  constructor(module, { record, seats, seed, nodes, patience, worlds, narrow = 6, explore, caution = 0.1 }) {
    const memory = this.memory = new Memory(module);
    const size = module.about.constants;
    const [ints, floats] = ["i64", "f64"].map((kind) => (/** @type {number} */ n) => memory.rows(kind, n));
    this.seats = seats;
    this.nodes = memory.rows("node", nodes);
    const states = memory.rows("state", 4 + (worlds ?? size.worlds)), marks = ints(5), r = ints(size.WORDS);
    this.totals = floats(seats);
    memory.bytes.set(record, states.at);
    memory.call("rng_seed", r, seed);
    memory.call("plant", this.nodes, marks);
    const room = [states, this.nodes, marks, ints(size.DEEPEST), ints(size.MAX_LEGAL), ints(size.MAX_LEGAL), ints(size.ACTIONS), floats(seats), this.totals, floats(worlds ?? size.worlds), ints(size.NOTES), memory.rows("network_memory", 1), r];
    const weighing = [patience ?? size.patience, narrow, explore ?? size.explore, caution];
    this.run = (/** @type {number} */ iterations) => memory.call("search", ...room, iterations, ...weighing);
    this.offsets = Object.fromEntries(module.about.records.node.fields.map(([name, offset]) => [name, offset]));
  }

  /** @param {number} node @param {string} name */
  read(node, name) {
    const at = this.nodes.at + node * this.nodes.size + this.offsets[name];
    return name === "value" ? this.memory.view.getFloat64(at, true) : this.memory.view.getInt32(at, true);
  }

  get iterations() { return this.read(0, "visits"); }

  // Returns each seat's chances, from 0 to 1.
  get chances() {
    return Array.from({ length: this.seats }, (_, seat) => this.memory.view.getFloat64(this.totals.at + 8 * seat, true) / this.iterations);
  }

  // Returns the actions at the root, best first.
  found() {
    const actions = [];
    for (let child = this.read(0, "child"); child >= 0; child = this.read(child, "sibling")) {
      actions.push({ action: this.read(child, "action"), visits: this.read(child, "visits"), value: this.read(child, "value") });
    }
    return actions.sort((a, b) => b.visits - a.visits || b.value - a.value || a.action - b.action);
  }

  dump() { return this.memory.bytes.slice(this.nodes.at, this.nodes.at + this.nodes.n * this.nodes.size); }
}
