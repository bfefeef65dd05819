// Answers for the site when there is no network, from the copy that was kept (page/offline.js). It lies
// at the root of what it answers for; `?folder=` says where in there the copy's own folder is.
// It holds no version: caches do, and what a page of an older version still asks for, it is given.

const worker = /** @type {any} */ (self);
/** @type {string} */
const site = worker.registration.scope;
const folder = new URL(new URL(location.href).searchParams.get("folder") || "./", site).href;
const ours = (/** @type {string} */ name) => name.startsWith(`matou ${folder} `);
const WAIT = 5000; // milliseconds for a network that does not answer, where the copy can
const AWAY = [502, 503, 504]; // a proxy says that nobody is behind it

worker.oninstall = () => worker.skipWaiting();
worker.onactivate = (/** @type {any} */ event) => event.waitUntil(worker.clients.claim());
worker.onmessage = (/** @type {any} */ event) => event.waitUntil(tidy());
worker.onfetch = (/** @type {any} */ event) => {
  const { request } = event;
  if (!request.url.startsWith(site)) return;
  if (request.mode === "navigate") {
    event.respondWith(navigated(request));
    event.waitUntil(tidy());
  } else if (request.method === "GET" && request.url.startsWith(folder)) event.respondWith(part(request));
};

// Turns that reach people (web/notify): the site tells, this shows, and a click opens the table.
worker.onpush = (/** @type {any} */ event) => {
  const { title, body, url, tag, lang } = event.data.json();
  event.waitUntil(worker.registration.showNotification(title, { body, tag, lang, data: url, icon: `${site}icon-192.png` }));
};
worker.onnotificationclick = (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(opened(event.notification.data));
};
// A push service may give a browser another address: the site is told of it.
worker.onpushsubscriptionchange = (/** @type {any} */ event) => event.waitUntil((async () => {
  const found = event.newSubscription || await worker.registration.pushManager.subscribe(event.oldSubscription.options);
  await fetch(`${site}notify/push`, { method: "POST", body: new URLSearchParams({ subscription: JSON.stringify(found) }) });
})());

/** @param {string} asked */
async function opened(asked) {
  const url = String(asked).startsWith(site) ? asked : site;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {{ url: string }} */ page) => page.url.replace(/[?#].*/, "") === url);
  return there ? there.focus() : worker.clients.openWindow(url);
}

// What a cache has. It is not opened: one that a page has just removed would be there again, empty.
/** @param {string} cacheName @param {Request | string} what @param {object} [how] */
const within = (cacheName, what, how) => caches.match(what, { cacheName, ...how });

// The copy that counts, by its name: whole, and not retired by a newer one.
async function copy() {
  for (const name of (await caches.keys()).filter(ours)) {
    if (await within(name, `${folder}offline.json`) && !await within(name, `${folder}retired`)) return name;
  }
  return null;
}

// Copies of older versions go when no table is open that may still want something of them.
async function tidy() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((/** @type {{ url: string }} */ { url }) => url.startsWith(folder) && /\/play\/|\/back\.html/.test(url))) return;
  for (const name of (await caches.keys()).filter(ours)) {
    if (await within(name, `${folder}retired`)) await caches.delete(name);
  }
}

// What pages ask for: files that never change from any copy, everything else from the network first.
/** @param {Request} request */
async function part(request) {
  if (request.url.startsWith(`${folder}static/`)) {
    for (const name of (await caches.keys()).filter(ours)) {
      const found = await within(name, request, { ignoreVary: true });
      if (found) return found;
    }
    return fetch(request);
  }
  try { return await fetch(request); } catch (error) {
    const name = await copy();
    const found = name && await within(name, request, { ignoreSearch: true, ignoreVary: true });
    if (found) return found;
    throw error;
  }
}

/** @param {Request} request */
async function navigated(request) {
  const form = request.method === "POST" ? request.clone() : null;
  const instead = await offline(request.url);
  const late = new Promise((_, fail) => { if (instead && !form) setTimeout(() => fail(new Error("late")), WAIT); });
  try {
    // A host that says nothing of it lets a browser keep pages for as long as it likes: it is asked anew.
    const answer = /** @type {Response} */ (await Promise.race([fetch(request, form ? {} : { cache: "no-cache" }), late]));
    if (instead && AWAY.includes(answer.status)) throw new Error(String(answer.status));
    return answer;
  } catch (error) {
    if (form) return await begun(form) ?? await away() ?? Promise.reject(error);
    return (instead && await instead()) ?? await away() ?? Promise.reject(error);
  }
}

// What the copy has for an address, to be called when it is wanted; null if it has nothing.
/** @param {string} url @returns {Promise<(() => Promise<Response>) | null>} */
async function offline(url) {
  const name = await copy();
  if (!name) return null;
  const plain = url.replace(/[?#].*/, "");
  if (url.startsWith(folder) && (folder !== site || plain !== site)) {
    const file = plain.endsWith("/") ? `${plain}index.html` : plain;
    const found = await within(name, file, { ignoreVary: true });
    return found ? async () => found : null;
  }
  const file = fileOf(url.slice(site.length).replace(/#.*/, ""));
  return await within(name, `${folder}en/${file}`) ? async () => toFolder(file) : null;
}

// The page in the reader's language: the first page of the folder knows it.
/** @param {string} file */
const toFolder = (file) => Response.redirect(`${folder}index.html#${file}`);

const away = async () => (await copy()) ? toFolder("away.html") : null;

// A table that was asked of the site: the page can have it, unless others are to come.
/** @param {Request} asked */
async function begun(asked) {
  const game = new RegExp("^g/([a-z]+)/play$").exec(asked.url.slice(site.length))?.[1];
  if (!game || !await copy()) return null;
  const fields = new URLSearchParams(/** @type {any} */ (await asked.formData()));
  return fields.get("mode") === "friends" ? null : toFolder(`play/${game}.html?${fields}`);
}

// An address of the site as a file, as `file_of` in src/matou/web/export/addresses.py names them.
/** @param {string} address */
function fileOf(address) {
  const [way, query] = address.split("?");
  const [room, ...rest] = (way || "index").split("/");
  if (query) rest.push(query.replace(/[=&]/g, "-"));
  return `${[room, rest.join("-")].filter(Boolean).join("/")}.html`;
}
