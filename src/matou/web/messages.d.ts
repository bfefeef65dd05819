// What a page is sent by the server and what it keeps with its elements: names for the JSDoc of
// static/*.js. Only the checker reads this; play/views.py, play/wire.py and web/replay write it.

type Move = [action: number, name: string, words: string];
type LogLine = [actor: number, words: string, name: string, left?: string];
type ChatLine = [seat: number, name: string, said: string];
type Moment = [kind: string, seat: number, at: string, worth: number];
type Heat = Record<string, [actions: number[], label: string, twice?: string]>;
type Change = [place: number, gone: number, coming: string[]];
type Point = { x: number; y: number };
type Side = { left: number; top: number; right: number; bottom: number };
type Sending = (message: Record<string, unknown>) => unknown;

/** A drawing as it comes: whole (`parts`), or as what changes of the one before (`patch`). */
interface Sent {
  parts?: string[];
  patch?: Change[];
  stamps?: Record<string, string>;
  box?: string;
  css?: string;
  ground?: string;
  title?: string;
}

/** A drawing, spelled out. */
interface Drawing extends Sent {
  parts: string[];
}

interface Player {
  name: string;
  kind: "person" | "bot" | "open";
  level: number;
  nth: number;
  colour: number;
  here: boolean;
  mine: boolean;
  kept: boolean;
  out: boolean;
  rating: string;
  program: boolean;
  muted: boolean;
  person: boolean; // does it belong to somebody?
}

/** What each seat has left, in milliseconds; whose time runs, and in how many it begins to. */
interface Clock { left: number[]; sides: number[]; runs: number; waits: number; loses: boolean }

interface Ending {
  winners: number[];
  rule: string;
  how: string;
  scores: { name: string; lines: string[] }[];
  seed: string;
  rematch: string;
}

/** A position of a table; a page keeps what was not sent again. */
interface View extends Sent {
  t: "view";
  at: number;
  seat: number | null;
  turn: number;
  prompt: string;
  rule: string;
  tallies: string[];
  legal: Move[];
  heat: Heat;
  undone: boolean;
  moments: Moment[];
  remark: [seat: number, says: string] | null;
  end: Ending | null;
  log: [first: number, lines: LogLine[]];
  players: Player[];
  undo: boolean;
  hints: boolean;
  clock?: Clock;
  curtain: [seat: number, name: string] | null;
  told?: string;
  broken?: boolean;
  whole?: boolean;
  fair: string;
  simpler: boolean;
  chat: ChatLine[] | null;
  invites: [seat: number, token: string][];
  continues?: [says: string, place: string];
  rematch: string;
  open: boolean;
}

type Heard =
  | View
  | { t: "ok"; id: number; hint?: number; think?: Question; module?: string; at?: number; says: string; because: string; why?: string; rule: string; instead?: boolean; done?: string; how?: string; seat?: number }
  | { t: "no"; says: string; rule: string }
  | { t: "players"; players: Player[] }
  | { t: "chat"; line: ChatLine }
  | { t: "react"; seat: number; which: number }
  | { t: "rematch"; table: string; now: boolean }
  | { t: "clock"; clock: Clock }
  | { t: "late"; seat: number }
  | { t: "joined"; seat: number; cat: boolean }
  | { t: "reload" }
  | { t: "simpler"; simpler: boolean };

/** A position of a game that is looked back at. */
interface Position extends Drawing {
  at: number;
  stamp: string;
  turn: number;
  tallies: string[];
  says: string;
  told?: string;
  over: boolean;
  winners: number[];
  moments: Moment[];
}

/** A game to look back on: what was played, by whom, what may be done with it (play/replay.py). */
interface About {
  game: string;
  title: string;
  names: string[];
  colours: number[];
  faces: [who: number, coat: string][];
  eyes: [value: string, name: string][];
  own: number | null;
  count: number;
  is_open: boolean;
  is_over: boolean;
  notes: string[];
  table: string;
  origin: string;
}

interface Story {
  stamp: string;
  count: number;
  lines: LogLine[];
}

interface Turning { at: number; seat: number; actor?: number; what: string; before: number; after: number; mistake: boolean; shine?: string[] }
interface Mistake { at: number; seat: number; actor?: number; played: string; best: string; chance: number; best_chance: number; shine: string[] }

interface Stroke { at: number; seat: number; actor?: number; what: string; gain: number; shine?: string[] }

interface Findings {
  state: "done" | "running" | "waiting" | "failed" | "none";
  says: string;
  part: number;
  bot: string;
  chances: [at: number, row: number[]][];
  turnings: Turning[];
  mistakes: Mistake[];
  luck: { luck: number; lost: number }[];
  strokes: Stroke[];
}

interface LessonDrawing extends Drawing { heat: Heat }
interface LessonStep { says: string; rule: string; asks: number; legal: Move[]; frames: { did: string; drawing: LessonDrawing; moments: Moment[] }[] }
interface Lesson { first: LessonDrawing; steps: LessonStep[] }

/** What a click means: what lies under it, and what was picked before. */
interface Click { picked: string[]; on: string[] }

/** What a drawing's parts become on the page. */
interface Taken {
  pairs: [on: Element, fresh: Element][];
  next: SVGGraphicsElement[];
  gone: Element[];
}

