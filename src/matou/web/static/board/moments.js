// Great moments are staged over the board: a burst where something was won, points that fly to a
// player, a banner, the winner's portrait. Each is over in less than two seconds and goes at once
// when somebody clicks. What they are the drawing's game says (core/moments.py); no game is known here.

const SVG = "http://www.w3.org/2000/svg";
const LONGEST = 1900; // milliseconds
const STAR = "M0-10 3-3 10 0 3 3 0 10-3 3-10 0-3-3Z", DISC = "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z", BIT = "M-6-4 6-5 5 4-5 5Z";

/** How a kind looks: the shape that bursts, its colours, how many and how far; rings that go out; does the board shake?
 * @type {Record<string, { d: string, colours: string[], many: number, far: number, rings?: number, shakes?: boolean }>} */
export const LOOKS = {
  tower: { d: STAR, colours: ["--cheese", "--rim"], many: 10, far: 90, rings: 3 },
  catch: { d: DISC, colours: ["--cream", "--stone", "--line"], many: 9, far: 58 },
  cheese: { d: STAR, colours: ["--cheese", "--cream"], many: 9, far: 60 },
  find: { d: STAR, colours: ["--cheese"], many: 6, far: 46 },
  push: { d: DISC, colours: ["--stone"], many: 0, far: 0, shakes: true },
  fall: { d: DISC, colours: ["--stone", "--quiet"], many: 8, far: 44 },
  toy: { d: STAR, colours: ["--rose", "--cheese", "--sky"], many: 10, far: 70 },
};
export const CONFETTI = ["--cheese", "--tomato", "--teal", "--violet", "--leaf", "--sky"];

/** @param {string} cls @returns {HTMLElement} */
function layer(cls) {
  const el = document.createElement("div");
  el.className = `staged ${cls}`;
  el.setAttribute("aria-hidden", "true");
  document.body.append(el);
  return el;
}

/** A small piece of paper in a layer, at a place of the window.
 * @param {HTMLElement} on @param {string} d @param {string} colour @param {number} x @param {number} y @param {number} [size] */
function piece(on, d, colour, x, y, size = 1) {
  const svg = document.createElementNS(SVG, "svg"), path = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", "-12 -12 24 24");
  path.setAttribute("d", d);
  svg.style.cssText = `left:${x - 12 * size}px;top:${y - 12 * size}px;width:${24 * size}px;height:${24 * size}px;fill:var(${colour})`;
  svg.append(path);
  on.append(svg);
  return svg;
}

/** @param {Element} el @param {Keyframe[]} frames @param {number} ms @param {number} wait @param {string} [easing] */
function film(el, frames, ms, wait, easing = "cubic-bezier(.2,.7,.3,1)") {
  return el.animate(frames, { id: "moment", duration: ms, delay: wait, fill: "both", easing });
}

/** @param {HTMLElement} on @param {typeof LOOKS[string]} look @param {DOMRect} at @param {number} wait @returns {Animation[]} */
function burst(on, look, at, wait) {
  const x = at.x + at.width / 2, y = at.y + at.height / 2, made = [];
  for (let i = 0; i < look.many; i++) {
    const way = (i / look.many) * 2 * Math.PI + 0.3, far = look.far * (0.75 + 0.25 * (i % 2)), to = `translate(${Math.cos(way) * far}px,${Math.sin(way) * far}px)`;
    const bit = piece(on, look.d, look.colours[i % look.colours.length], x, y, 1.2);
    made.push(film(bit, [{ transform: "scale(.2)", opacity: 0 }, { transform: "scale(1.2)", opacity: 1, offset: 0.15 }, { transform: `${to} scale(1)`, opacity: 1, offset: 0.6 }, { transform: `${to} scale(.4) rotate(90deg)`, opacity: 0 }], 760, wait));
  }
  for (let i = 0; i < (look.rings || 0); i++) {
    const ring = document.createElement("span");
    ring.className = "ring";
    ring.style.cssText = `left:${x}px;top:${y}px`;
    on.append(ring);
    made.push(film(ring, [{ transform: "translate(-50%,-50%) scale(.2)", opacity: 0.9 }, { transform: "translate(-50%,-50%) scale(1)", opacity: 0 }], 620, wait + 300 * i));
  }
  return made;
}

/** Points go to the plate of whoever has them. @param {HTMLElement} on @param {DOMRect} at @param {DOMRect} to @param {number} worth @param {number} wait */
function fly(on, at, to, worth, wait) {
  const points = document.createElement("b");
  points.className = "points";
  points.textContent = `+${worth}`;
  points.style.cssText = `left:${at.x + at.width / 2}px;top:${at.y + at.height / 3}px`;
  on.append(points);
  const x = to.x + to.width / 2 - at.x - at.width / 2, y = to.y + to.height / 2 - at.y - at.height / 3, here = "translate(-50%,-50%)";
  return film(points, [{ transform: `${here} scale(.3)`, opacity: 0 }, { transform: `${here} translateY(-26px) scale(1.25)`, opacity: 1, offset: 0.25 }, { transform: `${here} translateY(-26px) scale(1.1)`, opacity: 1, offset: 0.45 }, { transform: `${here} translate(${x}px,${y}px) scale(.7)`, opacity: 0.2 }], 1150, wait);
}

