// Soft sounds from a few sine waves and a little noise, without recordings. Browsers allow sound only after the
// visitor's first click or key. One click turns it off.

/**
 * A tone: its wave, pitch in hertz, start and duration in seconds, volume from 0 to 1, and the pitch that it glides
 * to. The pitch of noise is the frequency of its filter.
 * @typedef {[wave: "sine" | "triangle" | "noise", pitch: number, at: number, lasts: number, loud: number, to?: number]} Tone
 */

export const VOLUME = 0.32;
const HISS = 3; // gain for noise, because the filter removes most of it

/** One chime of a clock.
 * @param {number} at @param {number} pitch @returns {Tone[]} */
const strike = (at, pitch) => [["sine", pitch, at, 1.1, 0.42], ["sine", pitch * 2.76, at, 0.5, 0.16], ["noise", 2400, at, 0.03, 0.1]];

/** A tune of equal notes.
 * @param {number[]} pitches @param {number} step @param {number} [loud] @returns {Tone[]} */
const tune = (pitches, step, loud = 0.4) => pitches.map((pitch, i) => ["triangle", pitch, i * step, step * 2.2, loud]);

/** @type {Record<string, Tone[]>} */
export const SOUNDS = {
  card: [["noise", 1900, 0, 0.09, 0.34, 900]],
  turn: [["noise", 2200, 0, 0.1, 0.22, 3600], ["sine", 540, 0.12, 0.09, 0.3, 430], ["noise", 800, 0.12, 0.06, 0.3]],
  step: [["triangle", 300, 0, 0.09, 0.5, 200], ["triangle", 340, 0.13, 0.09, 0.4, 220]],
  roll: [0, 0.07, 0.15, 0.26, 0.4].map((at, i) => ["noise", 1300 - 90 * i, at, 0.045, 0.5 - 0.06 * i]),
  lift: [["noise", 900, 0, 0.1, 0.2, 1500], ["triangle", 247, 0.03, 0.32, 0.34, 494]],
  sleep: [0, 0.6].flatMap((at) => [["triangle", 150, at, 0.5, 0.5, 110], ["noise", 420, at, 0.5, 0.2, 260]]),
  tower: [...strike(0.16, 660), ...strike(0.42, 660), ...strike(0.68, 523)],
  catch: [["noise", 500, 0.1, 0.2, 0.45, 1600], ["sine", 1250, 0.32, 0.12, 0.3, 1900], ["sine", 160, 0.34, 0.18, 0.5, 80], ["triangle", 440, 0.8, 0.12, 0.2, 330]],
  cheese: tune([523, 659, 784], 0.09),
  find: tune([784, 988], 0.1, 0.3),
  push: [0, 0.09, 0.18, 0.27].map((at, i) => ["noise", 240 + 40 * i, at, 0.15, 0.6]),
  fall: [["sine", 620, 0.1, 0.6, 0.34, 120], ["noise", 240, 0.68, 0.12, 0.4]],
  toy: tune([659, 880, 1109], 0.08, 0.34),
  last: [...strike(0, 392), ...strike(0.4, 392)],
  knock: [0, 0.16].flatMap((at) => [["sine", 175, at, 0.09, 0.6, 120], ["noise", 620, at, 0.05, 0.3]]),
  win: tune([523, 659, 784, 1047, 784, 1047], 0.13, 0.44),
  loss: tune([392, 440, 330], 0.22, 0.3),
  end: tune([523, 587, 523], 0.2, 0.3),
};

/**
 * Returns the sounds for a new position: its moments, the end, and a knock when it is the player's turn.
 * @param {Partial<Omit<View, "end">> & { end?: { winners: number[] } | null }} view @param {Partial<View>} old the position before @param {boolean} skipped it was not looked at
 * @returns {string[]}
 */
