// Unpacks many files from one: a tar within gzip (`packed` in src/matou/web/export/pyodide.py).

/** @param {string} address @returns {Promise<Map<string, Uint8Array>>} */
export async function unpacked(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return files(await unzipped(new Uint8Array(await answer.arrayBuffer())));
}

// If a host serves it as a compressed response, the browser has already unzipped it.
/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function unzipped(bytes) {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

const BLOCK = 512; // of a tar: headers and contents are padded to it

/** @param {Uint8Array} tar @returns {Map<string, Uint8Array>} */
export function files(tar) {
  const found = new Map(), decoder = new TextDecoder();
  const text = (/** @type {number} */ from, /** @type {number} */ to) => decoder.decode(tar.subarray(from, to)).replace(/\0.*/s, "");
  for (let at = 0; at < tar.length && tar[at];) {
    const size = parseInt(text(at + 124, at + 136), 8), start = at + BLOCK;
    if (start + size > tar.length) throw new Error("a pack that is cut short");
    found.set(text(at, at + 100), tar.subarray(start, start + size));
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return found;
}

// Restores entries that are stored as differences from another (src/matou/web/export/copy.py).
/** @param {Map<string, Uint8Array>} entries @returns {Map<string, Uint8Array | string>} */
export function whole(entries) {
  const decoder = new TextDecoder(), twins = new Map([...entries.keys()].map((name) => /** @type {[string, string]} */ (name.split("^"))));
  /** @type {Map<string, Uint8Array | string>} */
  const made = new Map();
  const make = (/** @type {string} */ name) => {
    const twin = twins.get(name);
    if (!made.has(name)) made.set(name, twin ? changed(make(twin), `${name}^${twin}`) : /** @type {Uint8Array} */ (entries.get(name)));
    return /** @type {Uint8Array | string} */ (made.get(name));
  };
  const changed = (/** @type {Uint8Array | string} */ from, /** @type {string} */ entry) => {
    const pieces = (typeof from === "string" ? from : decoder.decode(from)).split('"');
    for (const [i, piece] of JSON.parse(decoder.decode(entries.get(entry)))) pieces[i] = piece;
    return pieces.join('"');
  };
  for (const name of twins.keys()) make(name);
  return made;
}
