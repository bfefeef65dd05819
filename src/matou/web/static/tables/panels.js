// Everything beside the board: players, log, chat, available moves, the end of the game.

import { boxes, spot } from "../board/beside.js";
import * as server from "./server.js";

const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("texts")).textContent || "");
/** @type {string[]} */
export const levels = data.levels;
/** What each seat plays, in games with sides. @type {string[]} */
export const sides = data.sides;
/** Returns a text with its placeholders filled in, in the plural form for its `n`. @param {string} key @param {Record<string, string | number>} [values] */
export function say(key, values = {}) {
  const { texts, plurals } = /** @type {Texts} */ (data), text = texts[key], n = Number(values.n);
  const form = typeof text === "string" ? text : text[Number(plurals[n < 200 ? n : 100 + n % 100])];
  return form.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}
/** An element that a page is known to have. @type {<K extends string>(id: K) => K extends keyof PageIds ? PageIds[K] : HTMLElement} */
export const $ = (id) => /** @type {any} */ (document.getElementById(id));
/** Returns the target of an event. @param {Event} event */
export const on = (event) => /** @type {HTMLElement} */ (event.target);
export const home = document.documentElement.dataset.root; // the site's root path

/** @template {keyof HTMLElementTagNameMap} T @param {T} tag @param {Record<string, any>} [attributes] @param {...(Node | string | null | undefined)} inside @returns {HTMLElementTagNameMap[T]} */
export function make(tag, attributes = {}, ...inside) {
  const el = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) el.addEventListener(key.slice(2), value);
    else if (value === true) el.setAttribute(key, "");
    else if (value !== false && value != null) el.setAttribute(key, value);
  }
  for (const some of inside) if (some != null) el.append(some);
  return el;
}

// Returns a "Why?" button that opens the drawer at the rule.
/** @param {string} rule */
export function ruleButton(rule) {
  return make("button", { type: "button", class: "rule-link", "data-rule": rule }, say("RULE"));
}

// Returns a sentence with a link for every rule that it names.
/** @param {string} words */
export function ruled(words) {
  return words.split(/\b([A-Z]{2}\d{1,2})\b/).map((part, i) => (i % 2 ? make("button", { type: "button", class: "rule-link", "data-rule": part }, part) : part));
}

/** Opens a panel, also one that is folded into another. @param {HTMLDetailsElement} panel */
export function open(panel) {
  for (let box = /** @type {HTMLDetailsElement | null | undefined} */ (panel); box; box = box.parentElement?.closest("details")) box.open = true;
}

/** @param {string} id @param {string} cls */
export function icon(id, cls, box = "0 0 100 100") {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("class", cls);
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
}

/** @param {Face} face @param {string} cls */
export function portrait([who, coat], cls) {
  const svg = icon(`face-${who}`, cls);
  svg.style.setProperty("--coat", coat);
  return svg;
}

/** Returns the end of a game as a paper stage: the winners between curtains. A player who has lost sees them by
 * moonlight, with their own cat and a cheese for it. @param {Element[]} winners @param {Element | null} [loser] */
export function tableau(winners, loser) {
  return make("div", { class: loser ? "heads moonlight" : "heads" }, ...winners, ...(loser ? [icon("wedge", "gift"), loser] : []));
}

