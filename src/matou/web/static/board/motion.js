// Animates the difference between two drawings, one thing after the other, in the way that the drawing says. The page
// has the new drawing from the start: its own elements move to their places, with ghosts of the old ones.

import * as manner from "./manners.js";

const LONGEST = 900, GRAND = 1250; // longest duration of a step, and of one that is a scene of its own, in milliseconds
// The order of events. Those of the same beat happen together.
export const ACT = 0, GO = 1, TURN = 2, FALL = 3, WIN = 4, COVER = 5, SETTLE = 6;
const GAP = 70; // milliseconds from one element to the next of its kind

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
let wanted = true;
/** @param {boolean} on */
export function setMotion(on) {
  wanted = on;
  document.documentElement.toggleAttribute("data-still", !on);
}
export function moving() { return wanted && !reduced.matches && document.visibilityState === "visible"; }

/** @param {Element} el @returns {SVGGraphicsElement[]} */
const groups = (el) => [...(el instanceof SVGGElement && el.id ? [el] : []), .../** @type {NodeListOf<SVGGElement>} */ (el.querySelectorAll("g[id]"))];
/** @param {SVGElement} el */
const shown = (el) => el.dataset.shows || "";

/** @param {Element} el */
function named(el) {
  const up = el.parentElement && el.parentElement.closest("g[id]");
  return up ? up.id : "";
}

// Returns the transformation from an element's coordinates to the drawing's.
/** @param {SVGSVGElement} svg @returns {Measure | null} */
function measure(svg) {
  const screen = svg.getScreenCTM();
  if (!screen) return null;
  const back = DOMMatrix.fromMatrix(screen).inverse();
  return (el) => { const ctm = el instanceof SVGGraphicsElement && el.getScreenCTM(); return ctm ? back.multiply(DOMMatrix.fromMatrix(ctm)) : null; };
}

// Records where every element with an id is before a change, and copies those that will disappear.
/** @param {SVGSVGElement} svg @param {Taken} change @returns {Map<string, Place> | null} */
export function before(svg, change) {
  const to = measure(svg);
  if (!to) return null;
  const next = new Map(), places = new Map();
  for (const [, fresh] of change.pairs) for (const el of groups(fresh)) next.set(el.id, shown(el));
  for (const [old] of change.pairs) {
    if (!old.isConnected) continue;
    for (const el of groups(old)) {
      const rest = to(el);
      if (rest) places.set(el.id, { el, rest, host: above(el), parent: named(el), shows: shown(el), gone: !next.has(el.id), lies: el.dataset.moves === "lies" });
    }
  }
  for (const [id, place] of places) {
    if (!place.gone && next.get(id) === place.shows) continue;
    place.box = manner.seen(place.el, place.rest);
    place.copy = manner.copied(place.el, next);
  }
  return places;
}

// Plays the difference. `finished` resolves at the end, and `finish` ends it at once. The more positions are waiting,
// the faster it goes.
/** @param {SVGSVGElement} svg @param {Map<string, Place>} places @param {Taken} change @param {number} speed @returns {Moving} */
export function play(svg, places, change, speed) {
  const to = measure(svg);
  const step = to ? new Step(svg, to, places, change) : null;
  const running = step ? step.play(speed) : [];
  return {
    finished: Promise.all(running.map((animation) => animation.finished.catch(() => {}))),
    count: running.length,
    ends: step ? step.ends : [],
    finish() {
      for (const animation of running) { try { animation.finish(); } catch { /* over */ } }
      for (const ghost of svg.querySelectorAll(".ghost")) ghost.remove();
    },
  };
}

