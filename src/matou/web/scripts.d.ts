// What the page's scripts keep with its elements and pass among them: names for the JSDoc of
// static/*.js. Only the checker reads this. What a page is sent is in messages.d.ts.

type Point = { x: number; y: number };
type Side = { left: number; top: number; right: number; bottom: number };
type Sending = (message: Asked) => unknown;

/** What a page's script says: texts, or their plural forms; and the form of each number, a digit for 0 to 199 (core/catalogues.py). */
interface Texts { texts: Record<string, string | string[]>; plurals: string }

type Highlights = Record<string, BoardHighlight | [actions: number[], label: string]>;
/** A line of the log, with the time that was left where a game is looked back at. */
type StoryLine = LogLine | TimedLine;
/** A drawing, spelled out. */
type Drawing = Sent;

interface Turning { at: number; seat: number; actor?: number; what: string; before: number; after: number; mistake: boolean; shine?: string[] }
interface Mistake { at: number; seat: number; actor?: number; played: string; best: string; chance: number; best_chance: number; shine: string[] }

interface Stroke { at: number; seat: number; actor?: number; what: string; gain: number; shine?: string[] }

interface Findings {
  state: "done" | "running" | "waiting" | "failed" | "none";
  says: string;
  part: number;
  bot: string;
  chances: [at: number, row: number[]][];
  missed: MissedMove | null;
  turnings: Turning[];
  mistakes: Mistake[];
  luck: { luck: number; lost: number }[];
  strokes: Stroke[];
}

/** What somebody has solved in a game: puzzles, and whether the first try was right. */
interface SolvedOf { results: [id: string, solved: number][]; rating: [points: number, deviation: number] }
type Solved = Record<string, SolvedOf>;

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
  resigning: HTMLDialogElement;
  open: HTMLFormElement;
  on: HTMLFormElement;
  real: HTMLFormElement;
  say: HTMLFormElement;
  back: HTMLButtonElement;
  again: HTMLButtonElement;
  "chat-box": HTMLDetailsElement;
  "log-box": HTMLDetailsElement;
  "moves-box": HTMLDetailsElement;
  "board-text-box": HTMLDetailsElement;
}

interface HTMLElement { shows?: string } // what a box shows now
interface Element { fresh?: boolean } // it has come with a drawing, and is not in its place yet
interface SVGSVGElement { parts: SVGGraphicsElement[] }

/** Callbacks of the board for choices. */
interface Choices {
  send(action: number): boolean | void; // true: it is being sent, and the picked elements stay picked
  changed(left: number[] | null, narrowable?: boolean): void;
  cold(click: AskClick, instead: () => void): void;
  marked?(): void;
  dropped?(): void;
}

/** Where the focus was before a view was shown, and where it was on the board. */
interface Held { el: HTMLElement; where: string; waits?: boolean }
interface Spot extends Point { home: HTMLElement }

// Motion: where things stand on the sheet, and the ways they take (static/motion.js, manners.js).

interface Seen extends Point { wide: number; high: number }
interface From extends Point { s: number; turn: number }
/** A moving element at one moment: its offset, scale, angle, opacity (`see`) and darkness. */
interface Pose { x?: number; y?: number; s?: number; sx?: number; sy?: number; turn?: number; see?: number; dark?: number }
type Way<T extends Pose = Pose> = (t: number) => T;
type Measure = (el: Element) => DOMMatrix | null;
type Start = (wait: number, ms: number) => Animation[];
/** An event of a beat: it takes `ms` and begins `gap` after the one before. Nothing waits for one `aside`. */
interface Timed { beat: number; ms: number; gap: number; wait: number; aside?: boolean }
/** A moving element: a part of the drawing, or a ghost. */
interface Actor { el: SVGGraphicsElement; up: DOMMatrix; rest: DOMMatrix; box: Seen; ghost?: boolean }
/** Where something stood before a change. */
interface Place {
  el: SVGGraphicsElement; rest: DOMMatrix; host: Element; parent: string; shows: string; gone: boolean; lies: boolean;
  box: Seen; copy: Element; used?: boolean;
}
interface Source { shows: string; rest: DOMMatrix; box: Seen; copy?: Element }
interface Thing extends Actor { parent: string; fresh: boolean; from?: Source | null }

// Bots in the browser: how a module describes itself (kit/wasm.py), and the questions to it.

