// Shows new invitations while a page is open and visible.

const EVERY = 8000; // milliseconds
const place = `${document.documentElement.dataset.root}/you/invitations`;
const found = () => document.getElementById("invitations");

async function look() {
  if (document.visibilityState !== "visible") return;
  try {
    const answer = await fetch(place, { cache: "no-store" });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("invitations");
    const shown = found();
    // Only the contents change, so that screen readers announce them.
    if (fresh && shown && fresh.innerHTML !== shown.innerHTML) shown.replaceChildren(...document.adoptNode(fresh).childNodes);
  } catch { /* the next look finds it */ }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);

export {};
