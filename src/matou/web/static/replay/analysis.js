// A bot's analysis of the game: chances over time, turning points, better moves, luck. A click on each goes there.

import { $, icon, make, say } from "../tables/panels.js";
import { evaluate } from "../bots/evaluating.js";
import { canThink, think } from "../bots/thinking.js";
import { address } from "../tables/server.js";
import * as source from "./source.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 1000, HIGH = 300;
const SEEN = 60; // visits of a search from which on it knows an action
const CLEAR = 0.08; // winning chance that a clear mistake gives away
const EVERY = 900; // milliseconds between two progress checks
/** @param {number} x */
const percent = (x) => say("PERCENT", { n: Math.round(100 * x) });
/** @param {number} x */
const signed = (x) => `${Math.round(100 * x) < 0 ? "−" : "+"}${percent(Math.abs(x))}`;

/** @template {keyof SVGElementTagNameMap} T @param {T} name @param {Record<string, string>} attributes @param {...Node} inside @returns {SVGElementTagNameMap[T]} */
function el(name, attributes, ...inside) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

export class Study {
  /** @param {string[]} names @param {() => number} count @param {{ jump(at: number): void, jumpUp(at: number): void, look(eyes: string): void, changed(): void }} hands */
  constructor(names, count, { jump, jumpUp, look, changed }) {
    this.names = names;
    this.count = count;
    this.jump = jump;
    this.jumpUp = jumpUp;
    this.look = look;
    this.changed = changed;
    /** @type {Findings | null} */
    this.data = null;
    /** @type {SVGPathElement | null} */
    this.cursor = null;
    /** @type {HTMLElement | null} */
    this.legend = null;
    $("again").onclick = () => this.ask("POST");
    this.begin();
  }

  // Shows stored findings; without any, this page analyses the game itself if it can.
  async begin() {
    try {
      if (!canThink()) throw new Error("no WebAssembly");
      const known = await source.analysis("GET");
      this.show(known.state === "done" ? known : await this.ponder());
    } catch { this.ask("POST"); }
  }

  async ponder() {
    const questions = await source.questions();
    if (!questions.module) throw new Error("the server is to think");
    $("progress").value = 0;
    return source.opinion(await evaluate(questions, (part) => { $("progress").value = part; }));
  }

  /** @param {"GET" | "POST"} method */
  async ask(method) {
    /** @type {Findings} */
    let reply;
    try {
      reply = await source.analysis(method);
    } catch { setTimeout(() => this.ask("GET"), 4 * EVERY); return; }
    $("study").dataset.state = reply.state;
    if (reply.state === "done") { this.show(reply); return; }
    $("progress-says").textContent = reply.says;
    $("progress").hidden = reply.state === "failed" || reply.state === "none";
    $("again").hidden = reply.state !== "failed";
    if (reply.part) $("progress").value = reply.part; else $("progress").removeAttribute("value");
    if (reply.state === "running" || reply.state === "waiting") setTimeout(() => this.ask("GET"), EVERY);
  }

  /** @param {number} at */
  better(at) { return this.data && this.data.mistakes.find((m) => m.at === at); }

  /** @param {Findings} data */
  show(data) {
    $("study").dataset.state = "done";
    this.data = data;
    $("waiting").hidden = true;
    $("found").hidden = false;
    $("bot").textContent = data.bot;
    if (data.chances.length) this.draw(data);
    this.list($("turnings"), data.turnings, "NO_TURNINGS", (t) => [
      make("span", {}, t.what),
      make("small", {}, say("FROM_TO", { name: this.names[t.seat], before: percent(t.before), after: percent(t.after) }) + (t.mistake ? ` · ${say("GIVEN_AWAY")}` : ""))]);
    this.list($("mistakes"), data.mistakes, "NO_MISTAKES", (m) => [
      make("span", {}, m.played),
      make("b", {}, say("BETTER_WAS", { best: m.best })),
      make("small", {}, say("RATHER", { best: percent(m.best_chance), chance: percent(m.chance) }))]);
    $("luck").replaceChildren(...data.luck.map(({ luck, lost }, seat) => make("li", { class: `s${seat}` },
      icon(`mark-${seat}`, "mark"), make("span", {}, say("LUCK_OF", { name: this.names[seat], luck: signed(luck), lost: signed(-lost) })))));
    this.list($("strokes"), data.strokes, "", (s) => [
      make("span", {}, s.what), make("small", {}, say("STROKE_OF", { name: this.names[s.seat], gain: signed(s.gain) }))]);
    this.changed();
    this.offer(data.missed).catch(() => { /* there is no puzzle */ });
  }