class Step {
  /** @param {SVGSVGElement} svg @param {Measure} to @param {Map<string, Place>} places @param {Taken} change */
  constructor(svg, to, places, change) {
    this.svg = svg;
    this.to = to;
    this.places = places;
    /** @type {Map<string, Thing>} */
    this.now = new Map();
    /** @type {(Timed & { start: Start })[]} */
    this.plan = []; // {beat, ms, start(wait, ms) → animations, gap, aside}
    /** @type {number[]} */
    this.ends = []; // when each beat is over
    for (const [part] of change.pairs) {
      if (!part.isConnected) continue;
      for (const el of groups(part)) {
        const rest = el.closest("defs") ? null : to(el);
        if (rest) this.now.set(el.id, /** @type {Thing} */ ({ el, rest, parent: named(el), fresh: !places.has(el.id) }));
      }
    }
    /** @type {Map<Element, DOMMatrix | null>} */
    this.upper = new Map(); // the transformation of each parent, measured before anything moves
    for (const thing of this.now.values()) thing.up = this.measured(above(thing.el)) || new DOMMatrix();
    // Find out where elements come from before any of them disappears.
    const coming = [...this.now.values()].filter((thing) => thing.fresh && thing.el.dataset.comes);
    for (const thing of coming) thing.from = this.source((thing.el.dataset.comes || "").split(" "));
    // Also find out which piece has caught which.
    /** @type {Map<string, Thing>} */
    this.prey = new Map();
    for (const thing of this.now.values()) {
      const was = places.get(thing.el.id), hunter = thing.el.dataset.comes || "";
      if (thing.el.dataset.moves === "caught" && was && was.shows !== shown(thing.el) && this.now.has(hunter)) this.prey.set(hunter, thing);
    }
    for (const thing of this.now.values()) {
      const was = places.get(thing.el.id);
      if (was) this.change(thing, was);
      else this.come(thing);
    }
    for (const place of places.values()) if (place.gone && !place.used) this.go(place);
  }

  /** @param {Element} el */
  measured(el) {
    let up = this.upper.get(el);
    if (up === undefined) { up = el === this.svg ? new DOMMatrix() : this.to(el); this.upper.set(el, up); }
    return up;
  }

  /** @param {number} beat @param {number} ms @param {Start} start @param {number} [gap] */
  add(beat, ms, start, gap = 0) { this.plan.push({ beat, ms, start, gap, wait: 0 }); }

  // Nothing waits for elements that only make room or are put away.
  /** @param {number} beat @param {number} ms @param {Start} start */
  aside(beat, ms, start) { this.plan.push({ beat, ms, start, gap: 0, wait: 0, aside: true }); }

  /** @param {Thing} thing @returns {Seen} */
  box(thing) { return thing.box || (thing.box = manner.seen(thing.el, thing.rest)); }

  // Returns where an element started, relative to its current place.
  /** @param {Thing} thing @param {DOMMatrix} start @returns {From} */
  way(thing, start) {
    const here = this.box(thing), rel = start.multiply(thing.rest.inverse());
    const { x, y } = rel.transformPoint(new DOMPoint(here.x, here.y));
    return { x: x - here.x, y: y - here.y, s: Math.hypot(rel.a, rel.b), turn: Math.atan2(rel.b, rel.a) * 180 / Math.PI };
  }

  // Returns a point on an element's path, relative to its current place.
  /** @param {Thing} thing @returns {Point} */
  by(thing) {
    const { x, y } = thing.up.transformPoint(new DOMPoint(...(thing.el.dataset.by || "").split(" ").map(Number)));
    return { x: x - thing.rest.e, y: y - thing.rest.f };
  }

  // A new element: it appears, or comes from an element of the old drawing.

  /** @param {string[]} names @returns {Source | null} */
  source(names) {
    for (const name of names) {
      const is = (/** @type {string} */ id) => id === name || id.startsWith(`${name}-`);
      for (const [id, place] of this.places) {
        if (place.gone && !place.used && is(id)) { place.used = true; return { shows: place.shows, rest: place.rest, box: place.box, copy: place.copy }; }
      }
    }
    for (const name of names) {
      for (const [id, thing] of this.now) {
        if (thing.fresh && (id === name || id.startsWith(`${name}-`))) return { shows: shown(thing.el), rest: thing.rest, box: this.box(thing) };
      }
      const el = /** @type {SVGGraphicsElement | null} */ (this.svg.getElementById(name));
      const rest = el && !el.closest("defs, .ghost") && this.to(el);
      if (el && rest) return { shows: shown(el), rest, box: manner.seen(el, rest) };
    }
    return null;
  }

