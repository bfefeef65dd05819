// The browser's storage for tables (src/matou/page/storage.py): IndexedDB, JSON in and out. A write
// is atomic, on disk when it is answered, and refused if another tab was faster.

const STORES = ["tables", "events", "records"];
const MOST_RECORDS = 60; // beyond this number, the oldest opened record is deleted

/** @returns {Promise<IDBDatabase>} */
const opening = () => new Promise((done, fail) => {
  const asked = indexedDB.open("matou", 2);
  asked.onupgradeneeded = () => { // since 1: tables, events; since 2: records
    for (const name of STORES) if (!asked.result.objectStoreNames.contains(name)) asked.result.createObjectStore(name);
  };
  asked.onsuccess = () => { asked.result.onversionchange = () => asked.result.close(); done(asked.result); };
  asked.onerror = () => fail(asked.error);
});

/** @template T @param {IDBTransactionMode} mode @param {(tables: IDBObjectStore, events: IDBObjectStore, done: (found: T) => void, records: IDBObjectStore) => void} work @returns {Promise<T>} */
async function within(mode, work) {
  const base = await opening();
  try {
    return await new Promise((done, fail) => {
      const change = base.transaction(STORES, mode, /** @type {any} */ ({ durability: "strict" }));
      /** @type {any} */
      let result;
      change.oncomplete = () => done(result);
      change.onabort = change.onerror = () => fail(change.error ?? new Error("aborted"));
      work(change.objectStore("tables"), change.objectStore("events"), (found) => { result = found; }, change.objectStore("records"));
    });
  } finally { base.close(); }
}

const of = (/** @type {string} */ id) => IDBKeyRange.bound([id], [id, []]);

export const read = async (/** @type {string} */ id) => JSON.stringify(await within("readonly", (tables, events, done) => {
  const asked = tables.get(id);
  asked.onsuccess = () => {
    const found = asked.result;
    if (!found) { done(null); return; }
    const log = events.getAll(of(id));
    log.onsuccess = () => done({ ...found, events: log.result });
  };
}));

/** @param {string} text */
export async function write(text) {
  const { tables: changed, events: added } = JSON.parse(text);
  const written = await within("readwrite", (tables, events, done) => {
    let left = changed.length, stale = false;
    const put = () => {
      if (stale) { done(false); return; }
      for (const [id, revision, table] of changed) tables.put({ revision: revision + 1, table }, id);
      if (added) added[2].forEach((/** @type {number} */ action, /** @type {number} */ i) => events.add(action, [added[0], added[1] + i]));
      done(true);
    };
    for (const [id, revision] of changed) {
      const asked = tables.get(id);
      asked.onsuccess = () => {
        stale ||= (asked.result?.revision ?? 0) !== revision;
        if (--left === 0) put();
      };
    }
  });
  return JSON.stringify(written);
}

// The list entries of all tables, latest first.
/** @returns {Promise<KeptTable[]>} */
export const all = () => within("readonly", (tables, _events, done) => {
  const asked = tables.getAll();
  asked.onsuccess = () => done(asked.result.map(({ table }) => table).sort((a, b) => b.touched - a.touched));
});

// The tables whose games are over, latest first: all but what was said at them.
export const finished = async () => JSON.stringify((await all()).flatMap((table) => (table.over ? [{ ...table, chat: [] }] : [])));

// What other scripts store of a person: keys and names for tables with friends, results of puzzles.
const OURS = /^(matou-|puzzles$)/;
const beside = () => { try { return Object.entries(localStorage).filter(([key]) => OURS.test(key)); } catch { return []; } };

// Everything that is stored of a person here, for a file.
export const everything = async () => ({ ...await within("readonly", (tables, events, done, records) => {
  const [games, names, numbers, opened] = [tables.getAll(), events.getAll(), events.getAllKeys(), records.getAll()];
  opened.onsuccess = () => done({
    tables: games.result.map(({ table }) => table),
    events: names.result.map((action, i) => [numbers.result[i], action]),
    records: opened.result.map(({ text }) => text),
  });
}), ...Object.fromEntries(beside()) });

export async function remove() {
  for (const [key] of beside()) localStorage.removeItem(key);
  await within("readwrite", (tables, events, done, records) => { for (const store of [tables, events, records]) store.clear(); done(true); });
}

// Opened records, each a text under its key.
export const readRecord = async (/** @type {string} */ key) => JSON.stringify(await within("readonly", (_tables, _events, done, records) => {
  const asked = records.get(key);
  asked.onsuccess = () => done(asked.result?.text ?? null);
}));

export const keepRecord = (/** @type {string} */ key, /** @type {string} */ text) => within("readwrite", (_tables, _events, done, records) => {
  records.put({ text, at: Date.now() }, key);
  const asked = records.getAll(), named = records.getAllKeys();
  named.onsuccess = () => {
    const old = named.result.map((name, i) => ({ name, at: asked.result[i].at })).sort((a, b) => b.at - a.at);
    for (const { name } of old.slice(MOST_RECORDS)) records.delete(name);
    done(true);
  };
});
