// Which parts of a drawing changed: the smallest named groups that hold every change, so that
// only those are read and taken over.

const SVG = "http://www.w3.org/2000/svg";
const NAMED = /^g (?:[^>]* )?id="([^"]+)"/;

export function parse(text) {
  const made = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return made.localName === "svg" ? made : null;
}

// A drawing is kept cut up at every "<". A change is [place, how many go, what comes].
export function apply(parts, changes) {
  const made = [];
  let at = 0;
  for (const [place, gone, come] of changes) {
    for (; at < place; at++) made.push(parts[at]);
    for (const part of come) made.push(part);
    at += gone;
  }
  for (; at < parts.length; at++) made.push(parts[at]);
  return made;
}

// The named groups open at `from` that stay open until `to`, outermost first: [id, start].
function around(parts, from, to) {
  const open = [];
  for (let i = 1; i < from; i++) step(parts[i], i, open);
  const kept = open.slice();
  let least = open.length;
  for (let i = from; i < to; i++) { step(parts[i], i, open); least = Math.min(least, open.length); }
  return kept.slice(0, least).filter(([id]) => id);
}

function step(part, i, open) {
  if (part[0] === "/") open.pop();
  else if (!part.slice(0, part.indexOf(">") + 1).endsWith("/>")) open.push([(NAMED.exec(part) || [])[1], i]);
}

function end(parts, start) {
  let depth = 0;
  for (let i = start; i < parts.length; i++) {
    if (parts[i][0] === "/") depth -= 1;
    else if (!parts[i].slice(0, parts[i].indexOf(">") + 1).endsWith("/>")) depth += 1;
    if (depth === 0) return i;
  }
  return -1;
}

// [[element on the page, the same afresh]…]; null where all of it must be read.
export function changed(svg, old, fresh, changes) {
  const found = new Map();
  let shift = 0;
  for (const [place, gone, come] of changes) {
    const now = around(fresh, place + shift, place + shift + come.length);
    const was = new Set(around(old, place, place + gone).map(([id]) => id));
    shift += come.length - gone;
    const group = now.filter(([id]) => was.has(id)).pop();
    if (!group) return null;
    found.set(group[0], group[1]);
  }
  let pairs = [];
  for (const [id, start] of found) {
    const el = svg.querySelector(`[id="${CSS.escape(id)}"]`);
    const stop = end(fresh, start);
    if (!el || stop < 0) return null;
    const made = parse(`<svg xmlns="${SVG}"><${fresh.slice(start, stop).join("<")}</g></svg>`);
    if (!made || !made.firstElementChild || made.firstElementChild.id !== id) return null;
    pairs.push([el, made.firstElementChild]);
  }
  pairs = pairs.filter(([el]) => !pairs.some(([other]) => other !== el && other.contains(el)));
  return pairs;
}
