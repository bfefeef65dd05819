// Shares a line of text and a picture: by the system's share sheet if there is one, else by the clipboard.

const DRAWN = 4000; // milliseconds to wait for a picture: browsers share only soon after a click

/** Returns a picture that the server draws; null if there is none. @param {string} address @returns {Promise<Blob | null>} */
export async function fetched(address) {
  const answer = await fetch(address, { signal: AbortSignal.timeout(DRAWN) });
  return answer.ok ? answer.blob() : null;
}

/** Returns a picture as a file, if it is drawn in time. @param {() => Promise<Blob | null>} draw */
async function picture(draw) {
  try {
    const late = new Promise((done) => { setTimeout(done, DRAWN, null); });
    const blob = /** @type {Blob | null} */ (await Promise.race([draw(), late]));
    return blob && new File([blob], "matou.png", { type: "image/png" });
  } catch { return null; }
}

/** Opens the system's share sheet, or copies the text. Returns the text if only the reader can copy it.
 * @param {{ text: string, url?: string }} words @param {() => Promise<Blob | null>} draw @param {() => void} copied */
export async function share(words, draw, copied) {
  if (navigator.share) {
    const file = await picture(draw), whole = file ? { ...words, files: [file] } : words;
    try {
      await navigator.share(navigator.canShare?.(whole) ? whole : words);
      return "";
    } catch (error) { if (error instanceof DOMException && error.name === "AbortError") return ""; }
  }
  const line = [words.text, words.url].filter(Boolean).join(" ");
  try { await navigator.clipboard.writeText(line); } catch { return line; }
  copied();
  return "";
}