// Shows the players. Their names are on the board already, so only absent ones, and seats that somebody can take,
// get a line beside it; the rest is folded away.
/** @param {Player[]} list @param {{ turn: number, tallies: string[], host: boolean, over: boolean }} now @param {Sending} send */
export function players(list, { turn, tallies, host, over }, send) {
  list.forEach((p, i) => document.documentElement.style.setProperty(`--seat-${i}`, `var(--c${p.colour})`));
  const several = list.filter((p) => p.mine && p.kind === "person").length > 1;
  const seated = list.some((p) => p.mine && p.kind === "person");
  /** @param {Player} p @param {number} i */
  const row = (p, i, now = false, tally = "") => {
    const notes = [];
    if (p.mine && !several && p.kind === "person" && p.name.toLowerCase() !== say("YOU")) notes.push(say("YOU"));
    if (p.kind === "bot") notes.push(p.held ? say("KEEPS_WARM") : say("BOT"), ...(levels[p.level - 1] === p.name ? [] : [levels[p.level - 1]]));
    if (p.program) notes.push(say("PROGRAM"));
    if (p.kind === "person" && !p.here) notes.push(say("AWAY"));
    if (p.out) notes.push(say(p.out === "time" ? "OUT_BY_TIME" : "OUT_RESIGNED"));
    if (p.unrated) notes.push(say("NOT_RATED"));
    if (p.forfeited) notes.push(say("FORFEITED"));
    if (p.rating) notes.push(p.rating);
    return make("li", { class: `player s${i}${now ? " turn" : ""}${p.here ? "" : " away"}`, "data-seat": i, "aria-current": now ? "true" : null },
      p.kind === "open" ? icon("chair", "face") : portrait(p.face, "face"),
      icon(`mark-${i}`, "mark"),
      make("span", { class: "name" }, p.name), make("small", {}, notes.join(" · ")),
      tally && p.kind !== "open" ? make("span", { class: "score" }, tally) : null,
      p.kind === "bot" && !p.held ? make("small", { class: "character" }, data.characters[p.level - 1]) : null);
  };
  /** @param {Player} p @param {number} i @returns {[HTMLElement, HTMLElement | string] | null} */
  const care = (p, i) => {
    if (p.out) return null;
    const back = takeBack(p, i, send);
    if (back) return [row(p, i), back];
    if (p.kind === "open") return [row(p, i), host ? botButton(i, say("SEAT_A_BOT"), send) : ""];
    if (p.kind === "person" && !p.mine && p.gone && seated) return [row(p, i), botButton(i, say("LET_BOT"), send)];
    return null;
  };
  // Mute, block and report: only between people at a site, and folded away with the rest.
  const met = (/** @type {Player} */ p, /** @type {number} */ i) => {
    const line = row(p, i, turn === i, tallies[i]);
    if (p.person && !p.mine && !$("table").dataset.ways && list.some((one) => one.mine)) line.append(courtesy(p, i, send));
    return line;
  };
  renewed($("players"), [list, turn, tallies], () => list.map(met));
  // Do not replace a button that somebody is using while others play.
  renewed($("missing"), [list, host, over], () => (over ? [] : list.map(care).flatMap((found) => { if (!found) return []; found[0].append(found[1]); return [found[0]]; })));
  $("missing").hidden = !$("missing").childElementCount;
}

/** Returns a button to take the seat back, if a bot plays for the reader. @param {Player} p @param {number} seat @param {Sending} send */
export function takeBack(p, seat, send) {
  if (!p.mine || p.kind !== "bot" || p.out) return null;
  return make("button", { type: "button", class: "small", onclick: () => send({ take: seat }) }, say("TAKE_BACK_SEAT"));
}

/** @param {Player} p @param {number} seat @param {Sending} send */
function courtesy(p, seat, send) {
  /** @param {string} key @param {() => void} act */
  const button = (key, act) => make("button", { type: "button", class: "small", "aria-label": `${say(key)} · ${p.name}`, onclick: act }, say(key));
  /** @param {AskAvoid["how"]} how */
  const avoid = (how) => () => send({ avoid: seat, how });
  return make("div", { class: "courtesy" },
    ...(p.muted ? [button("UNMUTE", avoid(""))] : [button("MUTE", avoid("mute")), button("BLOCK", avoid("block"))]),
    $("table").dataset.reports ? button("REPORT", () => report(p.name, seat, send)) : null);
}

/** Asks for the reason of a report and sends it. @param {string} name @param {number} seat @param {Sending} send */
function report(name, seat, send) {
  const box = $("report"), form = /** @type {HTMLFormElement} */ (box.querySelector("form"));
  $("report-title").textContent = say("REPORT_TITLE", { name });
  $("report-more").textContent = say("REPORT_MORE", { name });
  form.reset();
  box.returnValue = "";
  box.onclose = () => { if (box.returnValue === "send") send({ report: seat, reason: /** @type {HTMLInputElement} */ (form.elements.namedItem("reason")).value }); };
  box.showModal();
}

// Fills an element again if its content has changed.
/** @param {HTMLElement} box @param {unknown} tells @param {() => (Node | string)[]} fill */
export function renewed(box, tells, fill) {
  const key = JSON.stringify(tells);
  if (box.shows === key) return;
  box.shows = key;
  box.replaceChildren(...fill());
}

/** @param {number} seat @param {string} label @param {Sending} send */
function botButton(seat, label, send) {
  const pick = make("select", { "aria-label": label, onchange: () => pick.value && send({ bot: seat, level: Number(pick.value) }) },
    make("option", { value: "" }, label), ...levels.map((name, i) => make("option", { value: i + 1 }, name)));
  return pick;
}

