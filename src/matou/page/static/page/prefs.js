// Language and colours where no server remembers them. Runs before the page is drawn.

const page = document.documentElement;
const stored = (/** @type {string} */ key) => { try { return localStorage.getItem(key); } catch { return null; } };
const store = (/** @type {string} */ key, /** @type {string} */ value) => { try { localStorage.setItem(key, value); } catch { /* private window */ } };

/** @param {string | null} theme */
function paint(theme) {
  if (theme !== "light" && theme !== "dark") return;
  page.dataset.theme = theme;
  for (const source of /** @type {NodeListOf<HTMLSourceElement>} */ (document.querySelectorAll("source[data-dark]"))) source.media = theme === "dark" ? "all" : "not all";
}

// The page that the address names (index.html#rules/chopchop.html), or the home page.
/** @param {HTMLAnchorElement} door */
function behind(door) {
  const asked = new URL(location.hash.slice(1) || door.href, door.href).href;
  return asked.startsWith(new URL("./", door.href).href) ? asked : door.href;
}

paint(stored("theme"));
document.addEventListener("DOMContentLoaded", () => {
  paint(stored("theme"));
  const starting = document.getElementById("starting");
  if (starting && !("noModule" in HTMLScriptElement.prototype)) { // too old for our other scripts
    starting.className = "stopped";
    /** @type {HTMLElement} */ (starting.querySelector("p")).textContent = starting.getAttribute("data-old");
  }
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-theme-to]"))) {
    button.onclick = () => { const theme = button.dataset.themeTo || ""; store("theme", theme); paint(theme); };
  }
  for (const other of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-lang-to]"))) {
    other.onclick = () => { store("lang", other.dataset.langTo || ""); other.hash = location.hash; };
  }
  // The start page leads to the reader's language.
  const doors = [.../** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-door]"))];
  const likes = [stored("lang"), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  const lang = likes.find((one) => doors.some((door) => door.dataset.door === one));
  if (doors.length) location.replace(behind(doors.find((door) => door.dataset.door === lang) || doors[0]));
});
