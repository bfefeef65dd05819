// Animations over the board for great moments: a striking clock, a burst, points that fly to a player, a puff, a
// banner, the winner's portrait. Each takes less than two seconds, and a click ends it at once. The game says which
// ones occur (core/moments.py); nothing here depends on a game.

import { ACT, FALL, GO, SETTLE, TURN, WIN } from "./motion.js";

const SVG = "http://www.w3.org/2000/svg";
const LONGEST = 1900; // milliseconds
const STAR = "M0-10 3-3 10 0 3 3 0 10-3 3-10 0-3-3Z", DISC = "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z", BIT = "M-6-4 6-5 5 4-5 5Z", CHIP = "M-7-5 4-7 8 2-1 7-8 3Z";
const STRIKES = [160, 420, 680]; // when the clock strikes, in time with its sound (sound.js)

/** How a kind looks: the beat of the motion after which it is due; the shape of its pieces, their colours, number and
 * distance, and whether they rise or drop; whether the board shakes; whether a clock strikes.
 * @type {Record<string, { after: number, d: string, colours: string[], many: number, far: number, drift?: number, shakes?: boolean, strikes?: boolean }>} */
export const LOOKS = {
  tower: { after: ACT, d: STAR, colours: ["--cheese", "--rim"], many: 10, far: 90, strikes: true },
  catch: { after: GO, d: DISC, colours: ["--cream", "--stone", "--line"], many: 11, far: 62, drift: -16 },
  cheese: { after: WIN, d: STAR, colours: ["--cheese", "--rim", "--cream"], many: 9, far: 60 },
  find: { after: TURN, d: STAR, colours: ["--cheese", "--rim"], many: 8, far: 52 },
  push: { after: GO, d: CHIP, colours: ["--stone", "--sandstone", "--quiet"], many: 6, far: 40, drift: 22, shakes: true },
  fall: { after: TURN, d: DISC, colours: ["--sandstone", "--stone", "--quiet"], many: 10, far: 50, drift: -12 },
  toy: { after: FALL, d: STAR, colours: ["--rose", "--cheese", "--sky"], many: 9, far: 62 },
};
/** After which beat of the motion the sound of a kind begins; the others begin with it. @type {Record<string, number>} */
const HEARD = { turn: GO, tower: ACT, catch: ACT, cheese: FALL, find: GO, push: ACT, fall: TURN, toy: GO, last: SETTLE };
export const CONFETTI = ["--cheese", "--tomato", "--teal", "--violet", "--leaf", "--sky"];

/** Returns how long a sound waits for the motion, in milliseconds. @param {string} kind @param {Moving | null} step */
export const heard = (kind, step) => (step && kind in HEARD ? step.ends[HEARD[kind]] : 0);

/** @param {string} cls @returns {HTMLElement} */
function layer(cls) {
  const el = document.createElement("div");
  el.className = `staged ${cls}`;
  el.setAttribute("aria-hidden", "true");
  document.body.append(el);
  return el;
}

/** Adds a small piece of paper to a layer, at a point of the window.
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

/** @param {HTMLElement} on @param {typeof LOOKS[string]} look @param {DOMRect} at @param {number} wait @param {number} k how large @returns {Animation[]} */
function burst(on, look, at, wait, k) {
  const x = at.x + at.width / 2, y = at.y + at.height / 2, drift = k * (look.drift || 0), made = [];
  for (let i = 0; i < look.many; i++) {
    const way = (i / look.many) * 2 * Math.PI + 0.3, far = k * look.far * (0.7 + 0.15 * (i % 3)), dx = Math.cos(way) * far, dy = Math.sin(way) * far;
    const bit = piece(on, look.d, look.colours[i % look.colours.length], x, y, k * (look.d === STAR ? 1.2 : 1 + 0.35 * (i % 3)));
    made.push(film(bit, [{ transform: "scale(.2)", opacity: 0 }, { transform: `translate(${dx * 0.5}px,${dy * 0.5}px) scale(1.25)`, opacity: 1, offset: 0.2 }, { transform: `translate(${dx}px,${dy + drift * 0.4}px) scale(1)`, opacity: 1, offset: 0.55 }, { transform: `translate(${dx}px,${dy + drift}px) scale(.4) rotate(90deg)`, opacity: 0 }], 720, wait));
  }
  return made;
}

/** Shows a clock over a tower that strikes and disappears, with stars at the first stroke and a ring at each.
 * @param {HTMLElement} on @param {DOMRect} at @param {DOMRect} within @param {number} wait @param {number} k how large */
