// A small game for the peer: one piece walks over seven by seven squares, hidden ranks, one move a
// turn. The client waits for the server, as ours does.
const SIDE = 7;
function go({ G, playerID }, x, y) {
  const free = Object.values(G.pieces).every(([a, b]) => a !== x || b !== y);
  if (x < 0 || y < 0 || x >= SIDE || y >= SIDE || !free) return "INVALID_MOVE";
  G.pieces[`${playerID}-0`] = [x, y];
}
exports.game = {
  name: "walk",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => {
    const pieces = {}, ranks = {};
    for (const seat of [0, 1]) for (let i = 0; i < SIDE; i++) {
      pieces[`${seat}-${i}`] = [i, seat * (SIDE - 1)];
      ranks[`${seat}-${i}`] = 100 + i;
    }
    return { pieces, ranks };
  },
  playerView: ({ G, playerID }) => ({ ...G, ranks: Object.fromEntries(Object.entries(G.ranks).filter(([k]) => k[0] === playerID)) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { go: { move: go, client: false } },
};
