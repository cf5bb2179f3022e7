// Keeps the pages of one build, so that they work without a connection. The server names the build and what belongs to it. Pages and files come
// from here also when there is a connection: a build takes the place of another only as a whole, when a person agrees. Answers of the service
// are never kept.

const VERSION = "";
/** @type {string[]} paths below the folder of this script */
const KEPT = [];

/** @type {any} */
const worker = self;
/** @type {string} */
const scope = worker.registration.scope;
/** What the names of all builds begin with: there may be other servers at other paths. */
const OWN = `ayla ${scope} `;
const CACHE = OWN + VERSION;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT.map((path) => scope + path))));
});

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));

async function begin() {
  const others = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
  // A tab with the build before goes on with its files.
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

worker.addEventListener("message", (/** @type {MessageEvent} */ { data }) => data === "take" && worker.skipWaiting());

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  /** @type {{request: Request}} */
  const { request } = event;
  if (!request.url.startsWith(scope)) return;
  const isFile = request.url.startsWith(`${scope}pages/`);
  if (isFile || request.mode === "navigate") event.respondWith(answer(request, isFile).catch(() => fetch(request)));
});

/**
 * @param {Request} request
 * @param {boolean} isFile of any build; otherwise it is a page of this one
 */
async function answer(request, isFile) {
  const kept = isFile ? caches : await caches.open(CACHE);
  const found = (await kept.match(request, { ignoreVary: true })) ?? (isFile ? undefined : await kept.match(request, { ignoreVary: true, ignoreSearch: true }));
  return found ?? fetch(request);
}
