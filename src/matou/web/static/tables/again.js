// When a page that has lost its line tries again: soon, then ever later, never all pages at once.
// Whoever looks at a table waits for some seconds at most (docs/faults.md: nothing stands still for
// more than ten); a page that nobody looks at can wait, and comes back when somebody does.

const FIRST = 250;
const LONGEST = 3250;
const LONGEST_UNSEEN = 30_000;

/** Milliseconds until the next try. @param {number} tries @param {boolean} hidden @param {number} [chance] */
export function pause(tries, hidden, chance = Math.random()) {
  return Math.min(hidden ? LONGEST_UNSEEN : LONGEST, FIRST * 2 ** tries) * (0.5 + 0.5 * chance);
}

/** Try again after a pause, or as soon as somebody looks or the network is back.
 * @param {number} tries @param {() => void} connect */
export function again(tries, connect) {
  const calls = new AbortController();
  const go = () => { clearTimeout(timer); calls.abort(); connect(); };
  const timer = setTimeout(go, pause(tries, document.hidden));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) go(); }, { signal: calls.signal });
  window.addEventListener("online", go, { signal: calls.signal });
}
