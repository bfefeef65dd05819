// Places choices and refusals beside the clicked element: inside the window, never over that element, and if there is
// room not over the question, nor over anything that may be chosen next. On a phone the box is as wide as the window
// and as far down as these allow. The board does not move.

const GAP = 10; // pixels from the clicked element
const EDGE = 8; // and from the edge of the window
const STEP = 16; // pixels between two candidate positions
// Costs of covering one pixel, in pixels of distance.
const DEAR = 1; // of the question and of what answers it
const CLICKABLE = 0.05; // of what else may be clicked
const CLIMB = 0.5; // cost of a pixel further up on a phone

const phone = matchMedia("(max-width: 600px) and (max-aspect-ratio: 1/1)");

export class Beside {
  /** @param {HTMLElement} box @param {HTMLElement} picture */
  constructor(box, picture) {
    this.box = box;
    this.picture = picture;
    /** @type {Element | null} */
    this.on = null; // the clicked element
    /** @type {Point | null} */
    this.at = null; // where it was clicked, by touch or mouse
    this.onBoard = false; // can the choices also be made on the board?
    addEventListener("click", (event) => this.clicked(event), true);
    addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") this.clicked(event); }, true);
    addEventListener("scroll", () => this.place(), { passive: true });
    addEventListener("resize", () => this.place());
    new ResizeObserver(() => requestAnimationFrame(() => this.place())).observe(box); // placed, it may be another size
    new MutationObserver(() => this.place()).observe(document.body, { childList: true }); // bubbles come and go
  }

  /** @param {Event} event */
  clicked(event) {
    const what = /** @type {Element} */ (event.target);
    if (this.box.contains(what)) return;
    this.on = what;
    this.at = event instanceof MouseEvent && event.detail ? { x: event.clientX, y: event.clientY } : null;
  }

  // A message can be about another element than the clicked one.
  /** @param {Element | null} el */
  about(el) { if (el) { this.on = el; this.at = null; } }

  // Messages about events appear at the board, not at an earlier click.
  unasked() { this.on = this.at = null; }

  // Returns the box of the smallest named element that was clicked, or only the spot if that is too large to avoid.
  anchor() {
    /** @type {Element} */
    let el = this.on && this.on.getClientRects().length ? this.on : this.picture; // the clicked element may be gone or hidden
    if (this.picture.contains(el)) el = el.closest(".highlighted, [id]") || el;
    const { left, top, right, bottom } = el.getBoundingClientRect();
    const large = right - left > innerWidth * 0.4 || bottom - top > innerHeight * 0.4;
    if (!large) return { left, top, right, bottom };
    const { x, y } = this.at || { x: (left + right) / 2, y: (top + bottom) / 2 };
    return { left: x - 22, top: y - 22, right: x + 22, bottom: y + 22 };
  }

  place() {
    const { box } = this;
    box.classList.remove("brief");
    if (!this.put() || !this.onBoard) return;
    // The list would cover the board, which shows the same choices.
    box.classList.add("brief");
    this.put();
  }

  // Returns whether the box covers an answer or, on a phone, stands over the board and not at the bottom.
  put() {
    const { box } = this, wide = box.offsetWidth, high = Math.ceil(box.getBoundingClientRect().height);
    if (!wide || !high) return false;
    const anchor = this.anchor(), costs = this.costs(), drawer = document.querySelector(".drawer[open]");
    const most = (drawer ? drawer.getBoundingClientRect().left : innerWidth) - wide - EDGE;
    const narrowing = this.picture.matches(".narrowing");
    const { x, y } = phone.matches ? lowest(high, [[[anchor], DEAR], ...costs.slice(0, narrowing ? 1 : 2)]) : spot(anchor, wide, high, costs, most);
    const sheet = phone.matches && y + high >= innerHeight;
    box.classList.toggle("sheet", sheet);
    box.style.left = `${x}px`;
    box.style.top = `${y}px`;
    return phone.matches ? !sheet : price({ left: x, top: y, right: x + wide, bottom: y + high }, costs.slice(0, 1)) > 0;
  }

  // What is better not covered: the question with its buttons, what may be chosen next or is hinted at, and what else
  // may be clicked.
  /** @returns {Costs} */
  costs() {
    const chosen = this.picture.matches(".narrowing") ? ".highlighted:not(.rest), .hinted" : ".hinted";
    return [[boxes(...this.picture.querySelectorAll(chosen), ...document.querySelectorAll("#prompt, .tools, #clocks, .bubble")), DEAR],
      [boxes(...this.picture.querySelectorAll(".highlighted")), CLICKABLE]];
  }
}

/** Boxes, and the cost of covering a pixel of them. @typedef {[Side[], number][]} Costs */

/** @param {...Element} all */
export const boxes = (...all) => all.map((el) => el.getBoundingClientRect());

/** Returns how far down a box as wide as the window stands, so that it covers least of others. @param {number} high @param {Costs} costs */
function lowest(high, costs) {
  const most = innerHeight - high;
  let best = most, low = Infinity;
  for (let y = most; y >= 0; y -= 4) {
    const cost = (most - y) * CLIMB + price({ left: 0, top: y - EDGE, right: innerWidth, bottom: y + high + EDGE }, costs, low);
    if (cost < low) { low = cost; best = y; }
  }
  return { x: 0, y: best };
}

/** @param {Side} here @param {Costs} costs @param {number} [most] above which it does not matter */
function price(here, costs, most = Infinity) {
  let sum = 0;
  for (const [others, each] of costs) for (const other of others) { if (sum >= most) return sum; sum += each * covered(here, other); }
  return sum;
}

/** Returns where a box stands close to another without covering it, and covers least of others.
 * @param {Side} anchor @param {number} wide @param {number} high @param {Costs} costs @param {number} [most] */
export function spot(anchor, wide, high, costs, most = innerWidth - wide - EDGE) {
  let best = { x: EDGE, y: EDGE }, low = Infinity;
  for (const x of places(most, anchor.left - wide - GAP, anchor.right + GAP)) {
    for (const y of places(innerHeight - high - EDGE, anchor.top - high - GAP, anchor.bottom + GAP)) {
      const here = { left: x, top: y, right: x + wide, bottom: y + high };
      if (covered(here, anchor)) continue;
      const near = away(here, anchor), cost = near + price(here, costs, low - near);
      if (cost < low) { low = cost; best = { x, y }; }
    }
  }
  return best;
}

// Returns candidate positions along one side of the window: evenly spaced, at its end, and close to the clicked element.
/** @param {number} most @param {...number} close */
function places(most, ...close) {
  const found = [...close, most].filter((v) => v >= EDGE && v <= most);
  for (let v = EDGE; v <= most; v += STEP) found.push(v);
  return found.length ? found : [EDGE];
}

/** @param {Side} a @param {Side} b */
function covered(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}

// Returns the distance between two boxes, plus a little if their centres are not aligned.
/** @param {Side} a @param {Side} b */
function away(a, b) {
  const x = Math.max(0, a.left - b.right, b.left - a.right), y = Math.max(0, a.top - b.bottom, b.top - a.bottom);
  const aside = Math.hypot(a.left + a.right - b.left - b.right, a.top + a.bottom - b.top - b.bottom) / 2;
  return Math.hypot(x, y) + 0.15 * aside;
}
