// Keyboard access to the board: one tab stop, arrow keys inside, and a focus that survives redrawing. Also sets the
// names that screen readers speak.

import { $, on, say } from "../tables/panels.js";

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const CALM = 40; // milliseconds: a frame has been painted by then

let byKey = false;
addEventListener("keydown", () => { byKey = true; }, true);
addEventListener("pointerdown", () => { byKey = false; }, true);

export class Keys {
  /** @param {HTMLElement} picture @param {HTMLElement} board @param {{ left(): number[] | null, actions(el: HTMLElement): number[], describe(action: number): string }} how */
  constructor(picture, board, { left, actions, describe }) {
    this.picture = picture;
    this.board = board;
    this.left = left; // the actions that are still possible, or null
    this.actions = actions; // those of an element
    this.describe = describe; // an action in words
    this.at = ""; // the element that is the board's tab stop
    /** @type {Spot | null} */
    this.spot = null; // its position
    this.parked = ""; // the focus waits on the board until there is something to do
    /** @type {Held | null} */
    this.owed = null; // the focus before a view that must be painted first
    /** @type {WeakMap<Element, { drawn: string, now: string }>} */
    this.named = new WeakMap(); // the spoken name in the drawing, and the current one
    board.addEventListener("keydown", (event) => this.key(event));
    picture.addEventListener("focusin", (event) => {
      const el = on(event).closest(".highlighted");
      if (!el) return;
      this.at = name(el);
      this.stop();
      // Measuring forces a layout, and touch input should not wait for that.
      if (byKey) this.remember(el); else setTimeout(() => this.remember(el), CALM);
    });
  }

  /** @returns {HTMLElement[]} */
  open() {
    return [.../** @type {NodeListOf<HTMLElement>} */ (this.picture.querySelectorAll(".highlighted:not(.rest)"))].filter((el) => !el.closest(".ghost, defs"));
  }

  current() {
    const all = this.open();
    return all.find((el) => name(el) === this.at) || (byKey && this.spot ? nearest(all, this.spot) : all[0]) || null;
  }

  /** @param {Element} el */
  remember(el) {
    if (!el.isConnected) return;
    const [x, y] = middle(el), home = this.picture.getBoundingClientRect();
    this.spot = { x: x - home.x, y: y - home.y, home: this.picture };
  }

  // Only one of all elements that can be chosen is a tab stop.
  stop() {
    const current = this.current();
    for (const el of this.picture.querySelectorAll(".highlighted")) {
      const wanted = el === current ? "0" : "-1";
      if (el.getAttribute("tabindex") !== wanted) el.setAttribute("tabindex", wanted);
    }
  }

