// The ways in which elements move. A drawing chooses them (docs/adding-a-game.md). All coordinates are the
// drawing's, whatever groups an element is in and however it is scaled.

const SVG = "http://www.w3.org/2000/svg";
const FRAME = 24; // milliseconds from one computed position to the next
const EDGE = 0.03; // width of a piece of paper seen edge-on

/** @param {number} t */
export const ease = (t) => t * t * (3 - 2 * t);
/** @param {number} t @param {number} from @param {number} to */
const part = (t, from, to) => ease(Math.min(1, Math.max(0, (t - from) / (to - from))));
/** @param {DOMMatrix} m */
export const css = (m) => `matrix(${[m.a, m.b, m.c, m.d, m.e, m.f].map((v) => +v.toFixed(4)).join(",")})`;

// Returns the centre and the size of the visible part of an element at `rest`.
/** @param {SVGGraphicsElement} el @param {DOMMatrix} rest @returns {Seen} */
export function seen(el, rest) {
  let box = { x: 0, y: 0, width: 0, height: 0 };
  try { box = el.getBBox(); } catch { /* not drawn */ }
  const { x, y } = rest.transformPoint(new DOMPoint(box.x + box.width / 2, box.y + box.height / 2));
  const k = Math.hypot(rest.a, rest.b);
  return { x, y, wide: box.width * k, high: box.height * k };
}

// Returns a copy for display only, without ids and buttons. Leaves out parts that still exist elsewhere.
/** @param {Element} el @param {{ has(id: string): boolean }} [living] */
export function copied(el, living = new Set()) {
  const copy = /** @type {Element} */ (el.cloneNode(true));
  for (const inner of [...copy.querySelectorAll("[id]")]) if (living.has(inner.id)) inner.remove();
  for (const inner of [copy, ...copy.querySelectorAll("*")]) {
    inner.classList.remove("highlighted", "rest", "picked", "hinted");
    for (const key of ["id", "role", "tabindex", "aria-label", "aria-pressed", "data-actions"]) inner.removeAttribute(key);
  }
  for (const mark of copy.querySelectorAll(".glow, .last, title")) mark.remove();
  copy.removeAttribute("transform");
  return copy;
}

// Adds a ghost to `host`: a copy of an element at its old position, removed after its animation.
/** @param {Node} host @param {DOMMatrix} up @param {Element} copy @param {DOMMatrix} rest @param {Seen} box @param {Node | null} [next] @returns {Actor} */
export function ghost(host, up, copy, rest, box, next = null) {
  const el = document.createElementNS(SVG, "g");
  el.setAttribute("class", "ghost");
  el.setAttribute("aria-hidden", "true");
  el.setAttribute("transform", css(up.inverse().multiply(rest)));
  el.append(copy);
  host.insertBefore(el, next);
  return { el, up, rest, box, ghost: true };
}

// Animates an element for `ms` after `wait`. `at` maps a time from 0 to 1 to its offset, scale, rotation and opacity.
// With `late` it is invisible before the animation.
/** @param {Actor} thing @param {string} name @param {number} ms @param {number} wait @param {Way} at @param {boolean} [late] */
export function film(thing, name, ms, wait, at, late = false) {
  const out = thing.up.inverse(), { x: cx, y: cy } = thing.box;
  const count = Math.max(8, Math.round(ms / FRAME));
  /** @type {Keyframe[]} */
  const frames = [];
  for (let i = 0; i <= count; i++) {
    const { x = 0, y = 0, s = 1, sx = s, sy = s, turn = 0, see, dark } = at(i / count);
    const m = new DOMMatrix().translate(cx + x, cy + y).rotate(turn).scale(sx, sy).translate(-cx, -cy);
    /** @type {Keyframe} */
    const frame = { offset: i / count, transform: css(out.multiply(m).multiply(thing.rest)) };
    if (see !== undefined || late) frame.opacity = see ?? 1;
    if (dark !== undefined) frame.filter = `brightness(${1 - dark})`;
    frames.push(frame);
  }
  if (late) { frames.unshift({ ...frames[0], opacity: 0 }); frames[1].offset = 0.001; }
  const animation = thing.el.animate(frames, { id: name, duration: ms, delay: wait, fill: thing.ghost ? "both" : "backwards" });
  if (thing.ghost) { const gone = () => thing.el.remove(); animation.finished.then(gone, gone); }
  return animation;
}

// Paths from one place to another. `from` is the start {x, y, s, turn}, relative to the final place.

