// Printing a recovery code.

const button = /** @type {HTMLElement} */ (document.getElementById("print"));
button.hidden = false;
button.onclick = () => window.print();

export {};
