export { LitElement, css, html, nothing, svg, unsafeCSS } from "lit";
