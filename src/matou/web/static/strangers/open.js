// Refreshes the list of open tables while the page is visible, and replaces only lines that changed.

const EVERY = 4000; // milliseconds
const place = `${document.documentElement.dataset.root}/strangers/open`;

/** Returns the table of a line. @param {Element} line */
const id = (line) => line.getAttribute("data-table");

/** @param {Element} fresh */
function renew(fresh) {
  const old = /** @type {HTMLElement} */ (document.getElementById("open"));
  const had = old.querySelector("ul"), has = fresh.querySelector("ul");
  if (!had || !has) { old.replaceWith(fresh); return; }
  old.dataset.stamp = /** @type {HTMLElement} */ (fresh).dataset.stamp;
  const known = new Map([...had.children].map((line) => [id(line), line]));
  // Keep unchanged lines, so that a button does not vanish just before a click.
  const lines = [...has.children].map((line) => {
    const same = known.get(id(line));
    return same && same.outerHTML === line.outerHTML ? same : line;
  });
  const within = had.contains(document.activeElement) && document.activeElement?.closest("li");
  const held = within && lines.includes(within) ? null : within && lines.find((line) => id(line) === id(within));
  lines.forEach((line, i) => { if (had.children[i] !== line) had.insertBefore(line, had.children[i] || null); });
  while (had.children.length > lines.length) had.lastElementChild?.remove();
  if (held) /** @type {HTMLElement | null} */ (held.querySelector("button, a"))?.focus();
}

async function look() {
  const stamp = document.getElementById("open")?.dataset.stamp || "";
  try {
    const answer = await fetch(`${place}?seen=${stamp}`, { credentials: "same-origin" });
    if (answer.status === 200) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = page.getElementById("open");
      if (fresh) renew(document.adoptNode(fresh));
    }
  } catch { /* the next look finds it */ }
}

setInterval(() => { if (document.visibilityState === "visible") look(); }, EVERY);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") look(); });
addEventListener("pageshow", (event) => { if (event.persisted) look(); });
