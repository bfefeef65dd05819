// Places choices and refusals beside the clicked element: inside the window, never over that element, and
// if there is room not over anything that may be clicked or read next. On a phone the box slides in from
// the bottom, or from the top if the clicked element is at the bottom. The board does not move.

const GAP = 10; // pixels from the clicked element
const EDGE = 8; // and from the edge of the window
const STEP = 16; // pixels between two candidate positions
const DEAR = 0.05; // cost of covering one pixel of a clickable element, in pixels of distance

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
    addEventListener("click", (event) => this.clicked(event), true);
    addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") this.clicked(event); }, true);
    addEventListener("scroll", () => this.place(), { passive: true });
    addEventListener("resize", () => this.place());
    new ResizeObserver(() => requestAnimationFrame(() => this.place())).observe(box); // placed, it may be another size
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
    const { box } = this, wide = box.offsetWidth, high = box.offsetHeight;
    if (!wide || !high) return;
    const anchor = this.anchor();
    box.classList.toggle("above", phone.matches && anchor.bottom > innerHeight - high - GAP && anchor.top > high);
    if (phone.matches) { box.style.left = box.style.top = ""; return; }
    const { x, y } = this.best(anchor, wide, high);
    box.style.left = `${x}px`;
    box.style.top = `${y}px`;
  }

  /** @param {Side} anchor @param {number} wide @param {number} high */
  best(anchor, wide, high) {
    const drawer = document.querySelector(".drawer[open]");
    const most = (drawer ? drawer.getBoundingClientRect().left : innerWidth) - wide - EDGE;
    const free = [...this.picture.querySelectorAll(".highlighted"), ...document.querySelectorAll("#prompt, .tools, #clocks")];
    return spot(anchor, wide, high, free, DEAR, most);
  }
}

/** Returns where a box stands close to an element without covering it, and covers least of others.
 * @param {Side} anchor @param {number} wide @param {number} high @param {Element[]} free @param {number} price of a covered pixel, in pixels of distance @param {number} [most] */
export function spot(anchor, wide, high, free, price, most = innerWidth - wide - EDGE) {
  const others = free.map((el) => el.getBoundingClientRect());
  let best = { x: EDGE, y: EDGE }, low = Infinity;
  for (const x of places(most, anchor.left - wide - GAP, anchor.right + GAP)) {
    for (const y of places(innerHeight - high - EDGE, anchor.top - high - GAP, anchor.bottom + GAP)) {
      const here = { left: x, top: y, right: x + wide, bottom: y + high };
      if (covered(here, anchor)) continue;
      let cost = away(here, anchor);
      for (const other of others) { if (cost >= low) break; cost += price * covered(here, other); }
      if (cost < low) { low = cost; best = { x, y }; }
    }
  }
  return best;
}

// Returns candidate positions along one side of the window: evenly spaced, and close to the clicked element.
/** @param {number} most @param {...number} close */
function places(most, ...close) {
  const found = close.filter((v) => v >= EDGE && v <= most);
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