/** @param {[number, string][]} list @param {string[]} names */
export function invites(list, names) {
  if (server.invite) { server.invite($("invite"), list); return; }
  $("invite").hidden = !list.length;
  // A page opened as localhost shows the address by which others reach this machine.
  const base = `${$("table").dataset.share || location.origin + home}/t/${$("table").dataset.table}`;
  /** @type {HTMLElement} */ ($("invite").querySelector("ul")).replaceChildren(...list.map(([seat, token]) => {
    const url = `${base}/join/${token}`;
    const field = make("input", { readonly: true, value: url, "aria-label": names[seat], onfocus: () => field.select() });
    const button = make("button", { type: "button", class: "primary", onclick: async () => {
      field.select();
      try { await navigator.clipboard.writeText(url); } catch { document.execCommand("copy"); }
      button.textContent = say("COPIED");
    } }, say("COPY"));
    const share = navigator.share && make("button", { type: "button", onclick: () => navigator.share({ title: document.title, url }).catch(() => { /* thought better of it */ }) }, say("SHARE"));
    const qr = $("table").dataset.share && make("details", { open: list.length === 1 }, make("summary", {}, say("QR_CODE")), make("img", { src: `${home}/t/${$("table").dataset.table}/join/${token}/qr.svg`, alt: say("QR_MORE"), loading: "lazy" }));
    return make("li", { class: `s${seat}` }, icon(`mark-${seat}`, "mark"), field, make("span", { class: "ways-out" }, button, share || null), qr || null);
  }));
}

/** Says whether anybody may join this table. @param {boolean} open @param {Player[]} list */
export function listed(open, list) {
  const cat = list.some((p) => p.kind === "bot" && p.held && !p.mine), free = list.some((p) => p.kind === "open");
  $("listed").hidden = !open || !(cat || free);
  $("listed").textContent = say(free ? "LISTED" : "LISTED_CAT");
}

/** Links to the game that this one continues. @param {string} says @param {string} place */
export function continues(says, place) {
  const box = $("continues"), link = /** @type {HTMLAnchorElement} */ (box.querySelector("a"));
  /** @type {HTMLElement} */ (box.querySelector("span")).textContent = says;
  link.href = server.placeAddress(place);
  link.hidden = !place;
  box.hidden = false;
}

/** @param {number} first @param {StoryLine[]} lines */
export function log(first, lines) {
  const list = $("log");
  while (list.children.length > first) list.lastElementChild?.remove();
  const fresh = lines.map(([actor, words, name]) => make("li", { class: actor < 0 ? "chance" : `s${actor}` },
    actor < 0 ? null : icon(`mark-${actor}`, "mark"),
    make("span", {}, words), make("code", {}, name)));
  list.append(...fresh);
}

/** Shows another player's last move, where there is no room for the log beside the board. @param {number | null} seat */
export function just(seat) {
  const done = [...$("log").children].reverse().find((line) => !line.matches(".chance"));
  const other = done && (seat === null || !done.matches(`.s${seat}`)) ? done : null;
  $("just").className = other ? other.className : "";
  $("just").classList.toggle("long", (other?.textContent || "").length > LONG);
  $("just").replaceChildren(...[...(other?.children || [])].slice(0, 2).map((part) => part.cloneNode(true)));
}

/** @param {Move[]} legal @param {(action: number) => void} send */
export function moves(legal, send) {
  $("moves-box").hidden = !legal.length;
  if (!$("moves-box").open) { $("moves").replaceChildren(); return; }
  $("moves").replaceChildren(...legal.map((move) => make("li", {}, choice(move, send))));
}

/** @param {Move} move @param {(action: number) => void} send */
export function choice([action, name, words], send) {
  return make("button", { type: "button", class: "choice", "data-action": action, onclick: () => send(action) }, words, make("code", {}, name));
}

/** @param {ChatLine} line */
export function chatLine([seat, name, said]) {
  return make("li", { class: seat < 0 ? "" : `s${seat}` }, seat < 0 ? null : icon(`mark-${seat}`, "mark"), make("span", {}, make("b", {}, `${name} · `), said));
}

const LONG = 90; // characters of a line above the board that is set smaller
const BUBBLE = 64, REMARK = 230; // widths in pixels (style.css)
// Costs of a covered pixel, in pixels of distance.
const READABLE = 0.03; // of something to read
const DEAR = 1; // of the question and of what answers it
const small = matchMedia("(max-width: 999.9px), (max-aspect-ratio: 1/1)"); // where the board leaves no room

/** @param {number} seat @param {Player} player @param {number} which */
export function reaction(seat, player, which) {
  bubble(seat, BUBBLE, 2600, ...(small.matches ? [portrait(player.face, "face")] : []), icon(`react-${which}`, "react"));
}

