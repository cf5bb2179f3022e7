// What comes before a page is drawn: a reader who chose a language gets each page in it, and the rules are in that of the browser.

{
  const KEPT = "ayla-language";
  const { hash, search } = location;
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { translated } = script.dataset;
  let language = "";
  try {
    language = localStorage.getItem(KEPT) ?? "";
  } catch {
    // A browser that keeps nothing has its own language.
  }
  // A page of the rules names its translations. The server writes the other pages in the language that is asked for.
  const here = document.documentElement.lang;
  const tags = navigator.languages.map((tag) => tag.split("-")[0] ?? "");
  if (translated !== undefined) language ||= tags.find((tag) => tag === here || script.hasAttribute(`data-in-${tag}`)) ?? "";
  const there = translated === undefined ? `?locale=${encodeURIComponent(language)}` : script.getAttribute(`data-in-${language}`);
  const isAsked = new URLSearchParams(search).has("locale");
  if (language && language !== here && there && !isAsked) location.replace(there + hash);

  // Who follows a link to a translation chooses its language.
  addEventListener("click", ({ target }) => {
    const link = target instanceof Element && target.closest("a[hreflang]");
    if (!link) return;
    try {
      localStorage.setItem(KEPT, link.getAttribute("hreflang") ?? "");
    } catch {
      // The link leads there all the same.
    }
  });
}