  // Names an element and, if that is unambiguous, says what choosing it will do.
  name() {
    const left = this.left();
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (this.picture.querySelectorAll(".highlighted"))) {
      const label = el.getAttribute("aria-label") || "";
      let known = this.named.get(el);
      if (!known || known.now !== label) known = { drawn: label, now: label };
      const here = this.actions(el).filter((a) => !left || left.includes(a));
      known.now = spoken(known.drawn, here.length === 1 ? this.describe(here[0]) : "", here.length);
      this.named.set(el, known);
      if (known.now !== label) el.setAttribute("aria-label", known.now);
      if (el.classList.contains("picked")) el.setAttribute("aria-pressed", "true");
      else el.removeAttribute("aria-pressed");
    }
  }

  renew() { this.name(); this.stop(); }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const target = on(event);
    if (target !== this.board && !target.closest(".highlighted")) return;
    const all = this.open();
    if (!all.length) return;
    const here = /** @type {HTMLElement | null} */ (target.closest(".highlighted"));
    /** @type {HTMLElement | null} */
    let to = null;
    const place = here ? all.indexOf(here) : -1;
    if (ARROWS[event.key]) to = here ? beyond(all, here, ARROWS[event.key]) || here : this.current();
    else if (event.key === "Home") to = all[0];
    else if (event.key === "End") to = all[all.length - 1];
    else if (event.key === "PageDown") to = all[(place + 1) % all.length];
    else if (event.key === "PageUp") to = all[(place - 1 + all.length) % all.length];
    if (!to) return;
    event.preventDefault();
    to.focus();
  }

  enter() { (this.current() || this.board).focus({ preventScroll: !byKey }); }

  // Actions that no click on the board can distinguish are chosen from a list.
  /** @param {HTMLElement} list */
  offer(list) {
    const first = list.querySelector("button");
    if (byKey && first) first.focus();
  }

  // Returns where the focus is, before a view is shown.
  /** @returns {Held | null} */
  hold() {
    if (this.owed) { const held = this.owed; this.owed = null; return held; }
    const el = /** @type {HTMLElement | null} */ (document.activeElement);
    if (!el || el === document.body) return null;
    if (el === this.board && this.parked) return { el, where: this.parked, waits: true };
    if ($("moves").contains(el)) return { el, where: "moves" };
    if (this.board.contains(el) || el.closest(".bar, #beside")) return { el, where: "board" };
    return null;
  }

  // Restores the focus afterwards: to the same element, to the nearest one, or to the board until there is
  // something to do.
  /** @param {Held | null} held @param {{ ended: boolean, curtain: unknown }} now */
  settle(held, { ended, curtain }) {
    if (!held || curtain) return;
    if (byKey) { this.restore(held, ended); return; }
    this.owed = held;
    setTimeout(() => { if (this.owed === held) { this.owed = null; this.restore(held, ended); } }, CALM);
  }

  /** @param {Held} held @param {boolean} ended */
  restore(held, ended) {
    if (ended) { $("end").querySelector("h2")?.focus({ preventScroll: !byKey }); this.parked = ""; return; }
    if (!held.waits && held.el === document.activeElement && usable(held.el)) return;
    const to = held.where === "moves" ? $("moves").querySelector("button") : this.current();
    this.parked = to ? "" : held.where;
    (to || this.board).focus({ preventScroll: !byKey || !to });
  }
}

/** @param {Element} el */
function usable(el) {
  return el instanceof SVGElement ? el.isConnected && el.matches(".highlighted") : el.getClientRects().length > 0;
}

/** @param {Element} el */
function name(el) {
  const named = el.closest("[id]");
  return named ? named.id : "";
}

/** @param {string} name @param {string} will @param {number} n */
function spoken(name, will, n) {
  return n > 1 ? say("SPOKEN_SEVERAL", { name, n }) : will || name;
}

/** @param {Element} el @returns {[number, number]} */
function middle(el) {
  const box = el.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** @param {HTMLElement[]} list @param {(el: HTMLElement) => number} weigh */
function least(list, weigh) {
  /** @type {HTMLElement | null} */
  let best = null;
  let low = Infinity;
  for (const el of list) {
    const weight = weigh(el);
    if (weight < low) { best = el; low = weight; }
  }
  return best;
}

/** @param {HTMLElement[]} list @param {Spot} spot */
function nearest(list, spot) {
  const home = spot.home.getBoundingClientRect();
  return least(list, (el) => {
    const [x, y] = middle(el);
    return Math.hypot(x - home.x - spot.x, y - home.y - spot.y);
  });
}

// Returns the next element in a direction; elements straight ahead are preferred to those at the side.
/** @param {HTMLElement[]} list @param {Element} from @param {[number, number]} way */
function beyond(list, from, [dx, dy]) {
  const [fx, fy] = middle(from);
  return least(list, (el) => {
    if (el === from) return Infinity;
    const [x, y] = middle(el);
    const along = (x - fx) * dx + (y - fy) * dy;
    const across = Math.abs((x - fx) * dy) + Math.abs((y - fy) * dx);
    return along > 4 ? along + 2 * across + (across > along ? 400 : 0) : Infinity;
  });
}