  /** @param {Thing} thing */
  come(thing) {
    const { el, from } = thing, how = el.dataset.moves;
    if (from) this.bring(thing, from);
    else if (how === "unrolls") this.add(GO, 420, (wait, ms) => manner.unroll(el, "unrolls", ms, wait));
    else if (how === "lies" || !el.childElementCount) return;
    else if (this.now.get(thing.parent)?.fresh) return;
    else if ([...el.querySelectorAll("g[id]")].some((inner) => this.now.get(inner.id)?.from)) return;
    else if (how === "pops") this.add(FALL, 200, this.filmed(thing, "pops", manner.pop), GAP);
    else this.add(SETTLE, 220, this.filmed(thing, "appears", manner.appear));
  }

  /** @param {Thing} thing @param {string} name @param {Way} at @param {boolean} [late] @returns {Start} */
  filmed(thing, name, at, late = false) {
    this.box(thing);
    return (wait, ms) => [manner.film(thing, name, ms, wait, at, late)];
  }

  /** @param {Thing} thing @param {Source} from */
  bring(thing, from) {
    const here = this.box(thing), there = from.box, hops = thing.el.dataset.moves === "hops";
    const empty = !thing.el.childElementCount;
    const ratio = Math.sqrt((there.wide * there.high) / (here.wide * here.high || 1));
    const way = { x: there.x - here.x, y: there.y - here.y, s: empty ? 1 : Math.min(5, Math.max(0.2, ratio || 1)), turn: 0 };
    const path = manner.hop(way), turned = !empty && !hops && Boolean(from.copy) && from.shows !== shown(thing.el);
    const name = hops ? "hops" : turned ? "turns" : "flies";
    // The ghost moves above everything else; the element itself appears when it has arrived.
    const over = (/** @type {Element} */ copy, /** @type {DOMMatrix} */ rest, /** @type {Seen} */ box) => manner.ghost(this.svg, new DOMMatrix(), copy, rest, box);
    const old = (/** @type {Element} */ copy) => over(copy, from.rest, there), own = () => over(manner.copied(thing.el), thing.rest, here);
    this.add(hops ? WIN : ACT, turned ? 680 : 420, (wait, ms) => {
      if (empty) return from.copy ? [manner.film(old(from.copy), name, ms, wait, manner.pocket(way, path))] : [];
      const unseen = manner.film(thing, name, wait + ms, 0, () => ({ see: 0 }));
      if (!from.copy) return [unseen, manner.film(own(), name, ms, wait, path, true)];
      return [unseen, manner.film(old(from.copy), name, ms, wait, manner.carry(way, path, false, turned)),
        manner.film(own(), name, ms, wait, manner.carry(way, path, true, turned))];
    }, GAP);
  }

  // An element that stays: its look and its place may have changed.

