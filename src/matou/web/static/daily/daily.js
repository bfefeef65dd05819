// Shares results of the cats of the day.

import { fetched, share } from "../pages/share.js";

/** @param {HTMLButtonElement} button @param {() => Promise<Blob | null>} draw */
export function shares(button, draw) {
  button.onclick = async () => {
    const line = await share({ text: button.dataset.text || "" }, draw, () => { button.textContent = button.dataset.done || ""; });
    if (line) prompt("", line);
  };
}

for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("button[data-picture]"))) shares(button, () => fetched(button.dataset.picture || ""));
