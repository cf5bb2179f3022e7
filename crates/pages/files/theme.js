// The colours that the reader chose on the page, before anything is drawn. page.js keeps them.

// A page in the frame of another has no room for its menus.
if (window.top !== window.self) document.documentElement.dataset.framed = "";
try {
  const theme = localStorage.getItem("ayla-theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing has its own colours.
}