/** Shows a bot's remark, with its portrait. @param {number} seat @param {Player} player @param {string} says */
export function remark(seat, player, says) {
  bubble(seat, REMARK, 4200, portrait(player.face, "face"), make("span", {}, says));
}

/** @param {number} seat @param {number} wide @param {number} ms @param {...Node} inside */
function bubble(seat, wide, ms, ...inside) {
  const plate = $("picture").querySelector(`[id="plate-${seat}"]`);
  if (!plate) return;
  const words = small.matches || wide > BUBBLE;
  if (words) for (const old of document.querySelectorAll(".bubble.words")) old.remove();
  const shown = make("span", { class: words ? "bubble words" : "bubble", "aria-hidden": "true" }, ...inside);
  document.body.append(shown);
  if (small.matches) strip(shown);
  else {
    // On top of the page and inside the window, so that nothing cuts it off, and over little to read or click.
    const all = $("picture").getBoundingClientRect();
    const parts = [...$("picture").querySelectorAll("[id], text")].filter((el) => el.getBoundingClientRect().width < all.width / 2);
    const { x, y } = spot(plate.getBoundingClientRect(), wide, shown.offsetHeight, [
      [boxes(...document.querySelectorAll("#picture .highlighted, #prompt, .tools button, #beside")), DEAR],
      [boxes(...parts, ...document.querySelectorAll("#just, #clocks, .side summary, #log li, #say")), READABLE]]);
    shown.style.left = `${x}px`;
    shown.style.top = `${y}px`;
  }
  // In a window of another width everything is elsewhere.
  const width = innerWidth, turned = () => { if (innerWidth !== width) shown.remove(); };
  addEventListener("resize", turned);
  setTimeout(() => { shown.remove(); removeEventListener("resize", turned); }, ms);
}

