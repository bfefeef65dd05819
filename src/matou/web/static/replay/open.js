// Opens a record: puts a chosen or dropped file into the form.

import { openRecord } from "../tables/server.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("open"));
const field = /** @type {HTMLTextAreaElement} */ (document.getElementById("record"));
const drop = /** @type {HTMLElement} */ (document.getElementById("drop"));
const chosen = /** @type {HTMLInputElement} */ (document.getElementById("file"));

/** @param {File} [file] */
async function take(file) {
  if (!file) return;
  // Cut far too long files; the server explains the refusal.
  field.value = await file.slice(0, Number(form.dataset.most) * 2).text();
  if (!field.value) field.value = " ";
  form.requestSubmit();
}

// Without a server, this page opens the record itself.
const opening = openRecord;
if (opening) form.onsubmit = async (event) => {
  event.preventDefault();
  const wrong = await opening(field.value);
  const box = /** @type {HTMLElement} */ (document.getElementById("wrong"));
  box.hidden = !wrong;
  box.textContent = wrong;
};


chosen.onchange = () => take(chosen.files?.[0]);
for (const kind of ["dragenter", "dragover"]) addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("over"); });
addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  const brought = event.dataTransfer;
  if (!brought) return;
  if (brought.files.length) take(brought.files[0]);
  else { field.value = brought.getData("text/plain"); field.focus(); }
});
drop.tabIndex = 0;
drop.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); chosen.click(); } };
