// The form for a new table: seats that follow the choice above say who takes them.

const form = /** @type {HTMLFormElement} */ (document.querySelector(".setting"));
/** @type {Record<string, string>} */
const same = { friends: "friend", same: "here" }; // the option that equals a way to play

function name() {
  const mode = /** @type {HTMLInputElement} */ (form.querySelector("[name=mode]:checked")).value;
  for (const list of form.querySelectorAll("select[name^=seat]")) {
    for (const option of list.querySelectorAll("option")) {
      if (!option.value) option.textContent = /** @type {DOMStringMap} */ (/** @type {HTMLElement} */ (list).dataset)[mode] || "";
      else if (!option.selected) option.hidden = option.value === same[mode];
    }
  }
}

form.addEventListener("change", name);
addEventListener("pageshow", name); // the browser restores choices when somebody comes back
name();

export {};
