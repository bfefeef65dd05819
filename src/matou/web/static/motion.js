// Motion: what changed between two drawings is seen to change. One step after another.

const EASE = "cubic-bezier(.3,.1,.2,1)";
export const SLIDE = 360, APPEAR = 260, VANISH = 240, TURN = 320;

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
let wanted = true;
export function setMotion(on) { wanted = on; }
export function moving() { return wanted && !reduced.matches && document.visibilityState === "visible"; }

// Where everything named stands before a change, in the drawing's own measure.
export function before(svg, change) {
  const places = new Map();
  const back = svg.getScreenCTM().inverse();
  const stays = new Set();
  for (const [, fresh] of change.pairs) for (const el of groups(fresh)) stays.add(el.id);
  for (const [old] of change.pairs) {
    for (const el of groups(old)) {
      const ctm = el.getScreenCTM();
      if (ctm) places.set(el.id, { ctm: back.multiply(ctm), parent: named(el), look: look(el), el, copy: null });
    }
  }
  // Copies of what is about to vanish.
  for (const [id, place] of places) {
    if (stays.has(id) || (places.has(place.parent) && !stays.has(place.parent))) continue;
    place.copy = place.el.cloneNode(true);
    place.box = place.el.getBoundingClientRect();
  }
  return places;
}

function groups(el) {
  const inside = [...el.querySelectorAll("g[id]")];
  return el.id && el.localName === "g" ? [el, ...inside] : inside;
}

function named(el) {
  const up = el.parentElement && el.parentElement.closest("g[id]");
  return up ? up.id : "";
}

// What an element itself shows, without what is named inside it and what only says "you may".
function look(el) {
  let out = "";
  for (const child of el.children) {
    if (child.id || child.classList.contains("glow") || child.classList.contains("last")) continue;
    out += child.children.length && child.querySelector("[id]") ? child.localName + look(child) : child.outerHTML;
  }
  return out;
}

// Play the difference; `finished` resolves when it has been seen, `finish` ends it at once.
// The more there is still to be shown, the faster it goes.
export function play(svg, places, change, speed) {
  const running = [];
  const root = svg.getScreenCTM();
  if (!root) return { finished: Promise.resolve(), count: 0, finish() {} };
  const back = root.inverse();
  const now = new Map();
  for (const [part] of change.pairs) {
    if (!part.isConnected) continue;
    for (const el of groups(part)) {
      const ctm = el.getScreenCTM();
      if (ctm && !el.closest("defs")) now.set(el.id, { ctm: back.multiply(ctm), el, parent: named(el) });
    }
  }
  const board = svg.getBoundingClientRect();
  const fresh = [], changed = [], gone = [];
  for (const [id, place] of now) {
    const was = places.get(id);
    if (!was) {
      if (!place.parent || places.has(place.parent)) fresh.push(place.el);
      continue;
    }
    const kept = place.parent === was.parent && now.has(place.parent);
    const rel = kept
      ? local(now.get(place.parent).ctm, place.ctm).inverse().multiply(local(places.get(was.parent).ctm, was.ctm))
      : place.ctm.inverse().multiply(was.ctm);
    if (!still(rel)) running.push(slide(place.el, rel));
    else if (was.look !== look(place.el) && small(place.el, board)) changed.push(place.el);
  }
  for (const [id, was] of places) if (!now.has(id) && was.copy) gone.push(was);
  // A drawing may bring motion of its own (a line that slides as one).
  const own = svg.getAnimations({ subtree: true }).filter((a) => a instanceof CSSAnimation && Number.isFinite(a.effect.getComputedTiming().endTime));
  running.push(...own);
  const busy = (el) => own.some((a) => el.contains(a.effect.target));
  // What vanishes here and comes up there has flown; else it came from what changed its face.
  const from = (gone.length ? gone.map((was) => was.box) : changed.map((el) => el.getBoundingClientRect())).filter((box) => box.width > 0);
  fresh.forEach((el, i) => running.push(from.length && fresh.length <= 4 ? fly(el, from[Math.min(i, from.length - 1)]) : appear(el)));
  for (const el of changed) if (!busy(el)) running.push(turn(el));
  for (const was of gone) running.push(vanish(svg, was.copy, was.ctm));
  const animations = running.filter(Boolean);
  if (speed !== 1) for (const a of animations) a.updatePlaybackRate(speed);
  const finished = Promise.all(animations.map((a) => a.finished.catch(() => {})));
  return { finished, count: animations.length, finish() { for (const a of animations) { try { a.finish(); } catch { /* over */ } } } };
}

