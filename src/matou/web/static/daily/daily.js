// Shares results of the cats of the day: by the system's share sheet if there is one, else by the clipboard.

/** @param {HTMLButtonElement} button */
export function shares(button) {
  button.onclick = async () => {
    const text = button.dataset.text || "";
    if (navigator.share) { await navigator.share({ text }).catch(() => { /* thought better of it */ }); return; }
    try { await navigator.clipboard.writeText(text); } catch { prompt("", text); return; }
    button.textContent = button.dataset.done || "";
  };
}

for (const button of document.querySelectorAll("button.share")) shares(/** @type {HTMLButtonElement} */ (button));
