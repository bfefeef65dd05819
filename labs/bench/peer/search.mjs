// The search in Node's V8: a line of JSON in ({ path, record, seats, nodes, iterations, seed }), the
// CPU seconds it took and a hash of the tree out. V8 first runs the code of its quick compiler and
// recompiles hot functions in threads, whose time counts too: so leave out a first, long round.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const { Module, Tree } = await import(process.argv[2]);
const modules = new Map();

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (!modules.has(asked.path)) modules.set(asked.path, await Module.read(readFileSync(asked.path)));
  const record = new Uint8Array(Buffer.from(asked.record, "base64"));
  const tree = new Tree(modules.get(asked.path), { ...asked, record });
  const before = process.cpuUsage();
  tree.run(asked.iterations);
  const { user, system } = process.cpuUsage(before);
  const hash = createHash("sha256").update(tree.dump()).digest("hex");
  console.log(JSON.stringify({ seconds: (user + system) / 1e6, hash }));
}
