import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const { HOST, OwnChain, Refused, boundTo, chainsOf, joint, linksUpTo } =
  await import("../../src/matou/page/static/friends/luck.js");
const shared = JSON.parse(await readFile(new URL("luck.json", import.meta.url), "utf-8"));
const sealed = shared.commitments;
const refused = (work) => assert.throws(work, Refused);

/** Returns the chain of seat 0 after the recorded game: every link is open, and seat 2 was left out with its consent. */
async function guest() {
  const page = await OwnChain.restore({
    secret: shared.secrets[0], length: shared.length, seat: 0, id: "", sealed: [], asked: [], ended: [], seen: [], early: false,
  });
  await page.seal("t", 0, sealed);
  shared.asked.forEach(([lines, bound], step) => {
    if (step === 7) page.agree(2, step, lines, bound);
    else page.open(step, lines, bound);
  });
  return page;
}

test("a chain, its links and the table's fingerprint have the same bytes as in Python", async () => {
  for (const [seat, commitment] of sealed) {
    assert.equal((await linksUpTo(shared.secrets[seat], shared.length))[0], commitment);
  }
  assert.equal((await guest()).commitment, sealed[1][1]);
  const page = await guest();
  assert.ok(shared.record.includes(`\ncommitment: ${await page.seal("t", 0, sealed)}\n`));
  const [, own] = chainsOf(shared.record);
  assert.deepEqual([own.opened, own.link], [page.opened, page.open(page.opened - 1, ...shared.asked.at(-1))]);
});

test("every new chain differs, and continues after a reload", async () => {
  const [one, other] = [await OwnChain.make(40), await OwnChain.make(40)];
  assert.notEqual(one.commitment, other.commitment);
  await one.seal("g", 1, [[HOST, other.commitment], [1, one.commitment]]);
  const link = one.open(0, 0, "ab".repeat(32));
  const again = await OwnChain.restore(JSON.parse(JSON.stringify(one.saved)));
  assert.equal(again.open(0, 0, "ab".repeat(32)), link);
  assert.equal((await linksUpTo(link, 1))[0], one.commitment);
  assert.equal((await linksUpTo(again.open(1, 2, "ab".repeat(32)), 2))[0], one.commitment);
});

test("a page opens no link before its commitment is sealed, and only the link that is due", async () => {
  const page = await OwnChain.make(3), bound = "ab".repeat(32);
  const own = [1, page.commitment], host = [HOST, "00".repeat(32)];
  refused(() => page.open(0, 0, bound));
  for (const wrong of [[host], [own, host], [own], [host, [1, "11".repeat(32)]], [host, [0, page.commitment]], [host, own, own], [host, own, [2, "x"]]]) {
    await assert.rejects(page.seal("g", 1, wrong), Refused);
  }
  await page.seal("g", 1, [host, own]);
  refused(() => page.open(1, 0, bound));
  page.open(0, 5, bound);
  page.open(0, 5, bound); // again, as if the answer was lost
  await assert.rejects(page.seal("g", 1, [host, own, [2, "22".repeat(32)]]), Refused);
  refused(() => page.open(0, 5, "cd".repeat(32)));
  refused(() => page.open(1, 5, bound)); // no draw since the last link
  refused(() => page.open(1, 6, bound)); // no decision since the last link
  refused(() => page.open(2, 7, bound));
  refused(() => page.open(1, 7, "no hash"));
  refused(() => page.agree(HOST, 0, 5, bound));
  refused(() => page.agree(1, 0, 5, bound));
  refused(() => page.agree(2, 0, 7, bound));
  page.agree(2, 0, 5, bound);
  refused(() => page.agree(2, 0, 5, bound));
  page.open(1, 5, bound);
  page.open(2, 7, bound);
  refused(() => page.open(3, 9, bound)); // the chain is used up
});

test("an honest record passes the check, even if a page was left out", async () => {
  assert.deepEqual(await (await guest()).check(shared.record), []);
});

test("the check detects a changed link, chain or game", async () => {
  const page = await guest(), [host, own] = chainsOf(shared.record);
  const swapped = (from, to) => page.check(shared.record.replace(from, to));
  assert.deepEqual(await swapped(host.link, "11".repeat(32)), [["link", HOST], ["moves", HOST]]);
  assert.deepEqual(await swapped(own.link, "11".repeat(32)), [["link", 0]]);
  assert.deepEqual(await swapped("\nid: t\n", "\nid: u\n"), [["id", HOST]]);
  const others = [[HOST, "33".repeat(32)], ...sealed.slice(1)];
  const fingerprint = await joint(others.map(([, commitment]) => commitment));
  const forged = shared.record.replace(host.commitment, others[0][1]).replace(/\ncommitment: .*/, `\ncommitment: ${fingerprint}`);
  assert.deepEqual(await page.check(forged), [["commitment", HOST]]);
  assert.deepEqual(await swapped(/\nchain 2: .*/, ""), [["commitment", HOST], ["commitment", 2]]);
});

test("the check detects a page left out without consent, or kept in despite it", async () => {
  const page = await guest();
  assert.deepEqual(await page.check(shared.record.replace(", ended at step 7", "")), [["agreed", 2]]);
  assert.deepEqual(await page.check(shared.record.replace(", ended at step 7", ", ended at step 9")), [["agreed", 2]]);
  const own = chainsOf(shared.record)[1].link;
  assert.deepEqual(await page.check(shared.record.replace(own, `${own}, ended at step 9`)), [["missing", 0]]);
});

test("the check detects a hidden move changed after a draw, and a link requested without a draw", async () => {
  const page = await guest();
  const [, first, second] = shared.record.match(/\n1 (\S+) (\S+)/);
  assert.deepEqual(await page.check(shared.record.replace(`\n1 ${first} ${second}`, `\n1 ${second} ${first}`)), [["moves", HOST]]);
  const [lines] = shared.asked.at(-1);
  page.read(lines, [[-1, "?"], [-1, "?"], [0, "?"]]);
  page.read(0, Array(lines).fill([0, "?"])); // the lines before
  assert.deepEqual(await page.check(shared.record), []);
  const early = await guest();
  early.read(lines - 1, [[-1, "?"], [0, "?"], [-1, "?"]]);
  assert.deepEqual(await early.check(shared.record), [["early", HOST]]);
  const asked = await guest();
  asked.open(asked.opened, lines + 3, await boundTo("11".repeat(32), []));
  assert.deepEqual(await asked.check(shared.record), [["early", HOST]]);
});

test("the check detects an action that differs from the one shown", async () => {
  const page = await guest(), [lines] = page.saved.asked.map((asked) => asked.lines).slice(-1);
  const names = shared.record.split("\n\n").slice(1, -1).join("\n").split("\n").flatMap((line) => line.split(" ").slice(1));
  page.read(0, names.slice(0, lines + 3).map((name) => [-1, name]));
  page.read(lines + 1, []); // undone, after the last draw
  page.read(lines + 1, [[0, names[lines + 1]]]);
  assert.deepEqual(await page.check(shared.record), []);
  page.read(lines - 1, [[0, "no"], [-1, "no"]]); // shown differently later: only the first counts
  assert.deepEqual(await page.check(shared.record), []);
  page.saved.seen[lines] = "no";
  assert.deepEqual(await page.check(shared.record), [["shown", HOST]]);
});
