// The colours that the reader chose on the page to play, before anything is drawn.

{
  const theme = localStorage.getItem("ayla-theme");
  if (theme) document.documentElement.dataset.theme = theme;
}