interface AboutModule {
  format: number;
  constants: Record<string, number>;
  records: Record<string, { size: number; fields: [name: string, offset: number][] }>;
  exports: Record<string, [name: string, kind: string][]>;
}
interface ModuleExports { memory: WebAssembly.Memory; __heap_base: WebAssembly.Global<"i32">; [name: string]: unknown }
interface Rows { at: number; n: number; size: number }
/** How long to think about a question, and how. */
interface Search extends Question { seconds?: number; nodes?: number; patience?: number; explore?: number; one_ply?: { seat: number; actions: number[]; samples: number } }
/** What a search found: the actions at the root, and each seat's chances. */
interface Found { action: number; visits: number; value: number }
interface Thought { found: Found[]; chances: number[]; values?: number[] }
/** The connection to a table: a WebSocket, or its replacement in a page that plays by itself. */
interface Line { readyState: number; send(text: string): void; onopen: ((event: any) => void) | null; onmessage: ((event: any) => void) | null; onclose: ((event: any) => void) | null }
/** A table as a browser keeps it (src/matou/page/storage.py): what lists show of it, at least. */
interface KeptTable { id: string; game: string; touched: number; over: boolean; lang?: string; row?: ListedTable }
/** A cat of the day in an exported page (page/daily_games.py). */
interface DailyGame { name: string; cat: string; level: number; seat: number; seat_words: string; state: "new" | "playing" | "over"; says: string; text: string }
/** A friend who played at this page's tables, and how it stands in each game (page/progress.py). */
interface KnownFriend { name: string; last: string; scores: [string, string][]; table: string; game: string }
/** A person's games, streak, ladders and people, from the games in this browser. */
interface Summary { totals: [string, number, number, number][]; streak: string; ladders: { game: string; states: string[]; says: string }[]; people: KnownFriend[]; wrong?: string }
/** A table as a line of a list, in the language of the page that wrote it. */
interface ListedTable { title: string; names: string; turn: string; yours: boolean; over: boolean }
declare module "*/pyodide.mjs" { export function loadPyodide(how: object): Promise<any>; }
/** What a page needs to go through a finished game by itself. */
interface Questions { module: string; enough: number; decisions: Decision[]; draws: Draw[] }
/** What chance decided, and all that it could have. */
interface Draw { number: number; came: number; outcomes: { part: number; view: Question | null; returns: number[] }[] }
/** A decision of a finished game, as the page is asked to judge it. */
interface Decision { number: number; seat: number; action: number; before: Question; after?: Question | null; worth?: number }

// Tables with friends (page/static/friends).

/** A page's own keys: the secret one, and the public one as 65 bytes. */
interface Keys { secret: CryptoKey; open: Uint8Array<ArrayBuffer> }
/** What pages with the link say to each other first: hello, welcome, here (a host begins), lost (greet again). */
interface Greeting { k: "hello" | "welcome" | "here" | "lost"; pub?: string; n?: string; v?: string; to?: string; boot?: string; s?: string }
/** How pages reach each other: trystero's module, relays, STUN and TURN servers, and the version of the pages. */
interface Ways { nostr: Nostr; relays: string[]; ice: RTCIceServer[]; version: string }
interface Nostr {
  createEvent(topic: string, content: string): Promise<string>;
  subscribe(id: string, topic: string): string;
  joinRoom(how: object, name: string): NostrRoom;
}
interface NostrRoom {
  makeAction(name: string): { send(data: Uint8Array, to?: { target: string }): Promise<void>; onMessage: ((data: ArrayBuffer, from: { peerId: string }) => void) | null };
  leave(): Promise<void>;
  onPeerJoin: ((peer: string) => void) | null;
  onPeerLeave: ((peer: string) => void) | null;
}
type Door = import("../page/static/friends/sealing.js").Door;
type Session = import("../page/static/friends/sealing.js").Session;
interface HostEvents { heard(id: string, owner: string, text: string): void; left(id: string): void; reached(any: boolean): void }
interface HostedGuest { pair: Awaited<ReturnType<Door["pair"]>>; session: Session; owner: string; name: string; peer: string; came: boolean; last: number; bucket: { take(): boolean }; strikes: number }
type Reached = "directly" | "by relay" | "knocking" | "waiting" | "nowhere" | "version" | "elsewhere";
interface GuestLine { n: string; session: Session | null; boot: string; heard: boolean; doubted: boolean; line: Line }
declare module "*/nostr.js" { const nostr: Nostr; export const createEvent: Nostr["createEvent"], subscribe: Nostr["subscribe"], joinRoom: Nostr["joinRoom"]; }
declare module "*/qr.js" { export function encodeQR(text: string, output: "raw", how: object): boolean[][]; }
