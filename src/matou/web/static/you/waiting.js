// Waits until the person's other device has finished.

const box = /** @type {HTMLElement} */ (document.getElementById("state"));
const EVERY = 2000; // milliseconds

async function look() {
  try {
    const answer = await fetch(box.dataset.ask || "", { cache: "no-store" });
    if (answer.ok && (await answer.json()).state !== box.dataset.state) { location.reload(); return; }
  } catch { /* no network for a moment */ }
  setTimeout(look, EVERY);
}
document.querySelector(".again")?.remove(); // the page checks automatically
if (!["joined", "over"].includes(box.dataset.state || "")) setTimeout(look, EVERY);

export {};
