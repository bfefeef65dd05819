// Taking a game of this page to the site that the page came from: a table there plays on.

import { ask, table } from "../tables/server.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("online"));
const box = /** @type {HTMLDetailsElement} */ (form.closest("details"));
const part = (/** @type {string} */ what) => /** @type {any} */ (form.querySelector(what));
const others = (/** @type {string} */ seats) => seats.split("me:").length > 2;

box.hidden = false; // without this script, and without a table, its form would lead nowhere
box.ontoggle = async () => {
  const { seats } = await ask("online", { table });
  part(".check").hidden = !others(seats);
};

form.onsubmit = async (event) => {
  event.preventDefault();
  const { record, seats, hints } = await ask("online", { table });
  // Whoever sits before this screen first stays; the others may come by a link.
  const first = seats.indexOf("me:") + 1;
  const sitting = part("[type=checkbox]").checked ? seats.slice(0, first) + seats.slice(first).replaceAll("me:", "link:") : seats;
  for (const [name, value] of Object.entries({ record, seats: sitting, hints })) part(`[name=${name}]`).value = value;
  // The site is above the folder of this page, and that is above its language.
  form.action = new URL("../../online", new URL(`${document.documentElement.dataset.root}/`, location.href)).href;
  form.submit();
};
