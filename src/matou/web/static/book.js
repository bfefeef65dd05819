// A rule book: a click on a rule's number copies the link to it.

const toast = document.getElementById("copied");
let fading = 0;

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a.num[data-copied]");
  if (!link) return;
  try { await navigator.clipboard.writeText(link.href); } catch { return; /* the address bar has it */ }
  toast.textContent = `${link.textContent} · ${link.dataset.copied}`;
  toast.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => { toast.hidden = true; }, 2200);
});
