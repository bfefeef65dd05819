// The rule book in a drawer. It opens at the rule for the current decision, and is fetched on first use.

import { $, make, on, say } from "../tables/panels.js";
import { address } from "../tables/server.js";

const root = $("table");
const wide = matchMedia("(min-width: 801px)");
/** @type {HTMLDialogElement | null} */
let drawer = null;
/** @type {HTMLElement | null} */
let opener = null;

async function fetched() {
  if (drawer) return drawer;
  const link = make("link", { rel: "stylesheet", href: new URL("./lessons.css", import.meta.url).href });
  const styled = document.querySelector("link[href$='/learn.css']") ? null : new Promise((done) => { link.onload = link.onerror = () => done(null); });
  if (styled) document.head.append(link);
  const answer = await fetch(address(`/rules/${root.dataset.book}/drawer`));
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  await styled;
  drawer = make("dialog", { class: "drawer", "aria-labelledby": "drawer-title" }, ...page.body.childNodes);
  drawer.addEventListener("close", closed);
  drawer.addEventListener("click", (event) => {
    if (event.target === drawer || on(event).closest("[data-close]")) drawer?.close();
  });
  document.body.append(drawer);
  return drawer;
}

// Returns the rule to open: the one that was clicked, else that of the last refusal, else that of the current decision.
/** @param {string | undefined} asked */
function wanted(asked) {
  const refused = /** @type {HTMLElement | null} */ (document.querySelector("#says:not([hidden]) [data-rule]"));
  return asked || (refused && refused.dataset.rule) || root.dataset.rule || "";
}

/** @param {string | undefined} asked @param {HTMLElement} from */
async function open(asked, from) {
  const number = wanted(asked);
  let drawer;
  try { drawer = await fetched(); } catch {
    const box = $("says");
    box.textContent = say("NO_BOOK");
    box.hidden = false;
    return;
  }
  if (!drawer.contains(from)) opener = from;
  // Beside the board if there is room, so that both can be used, else over it.
  if (!drawer.open) { if (wide.matches) drawer.show(); else drawer.showModal(); }
  mark();
  const rule = /** @type {HTMLElement | null} */ (drawer.querySelector(`[data-number="${CSS.escape(number)}"]`));
  if (!rule) { /** @type {HTMLElement | null} */ (drawer.querySelector("[data-close]"))?.focus(); return; }
  for (const other of drawer.querySelectorAll(".rule.here")) other.classList.remove("here");
  rule.classList.add("here");
  rule.focus({ preventScroll: true });
  const pages = drawer.querySelector(".pages");
  if (pages) pages.scrollTop += rule.getBoundingClientRect().top - pages.getBoundingClientRect().top - 12;
}

function closed() {
  if (opener && opener.isConnected) opener.focus();
  else $("board").focus({ preventScroll: true });
  opener = null;
}

// Moves the mark when the game goes on while somebody reads, without scrolling.
function mark() {
  if (!drawer) return;
  for (const badge of drawer.querySelectorAll(".badge")) badge.remove();
  const rule = drawer.querySelector(`[data-number="${CSS.escape(root.dataset.rule || "")}"] .num`);
  if (rule) rule.append(make("span", { class: "badge" }, say("MATTERS_NOW")));
}

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement | null} */ (on(event).closest("[data-rule]"));
  if (!link || link === root || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open(link.dataset.rule, link);
});
// Runs before the board's handler: Escape first drops an unfinished choice, then closes the drawer.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && drawer && drawer.open && !document.querySelector(".narrowing")) {
    event.preventDefault();
    drawer.close();
  }
}, true);
new MutationObserver(mark).observe(root, { attributes: true, attributeFilter: ["data-rule"] });