  // Offers the clearest mistake as a puzzle, if a longer search sees a mistake, too.
  /** @param {MissedMove | null} missed */
  async offer(missed) {
    const door = /** @type {HTMLAnchorElement | null} */ (document.getElementById("missed"));
    if (!missed || !door || !canThink()) return;
    const { game, played, module, question, puzzle } = missed, [{ found: all }] = await think(module, [question]);
    const found = all.filter(({ visits }) => visits >= SEEN).map(({ action, value, visits }) => [action, Math.round(1e3 * value / visits) / 1e3]);
    const own = found.find(([action]) => action === played);
    if (own && Math.max(...found.map(([, chance]) => chance)) - own[1] < CLEAR) return;
    door.href = `${address(`/puzzles/${game}`)}#own=${btoa(JSON.stringify({ position: puzzle.position, values: puzzle.values, played: puzzle.played, found })).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
    door.hidden = false;
  }

  /** @template {Turning | Mistake | Stroke} T @param {HTMLElement} box @param {T[]} found @param {string} none @param {(one: T) => Node[]} words */
  list(box, found, none, words) {
    box.replaceChildren(...(found.length ? found.map((one) => make("li", {},
      make("button", { type: "button", class: `s${one.actor ?? one.seat}`, "data-at": one.at, onclick: () => { this.jumpUp(one.at); if (one.shine) this.look(String(one.seat)); } },
        make("i", {}, String(one.at)), icon(`mark-${one.actor ?? one.seat}`, "mark"), make("div", {}, ...words(one))))) : none ? [make("li", { class: "quiet" }, say(none))] : []));
  }

  // One line per seat, each with its own dash pattern and a mark at the end, not only its own colour.
  /** @param {Findings} data */
  draw({ chances, turnings }) {
    const last = Math.max(1, this.count());
    const x = (/** @type {number} */ at) => (WIDE * at) / last, y = (/** @type {number} */ chance) => HIGH * (1 - chance);
    const svg = el("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" });
    for (const chance of [0, 0.25, 0.5, 0.75, 1]) svg.append(el("path", { class: "grid", d: `M0 ${y(chance)}H${WIDE}` }));
    for (const { at } of turnings) svg.append(el("path", { class: "turning", d: `M${x(at)} 0V${HIGH}` }));
    this.names.forEach((_, seat) => {
      const points = chances.map(([at, row]) => `${x(at).toFixed(1)},${y(row[seat]).toFixed(1)}`);
      points.unshift(`0,${y(chances[0][1][seat]).toFixed(1)}`);
      svg.append(el("polyline", { class: `line s${seat} d${seat}`, points: points.join(" ") }));
    });
    this.cursor = el("path", { class: "cursor", d: `M0 0V${HIGH}` });
    svg.append(this.cursor);
    const graph = make("div", { class: "graph" }, svg);
    const at = (/** @type {PointerEvent} */ event) => {
      const box = svg.getBoundingClientRect();
      return Math.round((last * Math.min(1, Math.max(0, event.clientX - box.left) / box.width)));
    };
    graph.onpointerdown = (event) => { graph.setPointerCapture(event.pointerId); this.jump(at(event)); };
    graph.onpointermove = (event) => { if (event.buttons) this.jump(at(event)); };
    this.legend = make("ul", { class: "legend" }, ...this.names.map((name, seat) => {
      const dash = el("svg", { viewBox: "0 0 40 10", "aria-hidden": "true", class: "dash" }, el("path", { class: `line s${seat} d${seat}`, d: "M0 5H40" }));
      return make("li", { class: `s${seat}` }, icon(`mark-${seat}`, "mark"), make("span", {}, name), dash, make("output", {}));
    }));
    $("chart").replaceChildren(make("div", { class: "scale", "aria-hidden": "true" }, make("span", {}, "100 %"), make("span", {}, "50 %"), make("span", {}, "0 %")), graph, this.legend);
  }

  // The chances at a position are those of the last decision before it.
  /** @param {number} at */
  mark(at) {
    if (!this.data || !this.legend || !this.cursor) return;
    const place = (WIDE * at) / Math.max(1, this.count());
    this.cursor.setAttribute("d", `M${place} 0V${HIGH}`);
    const rows = this.data.chances;
    const row = [...rows].reverse().find(([number]) => number <= at) || rows[0];
    [...this.legend.children].forEach((li, seat) => { /** @type {HTMLElement} */ (li.querySelector("output")).textContent = percent(row[1][seat]); });
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".jumps [data-at]"))) {
      if (Number(button.dataset.at) === at) button.setAttribute("aria-current", "step"); else button.removeAttribute("aria-current");
    }
  }
}
