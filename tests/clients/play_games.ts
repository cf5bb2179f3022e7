// Plays a move of each game, and then a whole game turn by turn, through the types that openapi-typescript generates:
// play_games.ts ADDRESS
// That this file compiles is half of the test.
import createClient from "openapi-fetch";
import type { components, paths } from "./mancala.ts";

declare const process: { argv: string[] };

type Setup = components["schemas"]["Setup"];
type Event = components["schemas"]["Event"];
type Variant = components["schemas"]["VariantName"];

/** More than any of these games takes. */
const MOST_TURNS = 400;

/** The seeds in the stores, where the game has stores; the variant decides the type of the options. */
function describe(setup: Setup): string {
    switch (setup.variant) {
        case "awale":
            return `captures ${setup.options.capture}, stores ${setup.stores.south}/${setup.stores.north}`;
        case "andada":
            return `team of ${setup.options.team}, phase ${setup.phase}`;
        default:
            return `stores ${setup.stores.south}/${setup.stores.north}`;
    }
}

function sown(event: Event): number {
    return "sow" in event ? (event.sow.houses?.length ?? 1) : 0;
}

const client = createClient<paths>({ baseUrl: `http://${process.argv[2]}` });

/** The answer, or the problem as an exception. */
function answered<T>({ data, error }: { data?: T; error?: components["schemas"]["Problem"] }): T {
    if (data === undefined) {
        throw new Error(`${error?.reason}: ${error?.detail}`);
    }
    return data;
}

/**
 * Plays the first legal move of each turn against the engine until a game is over, with one call a turn. The game is sent
 * as a token.
 */
async function playWholeGame(variant: Variant): Promise<void> {
    const params = { path: { variant } };
    const side: components["schemas"]["Side"] = "south";
    const shown = { side, reply: { level: 1, seed: 1 }, names: { south: "Amina", north: "Ayla" } };
    let answer = answered(await client.POST("/v1/variants/{variant}/play-turn", { params, body: shown }));
    let turns = 0;
    let plays = 0;
    while (!answer.status.over) {
        const body = { ...shown, token: answer.position.token, move: answer.legalMoves?.[0]?.move };
        answer = answered(await client.POST("/v1/variants/{variant}/play-turn", { params, body }));
        turns += 1;
        plays += answer.plays.length;
        if (answer.refused || answer.unanswered || answer.position.ply !== plays || turns > MOST_TURNS) {
            throw new Error(`${variant}, turn ${turns}: ${JSON.stringify(answer)}`);
        }
    }
    if (answer.legalMoves?.length !== 0 || answer.result === undefined) {
        throw new Error(`${variant}, after the end: ${JSON.stringify(answer)}`);
    }
    console.log(`${variant}: ${turns} turns, ${plays} moves. ${answer.result}`);
}

const { variants } = answered(await client.GET("/v1/variants"));
for (const { name: variant } of variants) {
    const params = { path: { variant } };
    const start = answered(await client.POST("/v1/variants/{variant}/start-game", { params, body: {} }));
    const { setup } = start.position;
    if (setup === undefined) {
        throw new Error(`${variant}: no set-up, although it was not omitted`);
    }
    const suggestion = answered(
        await client.POST("/v1/variants/{variant}/suggest-move", { params, body: { setup, nodes: 1000 } }),
    );
    const body = { setup, move: suggestion.move, seat: suggestion.seat };
    const after = answered(await client.POST("/v1/variants/{variant}/apply-move", { params, body }));
    const seeds = (after.events ?? []).map(sown).reduce((sum, count) => sum + count, 0);
    if (after.position.text === start.position.text || seeds === 0 || after.status.turn === undefined) {
        throw new Error(`${variant}: ${JSON.stringify(after)}`);
    }
    console.log(`${variant}: ${suggestion.move} sows ${seeds} seeds; ${describe(setup)}; ${after.status.turn} to move`);
    await playWholeGame(variant);
}
