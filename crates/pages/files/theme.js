// The colours that the reader chose on the page, before anything is drawn. page.js keeps them.

try {
  const theme = localStorage.getItem("ayla-theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing has its own colours.
}
