// The worker for searches: it answers calls one after the other, and is ended to stop one.
import { type Answer, type Call, Rules, WeightsNeeded } from "./rules.js";

/** What the worker is told: at first its module, then weights and calls. */
export type Told = { module: WebAssembly.Module } | { game: string; weights: Uint8Array } | { call: Call };

/** What it tells: messages of a stream, and then how the call ended. */
export type Tells = { message: string } | { answer: Answer } | { needs: string } | { failure: string };

interface Port {
    postMessage(tells: Tells): void;
}

let rules: Rules | undefined;

function hear(told: Told, port: Port): void {
    try {
        if ("module" in told) {
            rules = new Rules(told.module);
        } else if ("weights" in told) {
            rules?.lend(told.game, told.weights);
        } else if (rules) {
            port.postMessage({ answer: rules.call(told.call, (message) => port.postMessage({ message })) });
        }
    } catch (error) {
        port.postMessage(error instanceof WeightsNeeded ? { needs: error.game } : { failure: String(error) });
    }
}

const scope = globalThis as unknown as Port & { onmessage: unknown };
if (typeof scope.postMessage === "function") {
    scope.onmessage = ({ data }: { data: Told }) => hear(data, scope);
} else {
    const module = "node:worker_threads";
    // Without a top-level await, which bundlers do not accept in every form of a worker. Messages wait for the listener.
    void import(/* @vite-ignore */ module).then(({ parentPort }) => parentPort.on("message", (told: Told) => hear(told, parentPort)));
}
