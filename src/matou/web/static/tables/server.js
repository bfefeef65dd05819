// How a page speaks to whoever has its tables: here a server, by WebSocket and HTTP. A page that
// plays without one has another file in this one's place (src/matou/page/static/tables/server.js), and
// nothing else of the page can tell.

import { drawing } from "./drawing.js";

const home = document.documentElement.dataset.root; // the path that the site stands under

/** @param {string} path */
export const address = (path) => `${home}${path}`;
/** @param {string} id */
export const tableAddress = (id) => address(`/t/${id}`);

// Where a game lies that another goes on from.
/** @param {string} place */
export const placeAddress = address;

// The table that this page shows.
export const table = document.getElementById("table")?.dataset.table || "";

// The live line to the table: a WebSocket, or what behaves like one.
/** @param {string | undefined} lang @param {boolean} memory @param {boolean} wide @param {string} pace @returns {Line} */
export function live(lang, memory, wide, pace) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return drawing(new WebSocket(`${scheme}://${location.host}${address(`/live/${table}`)}?lang=${lang}&memory=${Number(memory)}&wide=${Number(wide)}&pace=${pace}`));
}

// Why something cannot be done at a step of a lesson.
/** @param {string} game @param {string[][]} asked @returns {Promise<{ why: string, rule: string, instead?: boolean }>} */
export const whyInLesson = async (game, asked) => (await fetch(`${address(`/learn/${game}/why`)}?${new URLSearchParams(asked)}`)).json();

// What follows a game
/** @returns {Promise<{ fits: boolean, says: string }>} */
export const verified = async () => (await fetch(`${tableAddress(table)}/verify`)).json();
export const replay = `${tableAddress(table)}/back`;
export const record = { href: `${tableAddress(table)}/record`, download: true };
// A record is brought to the server by its form.
/** @type {((text: string) => Promise<string>) | null} */
export const openRecord = null;
export const rematch = { method: "post", action: `${tableAddress(table)}/rematch` };
