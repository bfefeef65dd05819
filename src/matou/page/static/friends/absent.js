// Says that a draw waits for players who are away, and offers to go on without their pages.

import { make, say } from "../tables/panels.js";

const box = /** @type {HTMLElement} */ (document.getElementById("absent"));

/** @param {number[]} seats @param {string[]} names @param {(seat: number) => void} agree */
export function absent(seats, names, agree) {
  box.hidden = !seats.length;
  box.replaceChildren(...seats.map((seat) => {
    const name = names[seat], button = make("button", { type: "button", class: "small", onclick: () => { button.disabled = true; agree(seat); } }, say("WITHOUT", { name }));
    return make("span", {}, say("DRAW_WAITS", { name }), " ", button);
  }));
}