/** What is going on over the board; it goes when all has been seen, or at once.
 * @param {HTMLElement} on @param {Animation[]} running @returns {Moving} */
function playing(on, running) {
  const gone = () => on.remove(), ended = Promise.all(running.map((animation) => animation.finished.catch(() => undefined)));
  ended.then(gone);
  return { finished: ended, count: running.length, finish() { for (const animation of running) animation.finish(); gone(); } };
}

/**
 * Stage the great moments of a position; null where it has none. A banner says `last` in words.
 * @param {HTMLElement} picture @param {Moment[]} moments @param {string} last @param {boolean} moving
 * @returns {Moving | null}
 */
export function stage(picture, moments, last, moving) {
  const great = moments.filter(([kind]) => LOOKS[kind] || kind === "last");
  if (!great.length) return null;
  const on = layer("moments"), wait = moving ? 320 : 0;
  /** @type {Animation[]} */
  const running = [];
  for (const [kind, seat, id, worth] of great) {
    const place = (/** @type {string} */ name) => picture.querySelector(`[id="${CSS.escape(name)}"]`)?.getBoundingClientRect();
    const look = LOOKS[kind], at = id && place(id), plate = place(`plate-${seat}`);
    if (kind === "last") running.push(banner(on, picture, last, wait));
    else if (look.shakes) running.push(film(picture, [0, 3, -3, 2, 0].map((x) => ({ transform: `translateX(${x}px)` })), 260, wait));
    if (look && at) running.push(...burst(on, look, at, wait));
    if (at && plate && worth) running.push(fly(on, at, plate, worth, wait + 180));
  }
  return playing(on, running);
}

/** @param {HTMLElement} on @param {HTMLElement} picture @param {string} words @param {number} wait */
function banner(on, picture, words, wait) {
  const at = picture.getBoundingClientRect(), strip = document.createElement("p");
  strip.className = "banner";
  strip.textContent = words;
  strip.style.cssText = `left:${at.x + at.width / 2}px;top:${Math.max(90, Math.min(innerHeight, at.bottom) * 0.4)}px`;
  on.append(strip);
  const here = "translate(-50%,-50%)";
  return film(strip, [{ transform: `${here} scaleX(.1)`, opacity: 0 }, { transform: here, opacity: 1, offset: 0.18 }, { transform: here, opacity: 1, offset: 0.8 }, { transform: `${here} translateY(-14px)`, opacity: 0 }], 1550, wait, "linear");
}

/**
 * The end: the winners before everybody, under falling paper; for who has lost, a kind word and no paper.
 * @param {Element[]} portraits @param {string} title @param {string} more @param {boolean} happy @returns {Moving}
 */
export function finale(portraits, title, more, happy) {
  const on = layer("finale"), card = document.createElement("div"), heads = document.createElement("div");
  card.className = "card";
  const [head, line] = ["strong", "span"].map((tag) => document.createElement(tag));
  head.textContent = title;
  line.textContent = more;
  heads.append(...portraits);
  card.append(heads, head, line);
  on.append(card);
  const running = [film(on, [{ opacity: 0 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.86 }, { opacity: 0 }], LONGEST, 0, "linear")];
  running.push(film(card, [{ transform: "scale(.7) translateY(30px)" }, { transform: "scale(1.04)", offset: 0.6 }, { transform: "none" }], 480, 0));
  for (let i = 0; happy && i < 36; i++) {
    const x = ((i * 61) % 100) / 100 * innerWidth, bit = piece(on, i % 3 ? BIT : STAR, CONFETTI[i % CONFETTI.length], x, -20, 1 + (i % 3) * 0.3);
    running.push(film(bit, [{ transform: "none" }, { transform: `translate(${(i % 7) * 14 - 42}px,${innerHeight * (0.55 + (i % 5) * 0.12)}px) rotate(${(i % 2 ? 1 : -1) * (200 + i * 20)}deg)` }], 1100 + (i % 5) * 140, (i % 6) * 40));
  }
  return playing(on, running);
}

/** Two things that go on at once, as one. @param {Moving | null} a @param {Moving | null} b @returns {Moving | null} */
export function both(a, b) {
  if (!a || !b) return a || b;
  return { finished: Promise.all([a.finished, b.finished]), count: a.count + b.count, finish() { a.finish(); b.finish(); } };
}

/** One thing after another; who ends the first does not see the second. @param {Moving | null} first @param {() => Moving} make @returns {Moving} */
export function followed(first, make) {
  if (!first) return make();
  /** @type {Moving | null} */
  let second = null;
  let ended = false;
  const finished = first.finished.then(() => { if (!ended) { second = make(); return second.finished; } return null; });
  return { finished, count: first.count + 1, finish() { ended = true; first.finish(); if (second) second.finish(); } };
}
