// Opening a record: a file that is chosen or dropped becomes the text of the form.

const form = document.getElementById("open");
const field = document.getElementById("record");
const drop = document.getElementById("drop");

async function take(file) {
  if (!file) return;
  // What is far too long is cut: the server says so, in words.
  field.value = await file.slice(0, Number(form.dataset.most) * 2).text();
  if (!field.value) field.value = " ";
  form.submit();
}

document.getElementById("file").onchange = (event) => take(event.target.files[0]);
for (const kind of ["dragenter", "dragover"]) addEventListener(kind, (event) => { event.preventDefault(); drop.classList.add("over"); });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) drop.classList.remove("over"); });
addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  const { files } = event.dataTransfer;
  if (files.length) take(files[0]);
  else { field.value = event.dataTransfer.getData("text/plain"); field.focus(); }
});
drop.tabIndex = 0;
drop.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); document.getElementById("file").click(); } };
