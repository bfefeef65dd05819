// The form for a new table: seats that follow the choice above say who takes them.

const form = /** @type {HTMLFormElement} */ (document.querySelector(".setting"));
/** @param {string} field */
const chosen = (field) => /** @type {HTMLInputElement} */ (form.querySelector(`[name=${field}]:checked`)).value;

function name() {
  const mode = chosen("mode"), same = mode === "bot" ? chosen("level") : mode === "friends" ? "friend" : "here";
  for (const list of /** @type {NodeListOf<HTMLSelectElement>} */ (form.querySelectorAll("select[name^=seat]"))) {
    // The first entry stands for what was chosen above, which is then not listed a second time.
    for (const option of list.querySelectorAll("option")) {
      if (!option.value) option.textContent = list.querySelector(`option[value="${same}"]`)?.textContent || "";
      else option.hidden = option.disabled = option.value === same && !option.selected;
    }
  }
}

form.addEventListener("change", name);
addEventListener("pageshow", name); // the browser restores choices when somebody comes back
name();

export {};