function strike(on, at, within, wait, k) {
  const size = k * Math.min(128, Math.max(90, at.width * 1.15)), x = at.x + at.width / 2, y = Math.max(within.y + size * 0.55, at.y - size * 0.3), made = [];
  for (const when of STRIKES) {
    const ring = document.createElement("span");
    ring.className = "ring";
    ring.style.cssText = `left:${x}px;top:${y}px;width:${190 * k}px;height:${190 * k}px`;
    on.append(ring);
    made.push(film(ring, [{ transform: "translate(-50%,-50%) scale(.3)", opacity: 0 }, { opacity: 0.9, offset: 0.08 }, { transform: "translate(-50%,-50%) scale(1)", opacity: 0 }], 480, wait + when));
  }
  made.push(...burst(on, LOOKS.tower, new DOMRect(x, y), wait + STRIKES[0], k));
  const clock = piece(on, "M0-9a9 9 0 1 1 0 18a9 9 0 1 1 0-18Z", "--cream", x, y, size / 24);
  clock.classList.add("clock");
  for (const [d, turns] of /** @type {[string, number][]} */ ([["M0-7.6v1.3M0 7.6v-1.3M-7.6 0h1.3M7.6 0h-1.3", 0], ["M0 0V-4", -60], ["M0 0V-6.4", -420]])) {
    const hand = document.createElementNS(SVG, "path");
    hand.setAttribute("d", d);
    hand.setAttribute("class", "hand");
    clock.append(hand);
    if (turns) made.push(film(hand, [{ transform: `rotate(${turns}deg)` }, { transform: "none" }], STRIKES[0] + 60, wait, "ease-in"));
  }
  /** @type {Keyframe[]} */
  const frames = [{ transform: "scale(.2)", opacity: 0 }, { transform: "scale(1.06)", opacity: 1, offset: 0.11 }];
  for (const [i, when] of STRIKES.entries()) frames.push({ transform: "none", offset: when / 1120 }, { transform: `rotate(${i % 2 ? 9 : -9}deg) scale(1.09)`, offset: (when + 60) / 1120 }, { transform: "none", offset: (when + 170) / 1120 });
  frames.push({ transform: "none", opacity: 1, offset: 0.86 }, { transform: "scale(.5)", opacity: 0 });
  made.push(film(clock, frames, 1120, wait, "linear"));
  return made;
}

/** Points fly to the plate of the player who gets them. @param {HTMLElement} on @param {DOMRect} at @param {DOMRect} to @param {number} worth @param {number} wait @param {number} k how large */
function fly(on, at, to, worth, wait, k) {
  const points = document.createElement("b");
  points.className = "points";
  points.textContent = `+${worth}`;
  points.style.cssText = `left:${at.x + at.width / 2}px;top:${at.y + at.height / 2}px;font-size:${1.8 * k}rem`;
  on.append(points);
  const x = to.right - Math.min(40, to.width / 2) - at.x - at.width / 2, y = to.y + to.height / 2 - at.y - at.height / 2, here = "translate(-50%,-50%)";
  return film(points, [{ transform: `${here} scale(.3)`, opacity: 0 }, { transform: `${here} scale(1.25)`, opacity: 1, offset: 0.2 }, { transform: `${here} scale(1.1)`, opacity: 1, offset: 0.45 }, { transform: `${here} translate(${x}px,${y}px) scale(.8)`, opacity: 1, offset: 0.9 }, { transform: `${here} translate(${x}px,${y}px) scale(1.1)`, opacity: 0 }], 900, wait, "ease-in-out");
}

/** A running animation over the board. It ends by itself, or at once on request.
 * @param {HTMLElement} on @param {Animation[]} running @returns {Moving} */
function playing(on, running) {
  const gone = () => on.remove(), ended = Promise.all(running.map((animation) => animation.finished.catch(() => undefined)));
  ended.then(gone);
  return { finished: ended, count: running.length, ends: [], finish() { for (const animation of running) animation.finish(); gone(); } };
}

/**
 * Plays the great moments of a position, each at its time within the motion. Returns null if there are none. `last` is
 * the text of the banner.
 * @param {HTMLElement} picture @param {Moment[]} moments @param {string} last @param {Moving | null} step
 * @returns {Moving | null}
 */
