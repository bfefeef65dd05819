// The switches of a table's page: notation, memory aid, motion, the bots' pace, single-key shortcuts. They are stored.

import { $ } from "./panels.js";
import { store, stored } from "../board/stored.js";
import * as sound from "../board/sound.js";
import * as motion from "../board/motion.js";

/** @param {HTMLElement} root @param {(message: Asked) => boolean} send */
export function preferences(root, send) {
  $("notation").checked = stored("notation", "0") === "1";
  root.classList.toggle("notated", $("notation").checked);
  $("notation").onchange = () => { root.classList.toggle("notated", $("notation").checked); store("notation", $("notation").checked ? "1" : "0"); };
  $("memory").checked = stored("memory", "0") === "1";
  $("memory").onchange = () => { store("memory", $("memory").checked ? "1" : "0"); send({ set: { memory: $("memory").checked } }); };
  $("motion").checked = stored("motion", "1") === "1";
  sound.doorway();
  motion.setMotion($("motion").checked);
  $("motion").onchange = () => { store("motion", $("motion").checked ? "1" : "0"); motion.setMotion($("motion").checked); };
  $("pace").value = stored("pace", "normal");
  if (!$("pace").value) $("pace").value = "normal";
  $("pace").onchange = () => { store("pace", $("pace").value); send({ set: { pace: $("pace").value } }); };
  $("single").checked = stored("single", "1") === "1";
  $("single").onchange = () => store("single", $("single").checked ? "1" : "0");
}
