// Serves the site without a network, from the offline copy (page/offline.js). It is at the root of what
// it serves; `?folder=` is the folder of the copy in there. It has no version of its own: caches have,
// and a page of an older version still gets its files.

const worker = /** @type {any} */ (self);
/** @type {string} */
const site = worker.registration.scope;
const folder = new URL(new URL(location.href).searchParams.get("folder") || "./", site).href;
const ours = (/** @type {string} */ name) => name.startsWith(`matou ${folder} `);
const WAIT = 5000; // milliseconds to wait for the network if the copy can answer
const AWAY = [502, 503, 504]; // a proxy cannot reach the site

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

// Shows notifications of turns (web/notify); a click opens the table.
worker.onpush = (/** @type {any} */ event) => {
  const { title, body, url, tag, lang } = event.data.json();
  event.waitUntil(worker.registration.showNotification(title, { body, tag, lang, data: url, icon: `${site}icon-192.png` }));
};
worker.onnotificationclick = (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(opened(event.notification.data));
};
// Tells the site when the push service has given this browser another address.
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

// Reads from a cache without opening it, which would recreate one that a page has just deleted.
/** @param {string} cacheName @param {Request | string} what @param {object} [how] */
const within = (cacheName, what, how) => caches.match(what, { cacheName, ...how });

// The name of the current copy: complete, and not retired by a newer one.
async function copy() {
  for (const name of (await caches.keys()).filter(ours)) {
    if (await within(name, `${folder}offline.json`) && !await within(name, `${folder}retired`)) return name;
  }
  return null;
}

// Deletes copies of older versions when no open table may still need them.
async function tidy() {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some((/** @type {{ url: string }} */ { url }) => url.startsWith(folder) && /\/play\/|\/back\.html/.test(url))) return;
  for (const name of (await caches.keys()).filter(ours)) {
    if (await within(name, `${folder}retired`)) await caches.delete(name);
  }
}

// Requests of pages: immutable files from any copy, everything else from the network first.
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
    // Without cache headers a browser may cache pages for any time, so revalidate.
    const answer = /** @type {Response} */ (await Promise.race([fetch(request, form ? {} : { cache: "no-cache" }), late]));
    if (instead && AWAY.includes(answer.status)) throw new Error(String(answer.status));
    return answer;
  } catch (error) {
    if (form) return await begun(form) ?? await away() ?? Promise.reject(error);
    return (instead && await instead()) ?? await away() ?? Promise.reject(error);
  }
}

// Returns a function that reads an address from the copy; null if it is not there.
/** @param {string} url @returns {Promise<(() => Promise<Response>) | null>} */
async function offline(url) {
  const name = await copy();
  if (!name) return null;
  const plain = url.replace(/[?#].*/, "");
  if (url.startsWith(folder) && (folder !== site || plain !== site)) {
    const file = plain.endsWith("/") ? `${plain}index.html` : plain;
    const found = await within(name, file, { ignoreVary: true });
    if (found) return async () => found;
    const english = file.replace(new RegExp(`^${folder}[a-z]+/`), `${folder}en/`); // the copy may lack a language
    return await within(name, english) ? async () => Response.redirect(english) : null;
  }
  const { searchParams } = new URL(url), lang = searchParams.get("lang");
  searchParams.delete("lang");
  const file = fileOf(`${plain.slice(site.length)}${String(searchParams) && `?${searchParams}`}`);
  if (lang && await within(name, `${folder}${lang}/${file}`)) return async () => Response.redirect(`${folder}${lang}/${file}`);
  return await within(name, `${folder}en/${file}`) ? async () => toFolder(file) : null;
}

// The start page of the folder leads to the reader's language.
/** @param {string} file */
const toFolder = (file) => Response.redirect(`${folder}index.html#${file}`);

const away = async () => (await copy()) ? toFolder("away.html") : null;

// A new table that was requested of the site: the page can host it, unless others are to join.
/** @param {Request} asked */
async function begun(asked) {
  const path = asked.url.slice(site.length), day = new RegExp("^daily/([a-z]+)$").exec(path)?.[1];
  const game = day ?? new RegExp("^g/([a-z]+)/play$").exec(path)?.[1];
  if (!game || !await copy()) return null;
  if (day) return toFolder(`play/${day}.html?daily=1`);
  const fields = new URLSearchParams(/** @type {any} */ (await asked.formData()));
  return fields.get("mode") === "friends" ? null : toFolder(`play/${game}.html?${fields}`);
}

// An address of the site as a file, as `file_of` in src/matou/web/export/pages.py names them.
/** @param {string} address */
function fileOf(address) {
  const [way, query] = address.split("?");
  const [room, ...rest] = (way || "index").split("/");
  if (query) rest.push(query.replace(/[=&]/g, "-"));
  return `${[room, rest.join("-")].filter(Boolean).join("/")}.html`;
}
