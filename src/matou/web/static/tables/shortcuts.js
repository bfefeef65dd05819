// Single-key shortcuts for the panels beside the board, and the dialog that lists them. They are inactive while
// somebody types, and can be switched off, because speech input may produce any letter.

import { $, open } from "./panels.js";

/** @param {HTMLElement} el */
const typing = (el) => el.isContentEditable || el.matches("input:not([type=radio], [type=checkbox]), textarea, select");

/** @param {() => boolean} on @param {{ board(): void, again(): void, standing(): void }} does */
export function shortcuts(on, { board, again, standing }) {
  /** @param {string} id */
  const press = (id) => () => { if (!$(id).hidden) $(id).click(); };
  /** @param {"moves-box" | "log-box" | "chat-box" | "board-text-box"} id @param {(box: HTMLElement) => HTMLElement | null} inside */
  const unfold = (id, inside) => () => {
    const box = $(id);
    if (box.hidden) return;
    open(box);
    // A panel may get its content only when it opens.
    setTimeout(() => (inside(box) || box.querySelector("summary"))?.focus());
  };
  /** @type {Record<string, () => void>} */
  const keys = {
    b: board,
    u: press("undo"),
    h: press("hint"),
    m: unfold("moves-box", (box) => box.querySelector("#moves button")),
    l: unfold("log-box", () => $("log")),
    c: unfold("chat-box", (box) => box.querySelector("#say input")),
    r: () => { /** @type {HTMLElement | null} */ (document.querySelector(".rules-door"))?.click(); },
    w: unfold("board-text-box", () => $("board-text")),
    a: again,
    s: standing,
    "?": help,
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (typing(/** @type {HTMLElement} */ (event.target)) || document.querySelector("dialog:modal")) return;
    const act = keys[event.key.toLowerCase()];
    if (!act || !on()) return;
    event.preventDefault();
    act();
  });
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-help]"))) button.onclick = help;
}

function help() { $("help").showModal(); }
