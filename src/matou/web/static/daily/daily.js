// Shares results of the cats of the day: by the system's share sheet if there is one, else by the clipboard.

/** Returns the picture of a result, if there is one and it can be shared. @param {string} [address] */
async function picture(address) {
  if (!address) return {};
  try {
    const answer = await fetch(address);
    const files = [new File([await answer.blob()], "matou.png", { type: "image/png" })];
    return answer.ok && navigator.canShare?.({ files }) ? { files } : {};
  } catch { return {}; }
}

/** @param {HTMLButtonElement} button */
export function shares(button) {
  button.onclick = async () => {
    const text = button.dataset.text || "";
    if (navigator.share) {
      const files = await picture(button.dataset.picture);
      await navigator.share({ text, ...files }).catch(() => { /* thought better of it */ });
      return;
    }
    try { await navigator.clipboard.writeText(text); } catch { prompt("", text); return; }
    button.textContent = button.dataset.done || "";
  };
}

for (const button of document.querySelectorAll("button.share")) shares(/** @type {HTMLButtonElement} */ (button));
