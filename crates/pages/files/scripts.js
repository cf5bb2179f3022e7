// The addresses of the scripts of workers, which the policy of the page takes from here only.

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("ayla-workers", { createScriptURL: String });

/**
 * @param {string} address
 * @returns {string}
 */
export const script = (address) => policy?.createScriptURL(address) ?? address;