/** @param {From} from @param {number} t */
const between = (from, t) => ({ x: from.x * (1 - t), y: from.y * (1 - t), s: 1 + (from.s - 1) * (1 - t), turn: from.turn * (1 - t) });
/** @param {Point} from */
const far = (from) => Math.hypot(from.x, from.y);

/** @type {(from: From) => Way} */
export const slide = (from) => (t) => between(from, ease(t));

/** @type {(a: Point, b: Point) => Way} */
export const leg = (a, b) => (t) => ({ x: a.x + (b.x - a.x) * ease(t), y: a.y + (b.y - a.y) * ease(t) });

/** @param {From} from @returns {Way<From>} */
export function hop(from) {
  const high = Math.min(70, 14 + far(from) * 0.3);
  return (t) => { const at = between(from, ease(t)); return { ...at, y: at.y - high * 4 * t * (1 - t) }; };
}

/** @param {From} from @param {number} stride @returns {Way} */
export function walk(from, stride) {
  const steps = Math.max(1, Math.round(far(from) / stride)), high = stride * 0.16;
  return (t) => {
    const at = between(from, t), up = Math.abs(Math.sin(Math.PI * steps * t));
    return { ...at, y: at.y - high * up, turn: at.turn + 5 * Math.sin(Math.PI * steps * t) * (1 - t) };
  };
}

// Passes through a point, at constant speed.
/** @param {From} from @param {Point} point @returns {Way} */
export function by(from, point) {
  const first = Math.hypot(from.x - point.x, from.y - point.y), all = first + far(point) || 1;
  return (t) => {
    const gone = ease(t) * all;
    if (gone < first) { const u = gone / first; return { x: from.x + (point.x - from.x) * u, y: from.y + (point.y - from.y) * u }; }
    const u = (gone - first) / (all - first || 1);
    return { x: point.x * (1 - u), y: point.y * (1 - u) };
  };
}

// Appearing and disappearing.

/** @type {Way} */
export const appear = (t) => ({ s: 0.6 + 0.4 * ease(t), see: ease(t) });
/** @type {Way} */
export const vanish = (t) => ({ s: 1 - 0.4 * ease(t), see: 1 - ease(t) });
/** @type {Way} */
export const pop = (t) => ({ s: 0.3 + 0.7 * ease(t) + 0.3 * Math.sin(Math.PI * t), see: Math.min(1, 3 * t) });
/** @type {Way} */
export const count = (t) => ({ s: 1 + 0.35 * Math.sin(Math.PI * t) });
/** @type {Way} */
export const nod = (t) => ({ sx: 1 + 0.12 * Math.sin(Math.PI * t), sy: 1 - 0.16 * Math.sin(Math.PI * t), turn: -7 * Math.sin(Math.PI * t) });

// Falls into the dark and reappears among the captured pieces.
/** @type {Way} */
export const sink = (t) => ({ s: 1 - 0.88 * ease(t), turn: 200 * t * t, see: t < 0.7 ? 1 : 1 - part(t, 0.7, 1), dark: 0.8 * ease(t) });
/** @type {Way} */
export const rise = (t) => ({ s: 0.4 + 0.6 * ease(t), see: ease(t) });

// Crouches and leaps onto the prey, carries it to the lair, and returns: a third of the time each.
/** @param {From} from @param {Point} lair @returns {Way} */
export function pounce(from, lair) {
  const arc = (/** @type {number} */ t, /** @type {number} */ high) => -high * 4 * t * (1 - t);
  return (t) => {
    if (t > 2 / 3) { const u = part(t, 2 / 3, 1); return { x: lair.x * (1 - u), y: lair.y * (1 - u) + arc(u, 26) }; }
    if (t > 1 / 3) { const u = part(t, 1 / 3, 2 / 3); return { x: lair.x * u, y: lair.y * u + arc(u, 34), turn: 6 * Math.sin(4 * Math.PI * u) }; }
    const low = part(t, 0, 0.09) * (1 - part(t, 0.09, 0.14)) + part(t, 0.26, 0.29) * (1 - part(t, 0.29, 1 / 3)), u = part(t, 0.09, 0.27);
    const s = 1 + 0.35 * Math.sin(Math.PI * u);
    return { x: from.x * (1 - u), y: from.y * (1 - u) + arc(u, 64) + 8 * low, sx: s * (1 + 0.2 * low), sy: s * (1 - 0.28 * low) };
  };
}

// The prey on the same path to the lair, hanging from its catcher.
/** @param {Point} from @param {number} low @returns {Way} */
export function dangle(from, low) {
  return (t) => {
    const u = ease(t), hangs = part(t, 0, 0.2) * (1 - part(t, 0.85, 1));
    return { x: -from.x * u, y: -from.y * u - 34 * 4 * u * (1 - u) + low * hangs, s: 1 - 0.25 * u, turn: 24 * hangs * Math.sin(5 * Math.PI * t) };
  };
}

