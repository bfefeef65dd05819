// The board: updates the drawing on the page to a new one, and turns clicks into actions.

import { on } from "../tables/panels.js";

const SVG = "http://www.w3.org/2000/svg";

// Updates each old element to its fresh version and reuses elements with the same id (or position), so that
// they can be animated, even from one group to another.
/** @param {SVGSVGElement} svg @param {[Element, Element][]} pairs */
export function morph(svg, pairs) {
  /** @type {Map<string, Element>} */
  const byId = new Map();
  for (const el of svg.querySelectorAll("[id]")) byId.set(el.id, el);
  const wanted = new Set();
  for (const [, fresh] of pairs) for (const el of fresh.querySelectorAll("[id]")) wanted.add(el.id);
  for (const [old, fresh] of pairs) {
    byId.delete(old.id);
    syncAttributes(old, fresh);
    children(old, fresh, byId, wanted);
  }
  for (const store of svg.querySelectorAll(":scope > defs.store")) store.remove();
}

// Marks what the player can do now: {id: [actions, name]}. This is not part of the drawing.
/** @param {Element} svg @param {Highlights} highlights */
export function highlight(svg, highlights) {
  for (const el of svg.querySelectorAll(".highlighted")) if (!highlights[el.id]) unhighlight(el);
  for (const [id, [actions, label, twice]] of Object.entries(highlights)) {
    const el = svg.querySelector(`[id="${CSS.escape(id)}"]`);
    if (!el) continue;
    const set = (/** @type {string} */ key, /** @type {string} */ value) => { if (el.getAttribute(key) !== value) el.setAttribute(key, value); };
    el.classList.add("highlighted");
    set("data-actions", actions.join(" "));
    set("role", "button");
    set("tabindex", "0");
    set("aria-label", label);
    if (twice) set("data-twice", twice); else el.removeAttribute("data-twice");
  }
}

/** @param {Element} el */
function unhighlight(el) {
  el.classList.remove("highlighted", "rest", "picked", "hinted");
  if (!el.classList.length) el.removeAttribute("class");
  for (const key of ["data-actions", "data-twice", "role", "tabindex", "aria-label"]) el.removeAttribute(key);
}

/** @param {Element} old @param {Element} fresh @param {Map<string, Element>} byId @param {Set<string>} wanted */
function children(old, fresh, byId, wanted) {
  /** @type {ChildNode | null} */
  let placed = null;
  for (const next of fresh.childNodes) {
    /** @type {ChildNode | null} */
    let here = placed ? /** @type {ChildNode} */ (placed).nextSibling : old.firstChild;
    // Remove obsolete children first, so that the ones after them need not move.
    while (here instanceof Element && here.id && !wanted.has(here.id) && !here.querySelector("[id]")) {
      /** @type {ChildNode | null} */
      const after = here.nextSibling;
      here.remove();
      here = after;
    }
    /** @type {ChildNode | null} */
    let match = null;
    if (next instanceof Element && next.id) {
      const same = byId.get(next.id);
      if (same && same.localName === next.localName && !same.contains(old)) match = same;
    } else if (here && here.nodeType === next.nodeType && here.nodeName === next.nodeName && !(here instanceof Element && here.id)) {
      match = here;
    }
    if (!match) {
      match = /** @type {ChildNode} */ (old.ownerDocument.importNode(next, true));
      // A fresh subtree may contain ids that exist elsewhere on the page: remove those elements.
      if (next instanceof Element) for (const el of [next, ...next.querySelectorAll("[id]")]) drop(byId, el.id);
      old.insertBefore(match, here && here.parentNode === old ? here : placed ? placed.nextSibling : old.firstChild);
    } else {
      if (match !== here) old.insertBefore(match, here);
      if (match instanceof Element && next instanceof Element) {
        if (match.id) byId.delete(match.id);
        syncAttributes(match, next);
        children(match, next, byId, wanted);
      } else if (match.nodeValue !== next.nodeValue) match.nodeValue = next.nodeValue;
    }
    placed = match;
  }
  for (let rest = placed ? placed.nextSibling : old.firstChild; rest;) {
    const after = rest.nextSibling;
    // Leave an element that is still needed: its new parent will fetch it.
    if (rest instanceof Element && !rest.classList.contains("store")) {
      rescue(rest, wanted, byId);
      if (rest.parentNode === old) rest.remove();
    } else if (!(rest instanceof Element)) rest.remove();
    rest = after;
  }
}

/** @param {Map<string, Element>} byId @param {string} id */
function drop(byId, id) {
  const el = id && byId.get(id);
  if (el) { byId.delete(id); el.remove(); }
}

/** @param {Element} gone @param {Set<string>} wanted @param {Map<string, Element>} byId */
function rescue(gone, wanted, byId) {
  const root = /** @type {SVGElement} */ (gone).ownerSVGElement;
  const keep = [gone, ...gone.querySelectorAll("[id]")].filter((el) => el.id && wanted.has(el.id) && byId.get(el.id) === el);
  if (!keep.length || !root) return;
  let store = root.querySelector(":scope > defs.store");
  if (!store) {
    store = document.createElementNS(SVG, "defs");
    store.setAttribute("class", "store");
    root.append(store);
  }
  for (const el of keep) store.append(el);
}

/** @param {Element} old @param {Element} fresh */
function syncAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/** @type {Set<string>} */
const styles = new Set();

