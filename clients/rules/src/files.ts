import { WEIGHTS } from "./operations.js";

/** Where the files of the package come from. */
export interface Files {
    /** The module `rules.wasm`, compiled. */
    module(): Promise<WebAssembly.Module>;
    /** The weights of a game. */
    weights(game: string): Promise<Uint8Array>;
}

/** The files beside this module, of the disk or of the server that it was loaded from. */
export const beside: Files = {
    async module() {
        return WebAssembly.compile(await bytesOf(new URL("./rules.wasm", import.meta.url)));
    },
    async weights(game) {
        const url = WEIGHTS.get(game);
        if (url === undefined) {
            throw new Error(`there are no weights of ${game}`);
        }
        return bytesOf(url());
    },
};

async function bytesOf(url: URL): Promise<Uint8Array<ArrayBuffer>> {
    if (url.protocol === "file:" && "process" in globalThis) {
        // Bundlers for browsers are not to look for it.
        const module = "node:fs/promises";
        const { readFile } = await import(module);
        return readFile(url);
    }
    const response = await fetch(url);
    if (!response.ok) {
        throw new Error(`status ${response.status} for ${url}`);
    }
    return new Uint8Array(await response.arrayBuffer());
}
