// Where the server is: above the folder from which these files come. A proxy may have it below a path of its own.

const ROOT = import.meta.url.slice(0, import.meta.url.lastIndexOf("/pages/"));

/**
 * The whole address of a path of the server.
 * @param {string} path such as `/v1/variants`
 */
export const address = (path) => ROOT + path;
