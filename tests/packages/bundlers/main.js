import { show } from "./page.js";

show(document.querySelector("main"), new URLSearchParams(location.search).get("server")).catch((error) => document.body.append(`failed: ${error}`));
