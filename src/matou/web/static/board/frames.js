// Plays what happens by itself: one drawing after another, with motion and sound. A click hurries.

import * as moments from "./moments.js";
import { moving } from "./motion.js";
import * as sound from "./sound.js";
import { say } from "../tables/panels.js";

/** @type {(() => void) | null} */
let hurry = null; // ends the current animation
document.addEventListener("pointerdown", () => hasten(), true);
export function hasten() { hurry?.(); }

/** @param {HTMLElement} picture @param {LessonFrame[]} frames @param {{ draw(drawing: LessonDrawing, animate: boolean): Moving | null, said(did: string): void, left(): boolean, pause: number }} how `left`: the reader is elsewhere by now; `pause`: milliseconds after each */
export async function playFrames(picture, frames, { draw, said, left, pause }) {
  for (const frame of frames) {
    if (left()) return;
    said(frame.did);
    if (!frame.did) { draw(frame.drawing, false); continue; } // another position
    const motion = draw({ ...frame.drawing, highlights: {} }, moving());
    sound.play(sound.chosen(frame, {}), (kind) => moments.heard(kind, motion));
    const shown = moving() ? moments.both(motion, moments.stage(picture, frame.moments, say("LAST_ROUND"), motion)) : motion;
    await new Promise((/** @type {(value?: unknown) => void} */ done) => {
      hurry = () => { sound.hush(); if (shown) shown.finish(); done(); };
      (shown ? shown.finished : Promise.resolve()).then(() => setTimeout(done, pause));
    });
    hurry = null;
  }
}
