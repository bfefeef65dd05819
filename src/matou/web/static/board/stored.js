// Preferences that a browser stores. In a private window nothing is stored.

/** @param {string} key @param {string} otherwise */
export const stored = (key, otherwise) => { try { return localStorage.getItem(key) ?? otherwise; } catch { return otherwise; } };
/** @param {string} key @param {string} value */
export const store = (key, value) => { try { localStorage.setItem(key, value); } catch { /* private window */ } };
