// The menu of languages closes at Escape and at a click elsewhere, as menus do. It opens without this.

const menu = /** @type {HTMLDetailsElement} */ (document.querySelector(".languages"));
document.addEventListener("click", ({ target }) => { if (!menu.contains(/** @type {Node} */ (target))) menu.open = false; });
menu.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  event.stopPropagation(); // a table would take it for itself
  menu.open = false;
  menu.querySelector("summary")?.focus();
});
