// The service worker beside a page that removes the copy.

import assert from "node:assert/strict";
import test from "node:test";

const SITE = "https://site.test/", GONE = `matou ${SITE}offline/ v1`;

test("reading a copy during its removal does not create an empty one", async () => {
  /** @type {string[]} */
  const opened = [];
  const worker = /** @type {any} */ ({
    registration: { scope: SITE },
    clients: { matchAll: async () => [] },
  });
  Object.assign(globalThis, {
    self: worker,
    location: { href: `${SITE}service_worker.js?folder=offline/` },
    // keys() lists the copy, but it has been removed since: open() would create an empty one.
    caches: {
      keys: async () => [GONE],
      match: async () => undefined,
      open: async (/** @type {string} */ name) => { opened.push(name); return { match: async () => undefined }; },
    },
    fetch: async () => new Response("from the site"),
  });
  await import("../../src/matou/page/static/service_worker.js");

  /** @param {string} url @param {string} mode */
  const asked = async (url, mode) => {
    const done = /** @type {Promise<unknown>[]} */ ([]);
    const event = {
      request: { url, mode, method: "GET" },
      respondWith: (/** @type {Promise<unknown>} */ answer) => done.push(answer),
      waitUntil: (/** @type {Promise<unknown>} */ work) => done.push(work),
    };
    worker.onfetch(event);
    const [answer] = await Promise.all(done);
    return /** @type {Response} */ (answer).text();
  };
  assert.equal(await asked(SITE, "navigate"), "from the site");
  assert.equal(await asked(`${SITE}offline/static/ab/table.js`, "cors"), "from the site");
  assert.deepEqual(opened, []);

  // Without a network, a link in the menu of languages leads to the copy's page in that language.
  const KEPT = ["offline.json", "en/rules/chopchop.html", "fr/rules/chopchop.html"].map((name) => `${SITE}offline/${name}`);
  Object.assign(globalThis, {
    caches: { keys: async () => [GONE], match: async (/** @type {string} */ name) => KEPT.includes(name) ? new Response() : undefined },
    fetch: async () => { throw new TypeError("no network"); },
    Response: class { body = ""; static redirect = (/** @type {string} */ to) => ({ text: async () => to }); },
  });
  const rules = `${SITE}rules/chopchop`, copy = `${SITE}offline/`;
  assert.equal(await asked(`${rules}?lang=fr`, "navigate"), `${copy}fr/rules/chopchop.html`);
  assert.equal(await asked(`${rules}?lang=zz`, "navigate"), `${copy}index.html#rules/chopchop.html`);
  assert.equal(await asked(rules, "navigate"), `${copy}index.html#rules/chopchop.html`);
});