  /** @param {Thing} thing @param {Place} was */
  change(thing, was) {
    const { el } = thing, how = el.dataset.moves, shows = shown(el);
    const now = this.now.get(thing.parent), then = this.places.get(thing.parent), same = thing.parent === was.parent;
    const start = same && now && then ? now.rest.multiply(then.rest.inverse()).multiply(was.rest) : was.rest;
    const moved = !still(start.multiply(thing.rest.inverse()));
    if (was.shows === shows) { if (moved) this.move(thing, start, how); return; }
    const old = (/** @type {Node | null} */ next = el.nextSibling) => manner.ghost(above(el), thing.up, was.copy, was.rest, was.box, next);
    this.box(thing);
    if (how === "counts") { // after the winnings have arrived
      this.add(SETTLE, 240, (wait, ms) => [manner.film(old(), "waits", wait + 1, 0, () => ({})), manner.film(thing, how, ms, wait, manner.count, true)]);
    } else if (how === "lifts") {
      if (shows === "off") this.add(ACT, 380, this.filmed(thing, how, manner.lift), GAP / 2);
      else this.add(COVER, 380, this.filmed(thing, how, manner.lower), GAP / 2);
    } else if (how === "falls") {
      this.add(FALL, 620, (wait, ms) => [manner.film(old(beneath(el)), how, ms * 0.62, wait, manner.sink), manner.film(thing, how, ms * 0.38, wait + ms * 0.62, manner.rise)], GAP);
    } else if (how === "caught") {
      const from = this.way(thing, start);
      this.add(FALL, 420, (wait, ms) => [
        manner.film(old(beneath(el)), how, ms, wait, manner.dangle(from, was.box.high * 0.5)),
        manner.film(thing, how, wait + ms, 0, () => ({ see: 0 })),
      ]);
    } else if (how === "tumbles") {
      if (shows) this.add(ACT, 420, (wait, ms) => [manner.film(old(), how, ms, wait, manner.tumble(false)), manner.film(thing, how, ms, wait, manner.tumble(true))]);
    } else if (!shows) { // it becomes invisible: a copy moves with the old look
      if (moved) this.move(thing, start, how, was.copy);
      else this.add(SETTLE, 60, (wait, ms) => [manner.film(old(), "stays", ms, wait, () => ({}))]);
    } else {
      if (moved) this.move(thing, start, how);
      else if (how === "follows") this.add(SETTLE, 320, this.filmed(thing, "nods", manner.nod));
      if (was.shows && how !== "follows" && !moved) {
        this.add(TURN, 340, (wait, ms) => [manner.film(old(), "turns", ms, wait, manner.turn(false)), manner.film(thing, "turns", ms, wait, manner.turn(true))], GAP);
      }
    }
  }

  // With `copy`, a copy with the old look moves, because the element is invisible at its new place.
  /** @param {Thing} thing @param {DOMMatrix} start @param {string | undefined} how @param {Element | null} [copy] */
  move(thing, start, how, copy = null) {
    const from = this.way(thing, start), far = Math.hypot(from.x, from.y);
    const ms = Math.min(420, 180 + far * 0.5);
    const size = Math.max(this.box(thing).wide, this.box(thing).high);
    const prey = this.prey.get(thing.el.id);
    if (how === "enters" || how === "leaves") this.pushed(thing, from, how, copy);
    else if (prey) this.pounce(thing, from, prey);
    else if (copy) this.add(GO, 360, (wait, ms) => [manner.film(this.beside(thing, copy), "slides", ms, wait, manner.slide(from))]);
    else if (how === "slides") this.add(GO, 360, this.filmed(thing, how, manner.slide(from)));
    else if (how === "follows" && thing.el.dataset.by) this.add(GO, 420, this.filmed(thing, how, manner.by(from, this.by(thing))));
    else if (how === "walks" && far > size / 3) this.add(GO, Math.min(420, 220 + far), this.filmed(thing, how, manner.walk(from, size * 1.1)));
    else if (how === "hops" && far > size / 3) this.add(GO, ms, this.filmed(thing, how, manner.hop(from)), GAP);
    else if (how === "settles") this.add(SETTLE, ms, this.filmed(thing, how, manner.slide(from)));
    else this.aside(ACT, ms, this.filmed(thing, "slides", manner.slide(from)));
  }

  // Into or out of a line that is pushed. A new piece is brought to the slot above everything and pushed in with the
  // line; an old one is pushed out with the line and then taken away.
  /** @param {Thing} thing @param {From} from @param {string} how @param {Element | null} copy */
  pushed(thing, from, how, copy) {
    const point = this.by(thing), home = { x: 0, y: 0 }, { leg } = manner;
    const look = () => (copy ? /** @type {Element} */ (copy.cloneNode(true)) : manner.copied(thing.el));
    const over = () => manner.ghost(this.svg, new DOMMatrix(), look(), thing.rest, thing.box);
    if (how === "enters") {
      this.add(ACT, 300, (wait, ms) => [manner.film(over(), how, ms, wait, leg(from, point))]);
      this.add(GO, 360, (wait, ms) => [manner.film(copy ? this.beside(thing, look()) : thing, how, ms, wait, leg(point, home), true)]);
    } else {
      this.add(GO, 360, (wait, ms) => [manner.film(this.beside(thing, look()), how, ms, wait, leg(from, point))]);
      this.aside(TURN, 300, (wait, ms) => [
        manner.film(over(), how, ms, wait, leg(point, home), true),
        manner.film(thing, how, wait + ms, 0, () => ({ see: 0 })),
      ]);
    }
  }

