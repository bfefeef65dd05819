// Matches of two of the peer's own clients. A move begins when both have seen the one before.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { game } = require("./game");
const { readFileSync } = require("fs");
const [port, matches, seconds, server] = process.argv.slice(2).map(Number);
const base = `http://127.0.0.1:${port}`;
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const post = async (path, body) => (await fetch(base + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
const quantile = (values, q) => values.sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(q * values.length))];
const sights = []; // milliseconds until the other player has seen a move
let moves = 0, running = false;
// Microseconds of a processor that the server's process has taken: user and system, in ticks of 10 ms.
const spent = () => {
  const stat = readFileSync(`/proc/${server}/stat`, "utf8").split(") ").pop().split(" ");
  return (Number(stat[11]) + Number(stat[12])) * 10000;
};

async function match() {
  const { matchID } = await post("/games/walk/create", { numPlayers: 2 });
  const clients = [];
  for (const playerID of ["0", "1"]) {
    const { playerCredentials: credentials } = await post(`/games/walk/${matchID}/join`, { playerID, playerName: playerID });
    const multiplayer = SocketIO({ server: base, socketOpts: { transports: ["websocket"] } });
    clients.push(Client({ game, multiplayer, matchID, playerID, credentials, debug: false, numPlayers: 2 }));
  }
  let ply = 0, began = 0, turn = -1, seen = 0;
  const go = () => {
    if (!running) return;
    const seat = ply % 2, round = ply >> 1;
    seen = 0;
    turn = clients[seat].getState().ctx.turn + 1;
    began = performance.now();
    clients[seat].moves.go((round * 3) % 7, seat ? 1 + (round % 2) : 3 + (round % 3));
  };
  clients.forEach((client, seat) => {
    client.subscribe((state) => {
      if (!state || state.ctx.turn !== turn || seen & (1 << seat)) return;
      seen |= 1 << seat;
      if (seat !== ply % 2) sights.push(performance.now() - began);
      if (seen === 3) { moves += 1; ply += 1; go(); }
    });
    client.start();
  });
  while (!clients.every((client) => client.getState())) await sleep(20);
  return go;
}

(async () => {
  const starts = [];
  while (starts.length < matches) starts.push(...await Promise.all(Array.from({ length: Math.min(10, matches - starts.length) }, match)));
  running = true;
  const began = performance.now(), before = spent();
  for (const go of starts) go();
  await sleep(seconds * 1000);
  running = false;
  const result = { moves: moves / ((performance.now() - began) / 1000), p50: quantile(sights, 0.5), p99: quantile(sights, 0.99), cpu: (spent() - before) / moves };
  process.stdout.write(JSON.stringify(result) + "\n", () => process.exit(0));
})();
