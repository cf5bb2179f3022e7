export type { Files } from "./files.js";
export { type CallOptions, Local, local } from "./local.js";
export { type Answer, type Call, Rules, WeightsNeeded } from "./rules.js";
