// Notes around the board: refusals and hints, how a visitor came here, who joined or left, remarks, reactions and chat.

import * as moments from "../board/moments.js";
import * as motion from "../board/motion.js";
import * as panels from "./panels.js";
import * as speech from "./speech.js";

const { $, say } = panels;
const READ = 3500; // milliseconds for which a note about an event stays, even if moves follow
// What to say to a visitor, by the end of the address.
const ARRIVED = /** @type {Record<string, string>} */ ({ "#sat-for-cat": "SAT_FOR_CAT", "#new-with-cat": "NEW_WITH_CAT", "#counts": "COUNTS_ANEW", "#waiting": "NOBODY_YET", "#asked": "ASKED", "#send-link": "SEND_LINK" });
/** @type {Record<Player["out"], [mine: string, others: string]>} */
const LATE = { "": ["YOUR_TIME_UP", "TIME_UP"], time: ["YOUR_TIME_UP_LOST", "TIME_UP_LOST"], resigned: ["YOU_RESIGNED", "HAS_RESIGNED"] };

/** What the notes need of the page. @typedef {{ view: () => View | null, flush: () => void, send: (message: Asked) => boolean, beside: import("../board/beside.js").Beside, picture: HTMLElement }} Page */

export class Notes {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.noted = -Infinity; // when a note about an event was last shown
    this.greeted = false; // has the player seen which side they play?
    /** @type {Moving | null} */
    this.greeting = null;
  }

  get view() { return this.page.view(); }

  /** @param {string} says @param {string} rule @param {boolean} [kindly] @param {boolean} [late] a cat plays for the reader, who can take the seat back here */
  tell(says, rule, kindly = false, late = false) {
    const box = $("says");
    box.classList.toggle("kindly", kindly);
    const seats = late && this.view ? this.view.players.map((player, seat) => this.takeBack(player, seat)) : [];
    box.replaceChildren(...panels.ruled(says), rule ? " " : "", rule ? panels.ruleButton(rule) : "", ...seats);
    box.hidden = false;
    this.page.beside.place();
    box.classList.remove("shake");
    if (!kindly) requestAnimationFrame(() => box.classList.add("shake"));
  }

  /** @param {Player} player @param {number} seat */
  takeBack(player, seat) {
    return panels.takeBack(player, seat, (message) => { $("says").hidden = true; return this.page.send(message); }) || "";
  }

  /** Hides the note when the next view is shown, unless it is about an event that has just happened. */
  pass() { if (performance.now() > this.noted + READ) $("says").hidden = true; }

  /** Shows and speaks a note about an event around the board. @param {string} says @param {boolean} [asked] @param {boolean} [late] */
  note(says, asked = false, late = false) {
    this.page.flush();
    if (!asked) this.page.beside.unasked();
    this.tell(says, "", true, late);
    this.noted = performance.now();
    speech.utter(says);
  }

  /** Shows once how the visitor came here, according to the end of the address. */
  arrive() {
    const says = ARRIVED[location.hash];
    if (!says) return;
    history.replaceState(null, "", location.pathname + location.search);
    setTimeout(() => this.note(say(says)));
  }

  /** Before a player's first action: which side they play, or who begins. */
  greet() {
    const view = this.view;
    if (this.greeted || !view || view.seat === null || view.turn < 0 || view.curtain || view.end) return;
    this.greeted = true;
    if (view.players.filter((p) => p.mine).length > 1 || $("log").querySelector(`.s${view.seat}`)) return;
    const side = panels.sides[view.seat];
    const says = side ? say("YOU_ARE", { side }) : view.turn === view.seat ? say("YOU_BEGIN") : say("BEGINS", { name: view.players[view.turn].name });
    speech.utter(says);
    if (motion.moving()) this.greeting = moments.announce(this.page.picture, says);
  }

  /** @param {ChatLine} line */
  chat(line) {
    $("chat").append(panels.chatLine(line));
    const by = this.view?.players[line[0]];
    if (by && !by.mine) panels.remark(line[0], by, line[2]);
    if (!by?.mine) speech.utter(say("SAYS_IN_CHAT", { name: line[1], said: line[2] }));
    if (!$("chat-box").open) { $("unread").hidden = false; $("unread").textContent = String(Number($("unread").textContent || 0) + 1); }
  }

  /** @param {number} seat @param {string} says */
  remark(seat, says) {
    const player = this.view?.players[seat];
    if (!player) return;
    panels.remark(seat, player, says);
    speech.utter(say("SAYS_IN_CHAT", { name: player.name, said: says }));
  }

  /** @param {{ seat: number, which: number }} message */
  react({ seat, which }) {
    const player = this.view?.players[seat];
    if (!player) return;
    panels.reaction(seat, player, which);
    const words = document.querySelector(`[data-react="${which}"]`)?.getAttribute("title") || "";
    speech.utter(say("SAYS_IN_CHAT", { name: player.name, said: words }));
  }

  /** Says that a player's time is up or that they have resigned, and that a cat plays now. @param {number} seat */
  late(seat) {
    this.page.flush();
    const player = this.view?.players[seat];
    if (!player || this.view?.end) return; // the end says so
    this.note(say(LATE[player.out][player.mine ? 0 : 1], { name: player.name }), false, player.mine);
  }

  /** Says that somebody has sat down, perhaps in a cat's place. @param {{ seat: number, cat: boolean }} message */
  joined({ seat, cat }) {
    this.page.flush();
    const player = this.view?.players[seat];
    if (!player || player.mine) return;
    this.note(say(cat ? "JOINED_CAT" : "JOINED", { name: player.name }));
    if (document.hidden) document.title = document.title.replace(/^(● )?/, "● "); // for people who look at another tab
  }

  /** Confirms a mute, block or report in words. @param {{ done?: string, how?: string, seat?: number }} message */
  courteous({ done, how, seat }) {
    const name = (seat !== undefined && this.view?.players[seat]?.name) || "";
    const says = done === "report" ? "REPORT_SENT" : how === "mute" ? "MUTED_NOW" : how === "block" ? "BLOCKED_NOW" : "UNMUTED_NOW";
    this.note(say(says, { name }), true);
  }
}
