// Ends notifications when somebody opens the link in a mail, with no further click. Mail scanners that only fetch links
// run no script, so they end nothing.
/** @type {HTMLFormElement} */ (document.getElementById("asked")).requestSubmit();

export {};
