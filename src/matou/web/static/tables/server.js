// How a page talks to the host of its tables: here a server, by WebSocket and HTTP. A page without a server uses
// src/matou/page/static/tables/server.js instead. The other scripts do not know the difference.

import { fetched } from "../pages/share.js";
import { drawing } from "./drawing.js";

const home = document.documentElement.dataset.root; // the site's root path

/** @param {string} path */
export const address = (path) => `${home}${path}`;
/** @param {string} id */
export const tableAddress = (id) => address(`/t/${id}`);

// Returns the address of a game that another one continues.
/** @param {string} place */
export const placeAddress = address;

// The table that this page shows.
export const table = document.getElementById("table")?.dataset.table || "";

// Opens the connection to the table: a WebSocket, or an object that behaves like one.
/** @param {string | undefined} lang @param {boolean} memory @param {boolean} wide @param {string} pace @returns {Line} */
export function live(lang, memory, wide, pace) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return drawing(new WebSocket(`${scheme}://${location.host}${address(`/live/${table}`)}?lang=${lang}&memory=${Number(memory)}&wide=${Number(wide)}&pace=${pace}`));
}

// Asks why something is impossible at a step of a lesson.
/** @param {string} game @param {string[][]} asked @returns {Promise<{ why: string, rule: string, instead?: boolean }>} */
export const whyInLesson = async (game, asked) => (await fetch(`${address(`/learn/${game}/why`)}?${new URLSearchParams(asked)}`)).json();

// What follows a game
/** @returns {Promise<{ fits: boolean, says: string }>} */
export const verified = async () => (await fetch(`${tableAddress(table)}/verify`)).json();
export const replay = `${tableAddress(table)}/back`;
export const record = { href: `${tableAddress(table)}/record`, download: true };
// A form uploads a record to the server.
/** @type {((text: string) => Promise<string>) | null} */
export const openRecord = null;
export const daily = address("/daily");
export const rematch = { method: "post", action: `${tableAddress(table)}/rematch` };
export const challenge = { method: "post", action: `${tableAddress(table)}/challenge` };
/** @param {string} path @param {RequestInit} [how] */
async function ask(path, how) {
  const answer = await fetch(`${tableAddress(table)}/${path}`, how);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.json();
}
// The story of the game: from its record, or from this page's evaluation of it; and what to evaluate.
/** @param {object} [found] @returns {Promise<After>} */
export const after = (found) => ask("after", found && { method: "POST", body: JSON.stringify(found) });
/** @returns {Promise<Questions>} */
export const questions = () => ask("back/opinion?quick=1");
// Every seat has a link of its own (panels.js).
/** @type {((box: HTMLElement, open: Invite[]) => void) | null} */
export const invite = null;
// A picture of the game to share, and the address of its replay as others reach it.
export const picture = () => fetched(`${tableAddress(table)}/share.png`);
export const link = () => `${document.getElementById("table")?.dataset.share || location.origin + home}/t/${table}/back`;
