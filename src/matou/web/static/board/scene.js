// Puts a drawing on the page and animates the changes.

import { highlight, morph } from "./board.js";
import { place, prepare, stage } from "./fragments.js";
import * as motion from "./motion.js";

// If the window is wider than high, the page asks for the wide shape of a drawing (see style.css).
const landscape = matchMedia("(min-width: 1000px) and (min-aspect-ratio: 1/1), (max-height: 560px) and (min-aspect-ratio: 4/3)");
export const wide = () => landscape.matches;
/** @param {() => void} redraw */
export function reshaped(redraw) { landscape.addEventListener("change", redraw); }

// `changes` lead from the parts on the page to those of the drawing; without them all parts are replaced. Returns the
// running animation, or null.
/** @param {HTMLElement} picture @param {Sent & { highlights: Highlights }} drawing @param {Change[] | undefined} changes @param {boolean} animate @param {number} [speed] @returns {Moving | null} */
export function redraw(picture, drawing, changes, animate, speed = 1) {
  let svg = /** @type {SVGSVGElement | null} */ (picture.querySelector("svg.sheet"));
  if (!svg) { svg = stage(drawing); picture.replaceChildren(svg); }
  for (const ghost of svg.querySelectorAll(".ghost")) ghost.remove();
  const change = prepare(svg, changes || [[0, svg.parts.length, drawing.parts || []]]);
  const places = animate && change.pairs.length ? motion.before(svg, change) : null;
  if (drawing.box) sized(picture, svg, drawing.box);
  place(svg, change);
  morph(svg, change.pairs);
  for (const el of change.gone) el.remove();
  highlight(svg, drawing.highlights);
  const step = places && motion.play(svg, places, change, speed);
  return step && step.count ? step : null;
}

/** @param {HTMLElement} picture @param {SVGSVGElement} svg @param {string} box */
function sized(picture, svg, box) {
  const [, , wide, high] = box.split(" ").map(Number);
  picture.style.setProperty("--ratio", String(wide / high));
  svg.setAttribute("viewBox", box);
}
