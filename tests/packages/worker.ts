// A worker: the answer to a request is what the games came to, at the server that the query names.
import { useEverything } from "./games.ts";

export default {
    async fetch(request: Request): Promise<Response> {
        const address = new URL(request.url).searchParams.get("server");
        try {
            return new Response((await useEverything(`http://${address}`)).join("\n"));
        } catch (error) {
            return new Response(String(error), { status: 500 });
        }
    },
};
