// Mancala in a terminal: node play.ts SERVICE GAME[:PRESET] SOUTH NORTH|LEVEL [LOCALE]
//
// A turn is what a person types, however they write it. The types are generated from the service's own description:
//
//     npm install openapi-typescript openapi-fetch
//     npx openapi-typescript SERVICE/openapi.json --output mancala.ts
import { createInterface } from "node:readline/promises";
import { argv, exit, stdin, stdout } from "node:process";
import createClient from "openapi-fetch";
import type { components, paths } from "./mancala.ts";

type Side = components["schemas"]["Side"];
type Turn = components["schemas"]["PlayTurnRequest"];
type Answer = components["schemas"]["PlayTurnResponse"];

const [service, game = "", south, north = "4", locale = "en"] = argv.slice(2);
const [variant, preset] = game.split(":") as [components["schemas"]["VariantName"], string?];
const client = createClient<paths>({ baseUrl: service, headers: { "accept-language": locale } });
const level = Number(north);
const always: Turn = {
    names: { south, north: level ? undefined : north },
    reply: level ? { level, seed: Date.now() } : undefined,
    text: ["line", "board"],
    omit: ["events"],
    locale,
};

/** Plays a turn, and shows the game after it, or why the call failed. */
async function play(turn: Turn): Promise<Answer | undefined> {
    const params = { path: { variant } };
    const { data, error } = await client.POST("/v1/variants/{variant}/play-turn", { params, body: { ...always, ...turn } });
    const [sentence] = data?.text?.line?.split("\n") ?? [error?.detail];
    if (data?.refused) console.log(`${data.refused.ruling}: ${data.refused.rulingTitle}`);
    // The moves are a person's, and none where the engine has to be asked again.
    const moves = data?.unanswered || data?.truncated ? [] : (data?.legalMoves ?? []);
    console.log(`${data?.text?.board ?? ""}${sentence}\n${moves.map(({ label }) => label).join(", ")}`);
    return data;
}

/** Who speaks next: the player to move, or who has to answer a proposal. A person against the engine is South. */
function speaker({ proposed, status }: Answer): Side | undefined {
    if (level) return "south";
    return proposed ? (proposed.by === "south" ? "north" : "south") : status.turn;
}

let answer = await play({ preset, side: "south" });
if (answer === undefined) exit(1);
const terminal = createInterface({ input: stdin, output: stdout, prompt: "> " });
terminal.prompt();
for await (const typed of terminal) {
    // Where the engine could not reply, or not to the end of its turn, Enter asks it again.
    const turn: Turn = { token: answer.position.token, move: typed.trim() || undefined, side: speaker(answer) };
    answer = (await play({ ...turn, proposedBy: answer.proposed?.by })) ?? answer;
    if (answer.status.over) break;
    terminal.prompt();
}
terminal.close();
