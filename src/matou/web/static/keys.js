// The keyboard on the board: one stop for all of it, arrows inside, and a focus that is never
// lost when the board is drawn anew. And what everything is called when it is spoken.

import { $, say } from "./panels.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const CALM = 40; // milliseconds: a frame has been painted by then

let byKey = false;
addEventListener("keydown", () => { byKey = true; }, true);
addEventListener("pointerdown", () => { byKey = false; }, true);

export class Keys {
  constructor(picture, board, { left, actions, describe }) {
    this.picture = picture;
    this.board = board;
    this.left = left; // the actions that are still meant, or null
    this.actions = actions; // those of an element
    this.describe = describe; // an action in words
    this.at = ""; // the element that is the board's one stop
    this.spot = null; // and where it was
    this.parked = ""; // focus waits on the board for something to do
    this.owed = null; // where it was before a view whose frame is to be painted first
    this.named = new WeakMap(); // the spoken name as it was drawn, and as it is now
    board.addEventListener("keydown", (event) => this.key(event));
    picture.addEventListener("focusin", (event) => {
      const el = event.target.closest(".hot");
      if (!el) return;
      this.at = name(el);
      this.stop();
      // Measuring asks for a layout, which a finger need not wait for.
      if (byKey) this.remember(el); else setTimeout(() => this.remember(el), CALM);
    });
  }

  open() {
    return [...this.picture.querySelectorAll(".hot:not(.rest)")].filter((el) => !el.closest(".ghost, defs"));
  }

  current() {
    const all = this.open();
    return all.find((el) => name(el) === this.at) || (byKey && this.spot ? nearest(all, this.spot) : all[0]) || null;
  }

  remember(el) {
    if (!el.isConnected) return;
    const [x, y] = middle(el), home = this.picture.getBoundingClientRect();
    this.spot = [x - home.x, y - home.y];
    this.spot.home = this.picture;
  }

  // Of all that one may choose, only one is reached by Tab.
  stop() {
    const current = this.current();
    for (const el of this.picture.querySelectorAll(".hot")) {
      const wanted = el === current ? "0" : "-1";
      if (el.getAttribute("tabindex") !== wanted) el.setAttribute("tabindex", wanted);
    }
  }

  // What a thing is and, when that is clear, what choosing it will do.
  name() {
    const left = this.left();
    for (const el of this.picture.querySelectorAll(".hot")) {
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

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target !== this.board && !event.target.closest(".hot")) return;
    const all = this.open();
    if (!all.length) return;
    const here = event.target.closest(".hot");
    let to = null;
    if (ARROWS[event.key]) to = here ? beyond(all, here, ARROWS[event.key]) || here : this.current();
    else if (event.key === "Home") to = all[0];
    else if (event.key === "End") to = all[all.length - 1];
    else if (event.key === "PageDown") to = all[(all.indexOf(here) + 1) % all.length];
    else if (event.key === "PageUp") to = all[(all.indexOf(here) - 1 + all.length) % all.length];
    if (!to) return;
    event.preventDefault();
    to.focus();
  }

  enter() { (this.current() || this.board).focus({ preventScroll: !byKey }); }

  // What no pick on the board can tell apart is chosen from a list.
  offer(list) {
    const first = list.querySelector("button");
    if (byKey && first) first.focus();
  }

  // Before a view is shown: where is the focus?
  hold() {
    if (this.owed) { const held = this.owed; this.owed = null; return held; }
    const el = document.activeElement;
    if (!el || el === document.body) return null;
    if (el === this.board && this.parked) return { el, where: this.parked, waits: true };
    if ($("moves").contains(el)) return { el, where: "moves" };
    if (this.board.contains(el) || el.closest(".bar, #beside")) return { el, where: "board" };
    return null;
  }

  // After: back to the same thing, or to what lies nearest, or to the board until there is
  // something to do.
  settle(held, { ended, curtain }) {
    if (!held || curtain) return;
    if (byKey) { this.restore(held, ended); return; }
    this.owed = held;
    setTimeout(() => { if (this.owed === held) { this.owed = null; this.restore(held, ended); } }, CALM);
  }

  restore(held, ended) {
    if (ended) { $("end").querySelector("h2").focus({ preventScroll: !byKey }); this.parked = ""; return; }
    if (!held.waits && held.el === document.activeElement && usable(held.el)) return;
    const to = held.where === "moves" ? $("moves").querySelector("button") : this.current();
    this.parked = to ? "" : held.where;
    (to || this.board).focus({ preventScroll: !byKey || !to });
  }
}

function usable(el) {
  return el instanceof SVGElement ? el.isConnected && el.matches(".hot") : el.getClientRects().length > 0;
}

function name(el) {
  const named = el.closest("[id]");
  return named ? named.id : "";
}

function spoken(name, will, n) {
  if (!n) return name;
  if (n > 1) return say("SPOKEN_SEVERAL", { name, n });
  return will.toLowerCase().includes(name.toLowerCase()) ? will : say("SPOKEN_ONE", { name, will });
}

function middle(el) {
  const box = el.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

function least(list, weigh) {
  let best = null, low = Infinity;
  for (const el of list) {
    const weight = weigh(el);
    if (weight < low) { best = el; low = weight; }
  }
  return best;
}

function nearest(list, spot) {
  const home = spot.home.getBoundingClientRect();
  return least(list, (el) => {
    const [x, y] = middle(el);
    return Math.hypot(x - home.x - spot[0], y - home.y - spot[1]);
  });
}

// The next thing in a direction: near ahead is better than near aside.
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