// Turns a drawing's style into a style sheet of the page: the content security policy forbids inline styles.
/** @param {string} [style] */
export function adopt(style) {
  if (!style || styles.has(style)) return;
  styles.add(style);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

const MOST = 8; // elements under a click that are sent to the server

// The first word of an id is the element's kind. Picking a card replaces the card that was picked before.
/** @param {string} id */
const sort = (id) => id.split("-")[0];

// Every click narrows down the possible actions, until one is left. If a click cannot do anything, the page asks
// the server why (`cold`), and earlier picks stay.
export class Choosing {
  /** @param {HTMLElement} root @param {Choices} how */
  constructor(root, { send, changed, cold, marked = () => {}, dropped = () => {} }) {
    this.root = root;
    this.send = send;
    this.changed = changed;
    this.cold = cold;
    this.marked = marked;
    this.dropped = dropped;
    /** @type {number[] | null} */
    this.left = null; // the actions that are still possible
    /** @type {string[]} */
    this.picked = [];
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        if (on(event).closest(".highlighted")) { event.preventDefault(); this.click(event); }
      }
    });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.drop(); });
  }

  /** @param {HTMLElement | SVGElement} el */
  static actions(el) { return (el.dataset.actions || "").split(" ").filter(Boolean).map(Number); }

  /** @returns {NodeListOf<HTMLElement>} */
  highlighted() { return this.root.querySelectorAll(".highlighted"); }

  reset() {
    this.left = null;
    this.picked = [];
    this.mark();
    this.changed(null);
  }

  drop() {
    if (!this.picked.length) return;
    this.reset();
    this.dropped();
  }

  /** @param {MouseEvent | KeyboardEvent} event */
  click(event) {
    const under = on(event).closest(".highlighted") ? [on(event)] : this.under(event);
    const el = /** @type {HTMLElement | null | undefined} */ (under.map((some) => some.closest(".highlighted")).find(Boolean));
    if (!el) { this.ask(this.names(under), null); return; }
    const set = Choosing.actions(el);
    if (this.picked.includes(el.id) && this.left && this.left.length > 1) { this.drop(); return; }
    if (this.left && !this.left.some((a) => set.includes(a)) && !this.picked.some((id) => sort(id) === sort(el.id))) this.ask([el.id], el, this.twice(el, set, event));
    else this.pick(el, set, this.twice(el, set, event));
  }

  // Actions that could be a slip need a second click, and so do elements that a finger cannot preview.
  /** @param {HTMLElement} el @param {number[]} set @param {MouseEvent | KeyboardEvent} event */
  twice(el, set, event) {
    const when = el.dataset.twice, confirms = this.left && this.left.some((a) => set.includes(a));
    const finger = event instanceof PointerEvent && event.pointerType === "touch";
    return !confirms && (when === "always" || (when === "touch" && finger));
  }

  /** @param {Element} el @param {number[]} set @param {boolean} [twice] */
  pick(el, set, twice = false) {
    let left = this.left ? this.left.filter((a) => set.includes(a)) : set;
    if (!left.length) { this.picked = []; left = set; }
    if (left.length === 1 && !twice) {
      this.left = null;
      this.picked = [];
      // Do not restyle elements for a move that is being sent: the extra frame would delay the one that shows it.
      if (!this.send(left[0])) this.reset();
      return;
    }
    this.picked.push(el.id);
    this.left = left;
    this.mark();
    this.changed(left, this.narrowable());
  }

  // Asks the server why a click does nothing. If it has nothing to do with the earlier picks, it replaces them.
  /** @param {string[]} on @param {HTMLElement | null} el @param {boolean} [twice] */
  ask(on, el, twice = false) {
    const left = this.left;
    if (left && !on.length) { this.reset(); return; }
    this.cold({ picked: this.picked.slice(0, MOST), on: on.slice(0, MOST) }, () => {
      if (el && this.left === left && el.matches(".highlighted")) this.pick(el, Choosing.actions(el), twice);
    });
  }

  // Returns all elements under a click, topmost first, including those that let clicks through while inactive.
  /** @param {MouseEvent | KeyboardEvent} event */
  under(event) {
    this.root.classList.add("asking");
    const all = event instanceof MouseEvent ? document.elementsFromPoint(event.clientX, event.clientY) : [];
    this.root.classList.remove("asking");
    return all.filter((el) => el !== this.root && this.root.contains(el) && !el.closest(".ghost"));
  }

  /** @param {Element[]} under */
  names(under) {
    const ids = new Set();
    for (const some of under) {
      for (let el = /** @type {Element | null} */ (some); el && el !== this.root; el = el.parentElement) if (el.id) ids.add(el.id);
    }
    return [...ids];
  }

  // Returns whether a click on another element would leave fewer actions.
  narrowable() {
    const left = this.left || [];
    for (const el of this.highlighted()) {
      if (this.picked.includes(el.id)) continue;
      const both = Choosing.actions(el).filter((a) => left.includes(a)).length;
      if (both > 0 && both < left.length) return true;
    }
    return false;
  }

  mark() {
    this.root.classList.toggle("narrowing", this.left !== null);
    const { left } = this;
    for (const el of this.highlighted()) {
      const can = !left || Choosing.actions(el).some((a) => left.includes(a));
      el.classList.toggle("rest", !can);
      el.classList.toggle("picked", this.picked.includes(el.id));
    }
    this.marked();
  }

  /** @param {number | null} action */
  show(action) {
    for (const el of this.highlighted()) el.classList.toggle("hinted", action !== null && Choosing.actions(el).includes(action));
  }
}