// A roof rises or comes down; both end at its place in the drawing.
/** @type {Way} */
export const lift = (t) => ({ x: 26 * t * ease(t), y: -64 * ease(t), s: 1 + 0.1 * ease(t), turn: 8 * ease(t), see: 1 - part(t, 0.55, 1) });
/** @type {Way} */
export const lower = (t) => lift(1 - t);

// A die is thrown: the old face spins until the new one is up.
/** @param {boolean} fresh @returns {Way} */
export function tumble(fresh) {
  return (t) => ({
    x: -34 * (1 - ease(t)) * Math.min(1, t * 6), y: -26 * Math.abs(Math.sin(Math.PI * 2 * t)) * (1 - t),
    turn: -720 * (1 - t) * (1 - t), s: 1 + 0.16 * Math.sin(Math.PI * t), see: (t > 0.5) === fresh ? 1 : 0,
  });
}

// Turns over in place: shows the old face until the edge is up, then the new one.
/** @param {boolean} fresh @returns {Way} */
export function turn(fresh) {
  return (t) => {
    const open = fresh ? part(t, 0.5, 1) : 1 - part(t, 0, 0.5), s = 1 + 0.14 * Math.sin(Math.PI * t);
    return { sx: Math.max(EDGE, open) * s, sy: s, see: (t >= 0.5) === fresh ? 1 : 0 };
  };
}

// Moves from an element of the old drawing, with the old look at first and the new one on the way. If the face
// changes, it turns over at the old place, slightly raised, and then moves.
/** @param {From} from @param {Way<From>} way @param {boolean} fresh @param {boolean} turned @returns {Way} */
export function carry(from, way, fresh, turned) {
  const k = fresh ? 1 : 1 / (from.s || 1), till = turned ? 0.45 : 0;
  return (t) => {
    const go = turned ? Math.max(0, (t - till - 0.07) / (1 - till - 0.07)) : t;
    const at = way(go), s = at.s * k;
    // A ghost starts at its own place, where the path begins.
    const x = fresh ? at.x : at.x - from.x, y = fresh ? at.y : at.y - from.y;
    if (!turned) return { ...at, x, y, s, see: fresh ? part(t, 0.35, 0.5) : 1 - part(t, 0.5, 0.7) };
    const raised = 1 + 0.25 * part(t, 0, till) * (1 - part(t, till + 0.07, 1));
    const open = fresh ? part(t, till / 2, till) : 1 - part(t, 0, till / 2);
    return { ...at, x, y, sx: s * raised * Math.max(EDGE, open), sy: s * raised, see: (t >= till / 2) === fresh ? 1 : 0 };
  };
}

// Shrinks into a player's purse; only the ghost is visible.
/** @param {Point} from @param {Way<From>} way @returns {Way} */
export function pocket(from, way) {
  return (t) => { const at = way(t); return { x: at.x - from.x, y: at.y - from.y, s: 1 + 0.25 * Math.sin(Math.PI * t) - 0.55 * part(t, 0.5, 1), see: 1 - part(t, 0.88, 1) }; };
}

// Draws thread along its path; parts beyond the path come last.
/** @param {Element} el @param {string} name @param {number} ms @param {number} wait */
export function unroll(el, name, ms, wait) {
  const spun = [.../** @type {NodeListOf<SVGPathElement>} */ (el.querySelectorAll("path.thread"))];
  const rest = [...el.children].filter((path) => !path.matches("path.thread"));
  const long = (/** @type {Element[]} */ paths) => paths.reduce((most, path) => Math.max(most, path instanceof SVGGeometryElement ? path.getTotalLength() : 0), 1);
  const length = long(spun), all = length + (rest.length ? long(rest) : 0);
  /** @type {Keyframe[]} */
  const frames = [];
  /** @type {Keyframe[]} */
  const late = [];
  const count = Math.max(8, Math.round(ms / FRAME));
  for (let i = 0; i <= count; i++) {
    const gone = ease(i / count) * all;
    frames.push({ strokeDasharray: `${length} ${length}`, strokeDashoffset: String(Math.max(0, length - gone)) });
    late.push({ opacity: gone > length ? 1 : 0 });
  }
  /** @type {KeyframeAnimationOptions} */
  const how = { id: name, duration: ms, delay: wait, fill: "backwards" };
  return [...spun.map((path) => path.animate(frames, how)), ...rest.map((path) => path.animate(late, how))];
}
