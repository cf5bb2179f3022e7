// The package is optional.
declare module "@ayla/rules" {
    export function local(): Promise<import("./local.js").Local>;
}
