// A fake page: the globals that the scripts need when they load, and elements with a position.

const TEXTS = { SPOKEN_SEVERAL: ["{name}, {n} choice", "{name}, {n} choices"], TAKEN_BACK: "taken back", SCORE_OF: "{name} has {n}", LEFT: ["one left.", "{n} left."], LEFT_NAMED: ["one left: {list}", "{n} left: {list}"], NARROWED: "Go on.", CHOOSE_ONE: "Choose.", CURTAIN: "{name}?" };

export class Fake {
  constructor(tag = "div", { id = "", dataset = {}, at = [0, 0], classes = [] } = {}) {
    Object.assign(this, { localName: tag, id, dataset, children: [], attributes: {}, textContent: "", hidden: false, focused: 0, isConnected: true });
    const marks = new Set(classes);
    this.classList = { add: (c) => marks.add(c), remove: (...cs) => cs.forEach((c) => marks.delete(c)), contains: (c) => marks.has(c), toggle: (c, on = !marks.has(c)) => { if (on) marks.add(c); else marks.delete(c); } };
    this.box = { x: at[0], y: at[1], width: 10, height: 10 };
    this.heard = {};
  }

  get firstElementChild() { return this.children[0] ?? null; }
  get childElementCount() { return this.children.length; }
  addEventListener(kind, act) { this.heard[kind] = act; }
  append(...inside) {
    for (const some of inside) {
      if (some instanceof Fake) { this.children.push(some); some.remove = () => { this.children.splice(this.children.indexOf(some), 1); }; }
      this.textContent += some instanceof Fake ? some.textContent : some;
    }
  }
  replaceChildren(...inside) { this.children = []; this.textContent = ""; this.append(...inside); }
  setAttribute(key, value) { this.attributes[key] = String(value); }
  getAttribute(key) { return this.attributes[key] ?? null; }
  removeAttribute(key) { delete this.attributes[key]; }
  getBoundingClientRect() { return this.box; }
  closest(selector) { return selector.includes(".highlighted") && this.classList.contains("highlighted") ? this : this.id && selector.includes("[id]") ? this : null; }
  matches(selector) { return this.classList.contains(selector.slice(1)); }
  contains(other) { return other === this || this.children.includes(other); }
  querySelectorAll() { return this.children.filter((el) => el.classList.contains("highlighted")); }
  querySelector() { return null; }
  focus() { this.focused += 1; }
}

const known = new Map();
export const element = (id) => { if (!known.has(id)) known.set(id, new Fake("div", { id })); return known.get(id); };
element("texts").textContent = JSON.stringify({ texts: TEXTS, plurals: `10${"1".repeat(198)}`, levels: [] });

export const body = new Fake("body");
const heard = {};
globalThis.addEventListener = (kind, act) => { heard[kind] = act; };
export const press = () => heard.keydown({});
globalThis.matchMedia = () => ({ matches: false, addEventListener() {} });
globalThis.SVGElement = Fake;
globalThis.MouseEvent = class {};
globalThis.PointerEvent = class extends MouseEvent { constructor(target, pointerType = "mouse") { super(); Object.assign(this, { target, pointerType }); } };
globalThis.document = {
  getElementById: element, body, activeElement: body, visibilityState: "visible",
  documentElement: Object.assign(new Fake("html"), { dataset: { root: "" } }),
  createElement: (tag) => new Fake(tag), addEventListener() {}, elementsFromPoint: () => [],
};

export const highlighted = (id, at, actions) => new Fake("g", { id, at, classes: ["highlighted"], dataset: { actions: actions.join(" ") } });