// Puts a bubble over the page's head, or if that is scrolled away, over the line that says what just happened.
/** @param {HTMLElement} shown */
function strip(shown) {
  const head = /** @type {Element} */ (document.querySelector(".top")).getBoundingClientRect(), just = $("just");
  shown.classList.toggle("low", head.bottom < head.height);
  if (head.bottom >= head.height) return;
  if (!just.checkVisibility({ visibilityProperty: true })) { shown.remove(); return; }
  const { left, top, width } = just.getBoundingClientRect();
  Object.assign(shown.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` });
}

/** Shows the winners, the story and what is next, then the points, and last what only some people want to see.
 * @param {Ending | null} end @param {{ says: string, tallies: string[], mine: boolean, rematch: string, players: Player[], seat: number | null, open: boolean, daily: boolean, after: After | null }} now */
export function ending(end, { says, tallies, mine, rematch, players, seat, open, daily, after }) {
  // A headline that comes later changes nothing else: somebody may be using the buttons.
  const box = $("end"), key = JSON.stringify([end, mine, rematch, after && [after.rung, after.rating]]);
  toShare = after;
  if (box.shows === key) { if (end) headline(box, says, after); return; }
  const held = document.activeElement?.closest("#end h2");
  box.shows = key;
  box.hidden = !end;
  $("secret").hidden = !end?.seed; // closed until the day of a daily game ends
  if (!end) { box.replaceChildren(); return; }
  /** @type {HTMLElement} */ ($("secret").querySelector("code")).textContent = end.seed;
  const won = seat !== null && end.winners.includes(seat);
  box.replaceChildren(
    tableau(end.winners.map((i) => portrait(players[i].face, "face")), seat === null || won ? null : portrait(players[seat].face, "face")),
    make("p", { class: "outcome" }, says),
    make("h2", { tabindex: -1 }),
    seat === null ? "" : make("p", { class: "praise" }, say(won ? "BRAVO" : "KINDLY")),
    after?.rung ? step(after.rung) : "",
    after?.rating ? make("p", { class: "rating" }, after.rating) : "",
    next(Boolean(end.seed), { mine, rematch, open, daily, after }),
    make("p", { class: "quiet" }, end.how, " ", end.rule && ruleButton(end.rule)),
    ...end.scores.map((s, i) => make("details", { class: `result s${i}${end.winners.includes(i) ? " won" : ""}`, open: true },
      make("summary", {}, icon(`mark-${i}`, "mark"), make("b", {}, s.name), ...(end.winners.includes(i) ? [portrait(players[i].face, "winner"), make("span", { class: "sr" }, say("WINNER"))] : []), tallies.length ? make("span", { class: "score" }, tallies[i]) : null),
      make("ul", {}, ...s.lines.map((line) => make("li", {}, line))))),
    ...(end.seed ? proof(end.seed) : daily ? [make("p", { class: "quiet" }, say("DAILY_CLOSED"))] : []));
  headline(box, says, after);
  if (held) box.querySelector("h2")?.focus({ preventScroll: true });
}

/** Shows the story of a game as its headline; without one, the result. @param {HTMLElement} box @param {string} says @param {After | null} after */
function headline(box, says, after) {
  const story = after?.headline.replace(/ (?=[%→])|(?<=→) /g, "\u00a0"); // 30 % → 70 % stays on a line
  /** @type {HTMLElement} */ (box.querySelector("h2")).textContent = story || says;
  for (const [part, hidden] of /** @type {[string, boolean][]} */ ([[".outcome", !story], [".praise", Boolean(story)]])) box.querySelector(part)?.toggleAttribute("hidden", hidden);
}

/** Shows the rung of the ladder that a win has reached, and the next cat one step up. @param {Rung} rung */
function step({ says, beaten, next }) {
  return make("div", { class: "climb" }, portrait(beaten, "face"), next && portrait(next, "face above"), make("p", {}, ...says.split(/(?<=[.!]) /).flatMap((part) => [make("span", {}, part), " "])));
}

/** Returns the buttons that lead on from a game, the most likely first. `shown`: may anybody see how it went?
 * @param {boolean} shown @param {{ mine: boolean, rematch: string, open: boolean, daily: boolean, after: After | null }} now */
function next(shown, { mine, rematch, open, daily, after }) {
  const level = after?.rung?.level, first = level ? "" : "primary";
  const again = rematch
    ? make("a", { class: `button ${first}`, href: server.tableAddress(rematch) }, say("GO_REMATCH"))
    : daily ? make("a", { class: "primary", href: server.daily }, say("DAILY"))
    : mine ? make("form", server.rematch, make("button", { class: first }, say("REMATCH"))) : null;
  return make("div", { class: "after" },
    level ? make("form", server.challenge, make("input", { type: "hidden", name: "level", value: level }), make("button", { class: "primary" }, say("CHALLENGE", { name: levels[level - 1] }))) : null,
    again,
    after && mine ? sharing() : null,
    shown && server.replay ? make("a", { class: "button", href: server.replay }, say("LOOK_BACK")) : null,
    open ? make("a", { class: "button", href: `${home}/strangers` }, say("FIND_ANOTHER")) : null);
}

/** @type {After | null} */
let toShare = null;

function sharing() {
  const button = make("button", { type: "button", onclick: async () => {
    const { share } = await import("./after.js");
    const line = toShare && await share(toShare, () => { button.textContent = say("COPIED"); });
    if (!line) return;
    const field = make("input", { readonly: true, value: line, "aria-label": say("COPY") });
    button.replaceWith(field);
    field.select();
  } }, say("SHARE"));
  return button;
}

/** @type {{ seed: string, parts: HTMLElement[] }} */
let proven = { seed: "", parts: [] };

/** Returns the buttons of the proof. A panel that is drawn anew keeps them, and what a check has said. @param {string} seed */
function proof(seed) {
  if (proven.seed === seed) return proven.parts;
  const verdict = make("p", { class: "verdict", role: "status" });
  const check = make("button", { type: "button", onclick: async () => {
    check.disabled = true;
    const answer = await server.verified();
    verdict.textContent = answer.says;
    verdict.classList.toggle("proven", answer.fits);
    verdict.scrollIntoView({ block: "nearest" });
    check.disabled = false;
  } }, say("VERIFY"));
  proven = { seed, parts: [make("div", { class: "after" }, check, make("a", { class: "button", ...server.record }, say("DOWNLOAD"))), verdict] };
  return proven.parts;
}

/** @param {[number, string] | null} veil @param {Sending} send */
export function curtain(veil, send) {
  const box = $("curtain");
  if (!box.hidden && veil && box.shows === String(veil)) return;
  box.shows = String(veil);
  box.hidden = !veil;
  if (!veil) { box.replaceChildren(); return; }
  const [seat, name] = veil;
  const button = make("button", { class: "primary big", onclick: () => send({ look: seat }) }, say("I_AM", { name }));
  box.replaceChildren(icon(`mark-${seat}`, `mark s${seat}`), make("h2", { id: "curtain-title" }, say("CURTAIN", { name })), make("p", {}, say("CURTAIN_MORE")), button);
  button.focus();
}