export function stage(picture, moments, last, step) {
  const great = moments.filter(([kind]) => LOOKS[kind] || kind === "last");
  if (!great.length) return null;
  const on = layer("moments"), within = picture.getBoundingClientRect(), k = Math.min(1.1, Math.max(0.6, within.width / 760));
  /** @type {Animation[]} */
  const running = [];
  for (const [kind, seat, id, worth] of great) {
    const place = (/** @type {string} */ name) => picture.querySelector(`[id="${CSS.escape(name)}"]`)?.getBoundingClientRect();
    const look = LOOKS[kind], at = id && place(id), plate = place(`plate-${seat}`), wait = step ? step.ends[look ? look.after : SETTLE] : 0;
    if (kind === "last") running.push(banner(on, picture, last, Math.min(300, wait)));
    else if (look.shakes) running.push(film(picture, [0, 4, -4, 3, -2, 0].map((x) => ({ transform: `translateX(${x}px)` })), 260, wait - 60));
    if (!look || !at || !at.width) continue;
    running.push(...(look.strikes ? strike(on, at, within, wait, k) : burst(on, look, at, wait, k)));
    if (plate && worth) running.push(fly(on, at, plate, worth, wait + 300, k));
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

/** Says something over the board for a moment; clicks go through it. @param {HTMLElement} picture @param {string} words @returns {Moving} */
export function announce(picture, words) {
  const on = layer("moments");
  return playing(on, [banner(on, picture, words, 0)]);
}

/**
 * Shows the end on a paper stage (panels.js): the curtain opens on the winners, under falling paper. A player who has
 * lost sees them by moonlight, and gets a cheese.
 * @param {HTMLElement} heads @param {string} title @param {string} more @returns {Moving}
 */
export function finale(heads, title, more) {
  const on = layer("finale"), card = document.createElement("div"), gift = heads.querySelector(".gift");
  card.className = "card";
  const [head, line] = ["strong", "span"].map((tag) => document.createElement(tag));
  head.textContent = title;
  line.textContent = more;
  card.append(heads, head, line);
  on.append(card);
  const running = [film(on, [{ opacity: 0 }, { opacity: 1, offset: 0.08 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], LONGEST, 0, "linear")];
  running.push(film(card, [{ transform: "scale(.7) translateY(30px)" }, { transform: "scale(1.03)", offset: 0.6 }, { transform: "none" }], 420, 0));
  [...heads.querySelectorAll(".face")].forEach((face, i) => running.push(film(face, [{ transform: "translateY(70%)" }, { transform: "translateY(-9%)", offset: 0.7 }, { transform: "none" }], 460, 260 + 90 * Math.min(i, 4))));
  if (gift) {
    running.push(film(gift, [{ transform: "translate(-90%,-20%) rotate(-20deg)", opacity: 0 }, { transform: "translate(-45%,-70%) rotate(-8deg)", opacity: 1, offset: 0.4 }, { transform: "none", opacity: 1 }], 620, 560));
    return playing(on, running);
  }
  for (const side of ["::before", "::after"]) running.push(heads.animate([{ width: "51%" }, { width: "51%", offset: 0.25 }, { width: "17%" }], { id: "moment", duration: 760, fill: "both", easing: "cubic-bezier(.3,.6,.3,1)", pseudoElement: side }));
  for (let i = 0; i < 36; i++) {
    const x = ((i * 61) % 100) / 100 * innerWidth, bit = piece(on, i % 3 ? BIT : STAR, CONFETTI[i % CONFETTI.length], x, -20, 1 + (i % 3) * 0.3);
    running.push(film(bit, [{ transform: "none" }, { transform: `translate(${(i % 7) * 14 - 42}px,${innerHeight * (0.55 + (i % 5) * 0.12)}px) rotate(${(i % 2 ? 1 : -1) * (200 + i * 20)}deg)` }], 1100 + (i % 5) * 140, 200 + (i % 6) * 40));
  }
  return playing(on, running);
}

/** Combines two animations that run at the same time. @param {Moving | null} a @param {Moving | null} b @returns {Moving | null} */
export function both(a, b) {
  if (!a || !b) return a || b;
  return { finished: Promise.all([a.finished, b.finished]), count: a.count + b.count, ends: a.ends, finish() { a.finish(); b.finish(); } };
}

/** Plays one animation after another. Skipping the first skips the second, too. @param {Moving | null} first @param {() => Moving} make @returns {Moving} */
export function followed(first, make) {
  if (!first) return make();
  /** @type {Moving | null} */
  let second = null;
  let ended = false;
  const finished = first.finished.then(() => { if (!ended) { second = make(); return second.finished; } return null; });
  return { finished, count: first.count + 1, ends: first.ends, finish() { ended = true; first.finish(); if (second) second.finish(); } };
}
