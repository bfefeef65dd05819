// Says that a draw waits for players who are away. Once the game has begun, the others can go on without their pages.

import { make, say } from "../tables/panels.js";

const box = /** @type {HTMLElement} */ (document.getElementById("absent"));

/** @param {{ seats: number[], begun: boolean }} message @param {string[]} names @param {(seat: number) => void} agree */
export function absent({ seats, begun }, names, agree) {
  box.hidden = !seats.length;
  box.replaceChildren(...seats.flatMap((seat) => {
    const name = names[seat], button = make("button", { type: "button", class: "small", onclick: () => { button.disabled = true; agree(seat); } }, say("WITHOUT", { name }));
    return [make("span", {}, say("DRAW_WAITS", { name })), begun ? button : ""];
  }));
}