export function chosen(view, old, skipped = false) {
  const ended = view.end && !old.end;
  const mine = !ended && (view.legal || []).length > 0 && !(old.legal || []).length;
  /** @type {string[]} */
  const names = [];
  if (!skipped && !view.undone) names.push(...(view.moments || []).map(([kind]) => kind));
  if (ended) names.push(view.seat == null || !view.end ? "end" : view.end.winners.includes(view.seat) ? "win" : "loss");
  else if (mine) names.push("knock");
  return names.filter((name, i) => SOUNDS[name] && names.indexOf(name) === i);
}

let on = true;
let touched = false; // has the visitor clicked or typed yet?
/** @type {AudioContext | null} */
let context = null;
/** @type {GainNode | null} */
let out = null;
/** @type {AudioBuffer | null} */
let hiss = null;

/** Sets up the button that turns sound on and off, and remembers the choice. */
export function doorway() {
  const button = document.getElementById("sound");
  if (!button) return;
  const turn = (/** @type {boolean} */ wanted) => {
    on = wanted;
    button.setAttribute("aria-pressed", String(on));
    if (!on) hush();
  };
  try { turn(localStorage.getItem("sound") !== "0"); } catch { turn(true); }
  button.onclick = () => {
    turn(!on);
    try { localStorage.setItem("sound", on ? "1" : "0"); } catch { /* private window */ }
  };
}

for (const press of ["pointerdown", "keydown"]) addEventListener(press, () => { touched = true; }, { once: true, capture: true });

/** Stops all sounds, including those that are still to come. */
export function hush() {
  if (out) out.disconnect();
  out = null;
}

/**
 * Plays sounds one after the other, each no sooner than `due` says, in milliseconds.
 * @param {string[]} names @param {(name: string) => number} [due]
 */
export function play(names, due = () => 0) {
  if (!on || !touched || !names.length || document.visibilityState !== "visible") return;
  const Context = globalThis.AudioContext;
  if (!Context) return;
  context = context || new Context();
  if (context.state === "suspended") context.resume().catch(() => { /* heard next time */ });
  if (!out) {
    out = context.createGain();
    out.gain.value = VOLUME;
    out.connect(context.destination);
  }
  const now = context.currentTime + 0.02;
  let at = now;
  names.forEach((name, i) => {
    at = Math.max(at + (i ? 0.2 : 0), now + due(name) / 1000);
    for (const tone of SOUNDS[name]) sound(/** @type {AudioContext} */ (context), /** @type {GainNode} */ (out), tone, at);
  });
}

/** Schedules a tone. @param {BaseAudioContext} context @param {AudioNode} out @param {Tone} tone @param {number} from */
export function sound(context, out, [wave, pitch, at, lasts, loud, to], from) {
  const start = from + at, end = start + lasts, gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(wave === "noise" ? HISS * loud : loud, start + Math.min(0.012, lasts / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(out);
  if (wave === "noise") {
    const source = context.createBufferSource(), filter = context.createBiquadFilter();
    source.buffer = hiss = hiss || noise(context);
    filter.type = "bandpass";
    filter.Q.value = 1.2;
    glide(filter.frequency, pitch, to, start, end);
    source.connect(filter).connect(gain);
    source.start(start, 0, lasts);
  } else {
    const source = context.createOscillator();
    source.type = wave;
    glide(source.frequency, pitch, to, start, end);
    source.connect(gain);
    source.start(start);
    source.stop(end);
  }
}

/** @param {AudioParam} pitch @param {number} from @param {number | undefined} to @param {number} start @param {number} end */
function glide(pitch, from, to, start, end) {
  pitch.setValueAtTime(from, start);
  if (to) pitch.exponentialRampToValueAtTime(to, end);
}

/** Returns a second of noise. @param {BaseAudioContext} context @returns {AudioBuffer} */
function noise(context) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate), data = buffer.getChannelData(0);
  for (let i = 0; i < data.length; i++) data[i] = Math.random() * 2 - 1;
  return buffer;
}
