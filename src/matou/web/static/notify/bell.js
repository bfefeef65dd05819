// Notifications in this browser: asks for permission, subscribes to push messages, and registers with the site.
// The service worker shows them (src/matou/page/static/service_worker.js).

const box = /** @type {HTMLElement} */ (document.getElementById("telling"));
const button = /** @type {HTMLButtonElement | null} */ (document.getElementById("push"));
const says = /** @type {HTMLElement} */ (document.getElementById("push-says"));
const texts = JSON.parse(document.getElementById("telling-texts")?.textContent || "{}");
const root = document.documentElement.dataset.root || "";
const key = box.dataset.key || "";
const possible = isSecureContext && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
/** @type {string[]} */
const here = JSON.parse(box.dataset.here || "[]"); // the browsers that are registered with the site

/** @param {boolean} on @param {string} text */
function show(on, text) {
  if (!button) return;
  says.textContent = text;
  button.dataset.on = on ? "yes" : "no";
  button.textContent = on ? texts.NOTIFY_OFF : texts.NOTIFY_ON;
  button.classList.toggle("primary", !on);
}

// Registers the service worker, at the same address as the offline copy does.
async function registration() {
  const scope = `${root}/`;
  const there = await navigator.serviceWorker.getRegistration(scope);
  if (!there) await navigator.serviceWorker.register(`${root}/service_worker.js?folder=offline/`, { scope });
  return navigator.serviceWorker.ready;
}

/** @param {string} path @param {Record<string, string>} fields */
async function post(path, fields) {
  const answer = await fetch(`${root}${path}`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  if (answer.status >= 400) throw new Error(await answer.text());
}

async function begin() {
  if (await Notification.requestPermission() !== "granted") { show(false, texts.NOTIFY_DENIED); return; }
  const worker = await registration();
  const bytes = Uint8Array.from(atob(key.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
  await post("/notify/push", { subscription: JSON.stringify(found) });
  show(true, texts.NOTIFY_HERE_ON);
  if (document.getElementById("daily")) location.reload(); // it can be chosen for reminders
}

async function end() {
  const worker = await navigator.serviceWorker.getRegistration(`${root}/`);
  const found = await worker?.pushManager.getSubscription();
  if (found) {
    await post("/notify/end", { endpoint: found.endpoint });
    await found.unsubscribe();
  }
  show(false, texts.NOTIFY_HERE_MORE);
}

// Hours of a daily reminder, by this device's clock.
const hours = /** @type {HTMLSelectElement | null} */ (document.getElementById("hour"));
const local = new Map([...hours?.options ?? []].map((option) => [option, new Date(new Date().setUTCHours(Number(option.value), 0))]));
for (const [option, time] of [...local].sort(([, a], [, b]) => a.getHours() - b.getHours())) {
  option.textContent = time.toLocaleTimeString(document.documentElement.lang, { hour: "numeric", minute: "2-digit" });
  hours?.append(option);
}

if (button && !possible) {
  button.hidden = true;
  says.textContent = texts.NOTIFY_NOT_HERE;
} else if (button) {
  button.onclick = async () => {
    button.disabled = true;
    try { await (button.dataset.on === "yes" ? end() : begin()); } catch (error) {
      console.info(error);
      says.textContent = error instanceof Error && error.message.length < 300 && !(error instanceof DOMException) ? error.message : texts.NOTIFY_FAILED;
    }
    button.disabled = false;
  };
  const worker = await navigator.serviceWorker.getRegistration(`${root}/`);
  const found = await worker?.pushManager.getSubscription();
  if (found && here.includes(found.endpoint)) show(true, texts.NOTIFY_HERE_ON);
}

export {};
