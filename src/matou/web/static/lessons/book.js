// A rule book: a click on a rule's number copies the link to it.

const toast = /** @type {HTMLElement} */ (document.getElementById("copied"));
/** @type {ReturnType<typeof setTimeout> | undefined} */
let fading;

document.addEventListener("click", async (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest("a.num[data-copied]"));
  if (!link) return;
  try { await navigator.clipboard.writeText(link.href); } catch { return; /* the address bar has it */ }
  toast.textContent = `${link.textContent} · ${link.dataset.copied}`;
  toast.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => { toast.hidden = true; }, 2200);
});
