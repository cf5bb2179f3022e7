// What the browser keeps for the page, if it keeps anything: one that does not, or has no room left, changes nothing else.

/**
 * @param {string} key
 * @param {"localStorage" | "sessionStorage"} [where]
 * @returns {string} nothing if nothing is kept
 */
export function kept(key, where = "localStorage") {
  try {
    return globalThis[where].getItem(key) ?? "";
  } catch {
    return "";
  }
}

/**
 * The keys under which the browser keeps something for longer, of those that begin like this.
 * @param {string} beginning
 */
export function keptKeys(beginning) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(beginning));
  } catch {
    return [];
  }
}

/**
 * Returns whether there was room.
 * @param {string} key
 * @param {string} value
 * @param {"localStorage" | "sessionStorage"} [where]
 */
export function keep(key, value, where = "localStorage") {
  try {
    if (value) globalThis[where].setItem(key, value);
    else globalThis[where].removeItem(key);
    return true;
  } catch {
    return false;
  }
}
