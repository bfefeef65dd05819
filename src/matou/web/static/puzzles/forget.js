// Deletes the results of puzzles in this browser, with the rest of a person's data.

try { for (const key of ["puzzles", "matou-puzzle"]) localStorage.removeItem(key); } catch { /* nothing is stored */ }

export {};