function local(parent, child) { return parent.inverse().multiply(child); }

function still(m) {
  return Math.abs(m.a - 1) < 0.004 && Math.abs(m.d - 1) < 0.004 && Math.abs(m.b) < 0.004 && Math.abs(m.c) < 0.004 && Math.abs(m.e) < 0.6 && Math.abs(m.f) < 0.6;
}

function small(el, board) {
  const box = el.getBoundingClientRect();
  return box.width > 2 && box.width * box.height < board.width * board.height * 0.06;
}

function css(m) { return `matrix(${m.a},${m.b},${m.c},${m.d},${m.e},${m.f})`; }

function slide(el, rel) {
  const far = Math.hypot(rel.e, rel.f);
  const duration = Math.min(420, Math.max(180, 160 + far * 0.5));
  return el.animate([{ transform: css(rel) }, { transform: "matrix(1,0,0,1,0,0)" }], { duration, easing: EASE, composite: "add" });
}

function about(el) {
  try {
    const box = el.getBBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  } catch { return [0, 0]; }
}

function scaled(x, y, sx, sy, turnBy = 0) {
  return `translate(${x}px,${y}px) rotate(${turnBy}deg) scale(${sx},${sy}) translate(${-x}px,${-y}px)`;
}

function appear(el) {
  const [x, y] = about(el);
  return el.animate(
    [{ opacity: 0, transform: scaled(x, y, 0.6, 0.6) }, { opacity: 1, transform: scaled(x, y, 1, 1) }],
    { duration: APPEAR, easing: EASE, composite: "add" },
  );
}

function fly(el, from) {
  const ctm = el.getScreenCTM(), box = el.getBoundingClientRect();
  const back = ctm.inverse();
  const dx = from.x + from.width / 2 - box.x - box.width / 2, dy = from.y + from.height / 2 - box.y - box.height / 2;
  const x = back.a * dx + back.c * dy, y = back.b * dx + back.d * dy;
  const lift = -14 * Math.hypot(back.a, back.b);
  return el.animate(
    [{ opacity: 0.4, transform: `translate(${x}px,${y}px)` }, { opacity: 1, offset: 0.5, transform: `translate(${x * 0.4}px,${y * 0.4 + lift}px)` }, { opacity: 1, transform: "translate(0px,0px)" }],
    { duration: 420, easing: EASE, composite: "add" },
  );
}

// A tile turns over, a die tumbles: the same thing in place, with another face.
function turn(el) {
  const [x, y] = about(el);
  if (el.closest("[id^=die]")) {
    return el.animate(
      [0, 0.25, 0.5, 0.75, 1].map((t, i) => ({ offset: t, transform: scaled(x, y, 1 + 0.25 * Math.sin(Math.PI * t), 1 + 0.25 * Math.sin(Math.PI * t), i === 4 ? 0 : 360 * (t - 1)) })),
      { duration: 420, easing: EASE, composite: "add" },
    );
  }
  return el.animate(
    [{ transform: scaled(x, y, 0.05, 1) }, { transform: scaled(x, y, 1, 1) }],
    { duration: TURN, easing: EASE, composite: "add" },
  );
}

function vanish(svg, copy, place) {
  for (const el of [copy, ...copy.querySelectorAll("[id]")]) el.removeAttribute("id");
  for (const el of [copy, ...copy.querySelectorAll(".hot")]) el.classList.remove("hot");
  copy.setAttribute("transform", css(place));
  copy.setAttribute("class", "ghost");
  svg.append(copy);
  const [x, y] = about(copy);
  const animation = copy.animate(
    [{ opacity: 1, transform: scaled(x, y, 1, 1) }, { opacity: 0, transform: scaled(x, y, 0.55, 0.55) }],
    { duration: VANISH, easing: EASE, composite: "add" },
  );
  animation.finished.then(() => copy.remove(), () => copy.remove());
  return animation;
}
