// When a page reconnects: soon at first, then after longer and longer random pauses, so that pages do not all
// reconnect at once. Visible pages wait for a few seconds at most (docs/faults.md: nothing stands still for more than
// ten). Hidden pages wait longer, and reconnect when somebody looks.

const FIRST = 250;
const LONGEST = 3250;
const LONGEST_UNSEEN = 30_000;

/** Returns the milliseconds until the next try. @param {number} tries @param {boolean} hidden @param {number} [chance] */
export function pause(tries, hidden, chance = Math.random()) {
  return Math.min(hidden ? LONGEST_UNSEEN : LONGEST, FIRST * 2 ** tries) * (0.5 + 0.5 * chance);
}

/** Reconnects after a pause, or as soon as somebody looks or the network is back.
 * @param {number} tries @param {() => void} connect */
export function again(tries, connect) {
  const calls = new AbortController();
  const go = () => { clearTimeout(timer); calls.abort(); connect(); };
  const timer = setTimeout(go, pause(tries, document.hidden));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) go(); }, { signal: calls.signal });
  window.addEventListener("online", go, { signal: calls.signal });
}
