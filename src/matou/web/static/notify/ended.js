// A link in a mail ends what it came with, in one click: whoever follows it with a browser has clicked.
// Programs that only look at links, as mail scanners do, run no script and end nothing.
/** @type {HTMLFormElement} */ (document.getElementById("asked")).requestSubmit();

export {};
