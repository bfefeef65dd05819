// Closes the language menu on Escape and on a click elsewhere. The menu opens without a script.

const menu = /** @type {HTMLDetailsElement} */ (document.querySelector(".languages"));
document.addEventListener("click", ({ target }) => { if (!menu.contains(/** @type {Node} */ (target))) menu.open = false; });
menu.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  event.stopPropagation(); // otherwise a table would handle it, too
  menu.open = false;
  menu.querySelector("summary")?.focus();
});