  // Leaps onto its prey, carries it away and returns, for as long as moves, falls and rewards take.
  /** @param {Thing} thing @param {From} from @param {Thing} prey */
  pounce(thing, from, prey) {
    const here = this.box(thing), there = this.box(prey), lair = { x: there.x - here.x, y: there.y - here.y };
    this.add(GO, 420, (wait, ms) => [manner.film(thing, "pounces", 3 * ms, wait, manner.pounce(from, lair))]);
    this.add(WIN, 420, () => []);
  }

  // Adds a ghost at an element's place, inside the same parent.
  /** @param {Thing} thing @param {Element} copy */
  beside(thing, copy) { return manner.ghost(above(thing.el), thing.up, copy, thing.rest, thing.box, thing.el.nextSibling); }

  // An element that disappears. One that only lies there goes last, after it has been covered.
  /** @param {Place} place */
  go(place) {
    const above = this.places.get(place.parent);
    if ((above && above.gone) || !place.copy.childElementCount) return;
    const host = place.host.isConnected ? place.host : this.svg, up = this.measured(host);
    if (!up) return;
    this.aside(place.lies ? SETTLE : ACT, 200, (wait, ms) => [manner.film(manner.ghost(host, up, place.copy, place.rest, place.box), "vanishes", ms, wait, manner.vanish)]);
  }

  /** @param {number} speed */
  play(speed) {
    // An element that is turned up and covered in one step stays visible for a moment.
    const happens = (/** @type {number} */ beat) => this.plan.some((step) => step.beat === beat);
    const peeks = happens(TURN) && happens(COVER);
    if (peeks) this.add(FALL, 420, () => []);
    const pace = paced(this.plan, speed, this.prey.size || peeks ? GRAND : LONGEST);
    for (let beat = ACT; beat <= SETTLE; beat++) this.ends.push(over(this.plan, beat) * pace);
    return this.plan.flatMap((step) => step.start(step.wait * pace, step.ms * pace));
  }
}

// Schedules the beats: when each animation starts, and how much everything must speed up to stay within the limit.
/** @param {Timed[]} plan @param {number} speed @param {number} [longest] */
export function paced(plan, speed, longest = LONGEST) {
  let at = 0;
  for (let beat = ACT; beat <= SETTLE; beat++) {
    let nth = 0, end = at;
    for (const step of plan) {
      if (step.beat !== beat) continue;
      step.wait = at + step.gap * nth;
      if (step.gap) nth += 1;
      if (!step.aside) end = Math.max(end, step.wait + step.ms);
    }
    at = end;
  }
  const all = plan.reduce((most, step) => Math.max(most, step.wait + step.ms), 1);
  return Math.min(1, longest / all) / speed;
}

/** Returns when a beat and all before it are over. @param {Timed[]} plan @param {number} beat */
export function over(plan, beat) {
  return plan.reduce((most, step) => (step.beat <= beat && !step.aside ? Math.max(most, step.wait + step.ms) : most), 0);
}

// Returns the first sibling that walks, to insert a ghost before it: a catcher is drawn over its prey.
/** @param {Element} el */
function beneath(el) { return above(el).querySelector(':scope > [data-moves="walks"]') || el.nextSibling; }

/** Returns the parent of an element. Every element of a drawing has one. @param {Element} el */
function above(el) { return /** @type {Element} */ (el.parentElement); }

/** @param {DOMMatrix} m */
function still(m) {
  return Math.abs(m.a - 1) < 0.004 && Math.abs(m.d - 1) < 0.004 && Math.abs(m.b) < 0.004 && Math.abs(m.c) < 0.004 && Math.abs(m.e) < 0.6 && Math.abs(m.f) < 0.6;
}
