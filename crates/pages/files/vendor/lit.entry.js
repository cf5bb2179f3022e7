export { LitElement, css, html, nothing, svg, unsafeCSS } from "lit";
export { guard } from "lit/directives/guard.js";
