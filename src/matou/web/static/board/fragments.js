// The parts of a drawing on the page: which elements change, appear and disappear.

const SVG = "http://www.w3.org/2000/svg";

// What drawings are made of. Another person's page may send them (page/static/friends), so links, scripts, styles and
// HTML are left out.
const SHAPES = "svg,g,path,rect,circle,ellipse,line,polygon,polyline,text,tspan,title,desc,defs,use,clipPath,mask,pattern,linearGradient,radialGradient,stop";

// Returns the elements for lists of parts, one for each part. Parses all of them as one document, because parsing
// many documents is slower.
/** @param {string[][]} lists @returns {SVGGraphicsElement[][]} */
function read(lists) {
  if (!lists.some((parts) => parts.length)) return lists.map(() => []);
  const drawn = lists.map((parts) => `<g>${parts.join("")}</g>`).join("");
  const made = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${drawn}</svg>`, "image/svg+xml").documentElement;
  for (const foreign of made.querySelectorAll(`:not(${SHAPES})`)) foreign.remove();
  return lists.map((_, i) => (made.localName === "svg" ? /** @type {SVGGraphicsElement[]} */ ([...made.children[i].children]) : []));
}

// Outlines that were received once. Later messages only name them, as in play/wire.py.
/** @type {Map<string, string>} */
const runs = new Map();

/** @param {string[]} parts */
const spelled = (parts) => parts.map((part) => part.replace(/<s k="([^"]*)"\/>/g, (_, name) => runs.get(name) ?? ""));

// Returns the parts of a received drawing with all outlines filled in.
/** @param {Sent} message */
export function spellOut(message) {
  for (const [name, run] of Object.entries(message.symbols || {})) runs.set(name, run);
  if (message.parts) message.parts = spelled(message.parts);
  for (const change of message.patch || []) change[2] = spelled(change[2]);
}

// Returns a received drawing in full, even if it was sent as changes to another one.
/** @template {Sent} T @param {T} drawing @param {Drawing} [base] @returns {T & Drawing} */
export function unfold(drawing, base) {
  spellOut(drawing);
  if (drawing.parts || !base) return /** @type {T & Drawing} */ (drawing);
  const parts = [...base.parts];
  for (const [place, gone, coming] of [...(drawing.patch || [])].reverse()) parts.splice(place, gone, ...coming);
  return { ...base, ...drawing, parts };
}

// Returns the difference between two lists of parts: one change from the first that differs to the last.
/** @param {string[]} old @param {string[]} fresh @returns {Change[]} */
export function difference(old, fresh) {
  if (old.length === fresh.length) {
    /** @type {Change[]} */
    const changes = [];
    fresh.forEach((part, i) => { if (part !== old[i]) changes.push([i, 1, [part]]); });
    return changes;
  }
  let head = 0, tail = 0;
  const room = Math.min(old.length, fresh.length);
  while (head < room && old[head] === fresh[head]) head += 1;
  while (tail < room - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  return [[head, old.length - head - tail, fresh.slice(head, fresh.length - tail)]];
}

// Returns the id of a part, or the first id inside it.
/** @param {Element} el */
function name(el) {
  const named = el.id ? el : el.querySelector("[id]");
  return named ? named.id : "";
}

// Returns an empty SVG for the first drawing on a page.
/** @param {Sent} message */
export function stage(message) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "sheet");
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", message.title || "");
  if (message.ground) {
    const ground = document.createElementNS(SVG, "rect");
    for (const [key, value] of [["width", "100%"], ["height", "100%"], ["fill", message.ground]]) ground.setAttribute(key, value);
    svg.append(ground);
  }
  svg.parts = [];
  return svg;
}

// A change is [index, number of removed parts, new parts]. Returns the pairs [element on the page, its fresh
// version] to update, and the elements of all parts afterwards.
/** @param {SVGSVGElement} svg @param {Change[]} changes @returns {Taken} */
export function prepare(svg, changes) {
  /** @type {Taken} */
  const { pairs, next, gone } = { pairs: [], next: [], gone: [] };
  const drawn = read(changes.map(([, , coming]) => coming));
  let at = 0;
  changes.forEach(([place, going, coming], k) => {
    while (at < place) next.push(svg.parts[at++]);
    /** @type {(SVGGraphicsElement | null)[]} */
    const old = svg.parts.slice(at, at + going);
    at += going;
    drawn[k].forEach((fresh, i) => {
      const own = name(fresh);
      const alike = (/** @type {Element | null | undefined} */ some) => (some ? name(some) === own : false);
      const same = going === coming.length && alike(old[i]) ? i : own ? old.findIndex(alike) : -1;
      let el = old[same] || null;
      if (el && el.localName !== fresh.localName) el = null;
      if (el) old[same] = null;
      else { el = svg.ownerDocument.importNode(fresh, false); el.fresh = true; }
      pairs.push([el, fresh]);
      next.push(el);
    });
    for (const el of old) if (el) { gone.push(el); pairs.push([el, /** @type {Element} */ (el.cloneNode(false))]); }
  });
  while (at < svg.parts.length) next.push(svg.parts[at++]);
  return { pairs, next, gone };
}

// Inserts new elements, before the pairs are updated.
/** @param {SVGSVGElement} svg @param {Taken} change */
export function place(svg, { next }) {
  /** @type {Element | null} */
  let after = null;
  for (let i = next.length - 1; i >= 0; after = next[i--]) {
    if (next[i].fresh || next[i].nextElementSibling !== after) svg.insertBefore(next[i], after);
    delete next[i].fresh;
  }
  svg.parts = next;
}
