// Single keys for what the page offers beside the board, and the dialog that lists them. They
// rest while somebody types, and can be switched off: those who speak to their machine may
// say any letter.

import { $ } from "./panels.js";

const typing = (el) => el.isContentEditable || el.matches("input:not([type=radio], [type=checkbox]), textarea, select");

export function shortcuts(on, { board, again, standing }) {
  const press = (id) => () => { if (!$(id).hidden) $(id).click(); };
  const unfold = (id, inside) => () => {
    const box = $(id);
    if (box.hidden) return;
    box.open = true;
    // What unfolds may be filled only then.
    setTimeout(() => (inside(box) || box.querySelector("summary")).focus());
  };
  const keys = {
    b: board,
    u: press("undo"),
    h: press("hint"),
    m: unfold("moves-box", (box) => box.querySelector("#moves button")),
    l: unfold("log-box", () => $("log")),
    c: unfold("chat-box", (box) => box.querySelector("#say input")),
    r: () => { const door = document.querySelector(".rules-door"); if (door) door.click(); },
    w: unfold("told-box", () => $("told")),
    a: again,
    s: standing,
    "?": help,
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (typing(event.target) || document.querySelector("dialog:modal")) return;
    const act = keys[event.key.toLowerCase()];
    if (!act || !on()) return;
    event.preventDefault();
    act();
  });
  for (const button of document.querySelectorAll("[data-help]")) button.onclick = help;
}

function help() { $("help").showModal(); }
