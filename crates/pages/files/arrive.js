// What comes before the page that greets is drawn: games of addresses from before there was such a page lead on to the page to
// play, and a reader who chose a language on another page gets this one in it.

{
  const { hash, search } = location;
  let language;
  try {
    language = localStorage.getItem("ayla-language");
  } catch {
    // A browser that keeps nothing has its own language.
  }
  if (hash.includes("/")) location.replace(`play${search}${hash}`);
  else if (language && language !== document.documentElement.lang && !new URLSearchParams(search).has("locale")) location.replace(`?locale=${encodeURIComponent(language)}`);
}