/** What is moving now. */
interface Moving { finished: Promise<unknown>; count: number; ends: number[]; finish(): void } // `ends`: when each beat of a motion is over

/** Elements that are more than an HTMLElement, by their ids. */
interface PageIds {
  texts: HTMLScriptElement;
  memory: HTMLInputElement;
  motion: HTMLInputElement;
  notation: HTMLInputElement;
  single: HTMLInputElement;
  scrub: HTMLInputElement;
  file: HTMLInputElement;
  record: HTMLTextAreaElement;
  speed: HTMLSelectElement;
  eyes: HTMLSelectElement;
  leave: HTMLSelectElement;
  pace: HTMLSelectElement;
  progress: HTMLProgressElement;
  help: HTMLDialogElement;
  report: HTMLDialogElement;
  open: HTMLFormElement;
  on: HTMLFormElement;
  real: HTMLFormElement;
  say: HTMLFormElement;
  back: HTMLButtonElement;
  again: HTMLButtonElement;
  "chat-box": HTMLDetailsElement;
  "log-box": HTMLDetailsElement;
  "moves-box": HTMLDetailsElement;
  "told-box": HTMLDetailsElement;
}

interface HTMLElement { told?: string } // what a box tells now
interface Element { fresh?: boolean } // it has come with a drawing, and is not in its place yet
interface SVGSVGElement { parts: SVGGraphicsElement[] }

/** What the board tells about choosing. */
interface Choices {
  send(action: number): boolean | void; // true: it is on its way, and what was picked stays picked
  changed(left: number[] | null, narrowable?: boolean): void;
  cold(click: Click, instead: () => void): void;
  marked?(): void;
  dropped?(): void;
}

/** Where the focus was before a view was shown, and where it was on the board. */
interface Held { el: HTMLElement; where: string; waits?: boolean }
interface Spot extends Point { home: HTMLElement }

// Motion: where things stand on the sheet, and the ways they take (static/motion.js, manners.js).

interface Seen extends Point { wide: number; high: number }
interface From extends Point { s: number; turn: number }
/** How far from its place a thing is at a moment, how it is scaled and turned, how much is seen of it. */
interface Pose { x?: number; y?: number; s?: number; sx?: number; sy?: number; turn?: number; see?: number; dark?: number }
type Way<T extends Pose = Pose> = (t: number) => T;
type Measure = (el: Element) => DOMMatrix | null;
type Start = (wait: number, ms: number) => Animation[];
/** Something that happens in a beat, so long; `gap` after the one before, and nobody waits for what is `aside`. */
interface Timed { beat: number; ms: number; gap: number; wait: number; aside?: boolean }
/** What is moved: a thing of the drawing, or a ghost. */
interface Actor { el: SVGGraphicsElement; up: DOMMatrix; rest: DOMMatrix; box: Seen; ghost?: boolean }
/** Where something stood before a change. */
interface Place {
  el: SVGGraphicsElement; rest: DOMMatrix; host: Element; parent: string; shows: string; gone: boolean; lies: boolean;
  box: Seen; copy: Element; used?: boolean;
}
interface Source { shows: string; rest: DOMMatrix; box: Seen; copy?: Element }
interface Thing extends Actor { parent: string; fresh: boolean; from?: Source | null }

// Bots in the browser: what a module tells about itself (kit/wasm.py), and what is asked of one.

interface AboutModule {
  format: number;
  constants: Record<string, number>;
  records: Record<string, { size: number; fields: [name: string, offset: number][] }>;
  exports: Record<string, [name: string, kind: string][]>;
}
interface ModuleExports { memory: WebAssembly.Memory; __heap_base: WebAssembly.Global<"i32">; [name: string]: unknown }
interface Rows { at: number; n: number; size: number }
interface Question { record: string; seats: number; seed: number; iterations: number; seconds?: number; nodes?: number; patience?: number; explore?: number; glance?: { seat: number; actions: number[]; samples: number } }
/** What a search found: the actions at the root, and each seat's chances. */
interface Found { action: number; visits: number; value: number }
interface Thought { found: Found[]; chances: number[]; values?: number[] }
/** The line to whoever has a table: a WebSocket, or what a page that plays by itself has instead. */
interface Line { readyState: number; send(text: string): void; onopen: ((event: any) => void) | null; onmessage: ((event: any) => void) | null; onclose: ((event: any) => void) | null }
/** A table as a browser keeps it (src/matou/page/storage.py): what lists show of it, at least. */
interface KeptTable { id: string; game: string; touched: number; rows: Record<string, { title: string; names: string; turn: string; yours: boolean; over: boolean }> }
declare module "*/pyodide.mjs" { export function loadPyodide(how: object): Promise<any>; }
/** What a page needs to go through a finished game by itself. */
interface Questions { module: string; enough: number; decisions: Decision[]; draws: Draw[] }
/** What chance decided, and all that it could have. */
interface Draw { number: number; came: number; outcomes: { part: number; view: Question | null; returns: number[] }[] }
/** A decision of a finished game, as the page is asked to judge it. */
interface Decision { number: number; seat: number; action: number; before: Question; after?: Question | null; worth?: number }
