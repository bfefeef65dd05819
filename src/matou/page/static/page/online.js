// Moves a game from this page to the site it came from, to play on there.

import { ask, table, tableFound } from "../tables/server.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("online"));
const box = /** @type {HTMLDetailsElement} */ (form.closest("details"));
const part = (/** @type {string} */ what) => /** @type {any} */ (form.querySelector(what));
const others = (/** @type {string} */ seats) => seats.split("me:").length > 2;

tableFound.then(() => { box.hidden = false; }); // without this script or a table, the form would be useless
box.ontoggle = async () => {
  const { seats } = await ask("online", { table });
  part(".check").hidden = !others(seats);
};

form.onsubmit = async (event) => {
  event.preventDefault();
  const { record, origins, seats, hints } = await ask("online", { table });
  // The first person at this screen keeps the seat; the others can join by a link.
  const first = seats.indexOf("me:") + 1;
  const sitting = part("[type=checkbox]").checked ? seats.slice(0, first) + seats.slice(first).replaceAll("me:", "link:") : seats;
  for (const [name, value] of Object.entries({ record, origins, seats: sitting, hints })) part(`[name=${name}]`).value = value;
  // The site is two levels up: above this page's folder and its language.
  form.action = new URL("../../online", new URL(`${document.documentElement.dataset.root}/`, location.href)).href;
  form.submit();
};
