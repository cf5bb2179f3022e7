// What a program does with the package, in every runtime: every game, streams, errors. That this file compiles is a part of the
// test: it names every operation and every reason of the OpenAPI document.
import { AylaError, Client, type ErrorReason, Game, type operations, type Problem } from "ayla-client";

/** More turns than any of these games takes. */
const MOST_TURNS = 400;

/** The methods by the operations. Those by GET, and those that leave out the game, are others in another form. */
const METHODS: Record<Exclude<keyof operations, `${string}ByGet` | `${string}OfAnyGame`>, keyof Client> = {
    ListVariants: "listVariants",
    GetVariant: "getVariant",
    GetServerInfo: "getServerInfo",
    StartGame: "startGame",
    LegalMoves: "legalMoves",
    ValidateMove: "validateMove",
    ApplyMove: "applyMove",
    PlayTurn: "playTurn",
    ReplayGame: "replayGame",
    ReadGame: "readGame",
    GetPuzzle: "getPuzzle",
    FindPuzzle: "findPuzzle",
    SuggestMove: "suggestMove",
    SuggestMoveStream: "suggestMoveStream",
    ReviewGame: "reviewGame",
    Batch: "batch",
    RenderBoardAsSvg: "renderBoard",
    RenderBoardAsPng: "renderBoard",
    RenderBoardAsGif: "renderBoard",
};

/** The status of each reason, and how often a call is made that may be sent again twice. */
const REASONS: Record<ErrorReason, [status: number, calls: number]> = {
    MALFORMED_REQUEST: [400, 1],
    MALFORMED_POSITION: [400, 1],
    MALFORMED_MOVE: [400, 1],
    MALFORMED_TOKEN: [400, 1],
    UNKNOWN_FIELD: [400, 1],
    UNKNOWN_OPTION: [400, 1],
    OPTION_OUT_OF_RANGE: [400, 1],
    CONFLICTING_FIELDS: [400, 1],
    MISSING_FIELD: [400, 1],
    SEAT_OUT_OF_RANGE: [400, 1],
    INCONSISTENT_POSITION: [422, 1],
    VARIANT_MISMATCH: [422, 1],
    NOT_YOUR_TURN: [409, 1],
    OLD_BOARD: [409, 1],
    ILLEGAL_LINE: [409, 1],
    ROUND_NOT_OVER: [409, 1],
    NO_FURTHER_ROUND: [409, 1],
    UNKNOWN_VARIANT: [404, 1],
    UNKNOWN_PRESET: [404, 1],
    NO_SUCH_PUZZLE: [404, 1],
    NOT_FOUND: [404, 1],
    METHOD_NOT_ALLOWED: [405, 1],
    TOO_LARGE: [413, 1],
    UNSUPPORTED_MEDIA_TYPE: [415, 1],
    UNSUPPORTED_TRANSFER_CODING: [501, 1],
    UNAUTHENTICATED: [401, 1],
    FORBIDDEN: [403, 1],
    RATE_LIMITED: [429, 3],
    SEARCH_QUEUE_FULL: [429, 3],
    OVERLOADED: [503, 3],
    DEADLINE_EXCEEDED: [504, 1],
    CANCELLED: [499, 1],
    INTERNAL: [500, 1],
    GAME_OVER: [409, 1],
    NOT_IN_THIS_GAME: [409, 1],
    WRONG_PHASE: [409, 1],
    NO_SUCH_HOUSE: [409, 1],
    NOT_YOUR_HOUSE: [409, 1],
    EMPTY_HOUSE: [409, 1],
    MUST_FEED: [409, 1],
    GRAND_SLAM: [409, 1],
    ENDLESS_SOWING: [409, 1],
    MUST_MOVE: [409, 1],
};

function check(what: string, holds: boolean, evidence: unknown = ""): void {
    if (!holds) {
        throw new Error(`${what}: ${JSON.stringify(evidence)}`);
    }
}

async function errorOf(call: Promise<unknown>): Promise<AylaError> {
    try {
        await call;
    } catch (error) {
        if (error instanceof AylaError) {
            return error;
        }
        throw error;
    }
    throw new Error("the call was not refused");
}

/** Each reason as an error, by a server that is made up here. */
async function meetEveryReason(): Promise<void> {
    for (const [reason, [status, calls]] of Object.entries(REASONS) as [ErrorReason, [number, number]][]) {
        let made = 0;
        const texts = { type: "urn:ayla", title: "no", detail: "no" };
        const problem: Problem = { ...texts, status, reason, retryAfterMs: 1, metadata: {}, violations: [] };
        const fetch = async () => {
            made += 1;
            return Response.json(problem, { status });
        };
        const error = await errorOf(new Client({ baseUrl: "http://made.up", fetch, retries: 2 }).getServerInfo());
        check(reason, error.reason === reason && error.status === status && made === calls, [error, made]);
    }
}

/** A proxy whose server is away. */
async function waitForTheServer(): Promise<void> {
    const replies = [new Response("<h1>502</h1>", { status: 502 }), Response.json({ positions: [] })];
    const fetch = async () => replies.shift() ?? Response.error();
    const { positions } = await new Client({ baseUrl: "http://made.up", fetch }).replayGame("awale", {});
    check("a call is sent again after 502", positions.length === 0);
}

/** The header of rates: a call after the one that used up the rate waits until one is free. */
async function keepToTheRate(): Promise<void> {
    const times: number[] = [];
    const headers = { ratelimit: '"calls";r=0;t=1', "ratelimit-policy": '"calls";q=10;w=1' };
    const fetch = async () => {
        times.push(performance.now());
        return Response.json({}, { headers });
    };
    const client = new Client({ baseUrl: "http://made.up", fetch });
    await client.getServerInfo();
    await client.getServerInfo();
    const [first = 0, second = 0] = times;
    // Timers may be a millisecond early.
    check("the second call waits a tenth of a second", second - first >= 98, times);
}

/** The operations that a game does not use. */
async function useOperations(client: Client, variant: string): Promise<void> {
    check("server-info", (await client.getServerInfo()).limits.lineMoves > 0);
    check("get-variant", (await client.getVariant(variant)).variant.name === variant);
    const { position, legalMoves = [] } = await client.startGame(variant);
    const [token, move] = [position.token ?? null, legalMoves[0]?.move ?? ""];
    check("legal-moves", (await client.legalMoves(variant, { token })).legalMoves?.length === legalMoves.length);
    check("validate-move", (await client.validateMove(variant, { token, move })).legal);
    const { setup } = position;
    check("a set-up", setup !== undefined);
    const after = await client.applyMove(variant, { setup: setup ?? null, move });
    check("apply-move", after.events?.some((event) => "sow" in event) === true, after);
    check("replay-game", (await client.replayGame(variant, { token, moves: [move] })).positions.length === 2);
    const read = await client.readGame({ text: `${position.text} moves ${move}` });
    check("read-game", read.format === "ayla" && read.games[0]?.moves[0] === move, read);
    const { id, moves, solution } = await client.findPuzzle(variant, { grade: 1, day: "2026-12-01", solution: true });
    check("get-puzzle", (await client.getPuzzle(id)).moves === moves, id);
    const { puzzle } = await client.playTurn(variant, { puzzle: id, move: solution?.[0] ?? null });
    check("a puzzle", puzzle?.state !== "wrong" && (puzzle?.movesLeft ?? 0) === moves - 1, puzzle);
    const lasts: boolean[] = [];
    for await (const { last } of client.suggestMoveStream(variant, { token, nodes: 1000 })) {
        lasts.push(last);
    }
    check("suggest-move-stream", lasts.indexOf(true) === lasts.length - 1 && lasts.length > 0, lasts);
    const answers = [];
    for await (const answer of client.batch([{ id: "first", token, move }, { token: "none" }])) {
        answers.push(answer);
    }
    const [about, wrong] = answers;
    check("batch", about?.id === "first" && about.position === after.position.line, answers);
    check("batch, one position wrong", wrong?.error?.reason === "MALFORMED_TOKEN" && answers.length === 2, answers);
    const line = [move, after.legalMoves?.[0]?.move ?? ""];
    for (const form of ["svg", "png", "gif"] as const) {
        const picture = await client.renderBoard(variant, form, { position: position.text, moves: line, width: 320 });
        check(form, picture.size > 0 && picture.type.startsWith("image/"), picture.type);
    }
    const refused = await errorOf(client.applyMove(variant, { token, move: "99" }));
    check("a reason", refused.reason === "NO_SUCH_HOUSE", refused);
}

/** A whole game against the engine, with everything that a game can do. */
async function play(client: Client, variant: string): Promise<string> {
    const game = await Game.start(client, variant, { request: { record: true, text: ["line"] }, reply: { level: 1, seed: 1 } });
    const first = game.token;
    check("a move that is refused", (await game.play("99")).refused?.reason === "NO_SUCH_HOUSE");
    await game.play(game.answer.legalMoves?.[0]?.move ?? "");
    game.undo();
    check("undo", game.token === first);
    check("a hint", (await game.hint({ nodes: 1000 })).move !== "");
    for (let turns = 0; !game.status.over && turns < MOST_TURNS; turns += 1) {
        const answer = await game.play(game.answer.legalMoves?.[0]?.move ?? "");
        check("a turn", !answer.refused && !answer.unanswered, answer);
    }
    check("the game is over", game.status.over && game.answer.record?.split(" moves ")[1] === game.moves.join(" "));
    // The last moves of a game are proven by few nodes, and the others are left out. Not in togyzqumalaq, which stops at more
    // than half of the seeds with many in the houses.
    const reviewed = [];
    for await (const found of game.review({ nodes: 1000 })) {
        reviewed.push(found);
    }
    const asPlayed = reviewed.every(({ ply, move }) => move === game.moves[ply - 1]);
    check("reviewed moves", (reviewed.length > 0 || variant === "togyzqumalaq") && asPlayed, reviewed);
    return `${variant}: ${game.moves.length} moves. ${game.answer.result}`;
}

/** The beginning of a game of two people, who stop by agreement where that is possible. */
async function playBetweenPeople(client: Client, variant: string): Promise<void> {
    let game = await Game.start(client, variant);
    await game.play(game.answer.legalMoves?.[0]?.move ?? "");
    game = await Game.start(client, variant, { request: { token: game.token } });
    if (game.status.canAgree) {
        check("a proposal", (await game.agree("south")).proposed?.by === "south" && !game.status.over);
        await game.agree("north");
        check("an agreement", game.status.reason === "agreement", game.status);
    } else {
        check("no agreement", (await game.agree("south")).refused !== undefined);
    }
    game = await Game.start(client, variant, { side: "north", reply: { level: 2 } });
    check("the engine has opened", game.moves.length > 0 && game.reply?.seed !== undefined);
}

/** Uses the package in every way, and returns how the games ended. */
export async function useEverything(baseUrl: string): Promise<string[]> {
    const called = new Set<string>();
    const fetch = (request: Request) => {
        const { pathname } = new URL(request.url);
        called.add(`${request.method} ${pathname.replace(/^\/v1\/variants\/[a-z]+/, "…").replace(/(puzzles\/).*/, "$1…")}`);
        return globalThis.fetch(request);
    };
    const client = new Client({ baseUrl, fetch });
    const ends = [];
    for (const { name } of (await client.listVariants()).variants) {
        await useOperations(client, name);
        ends.push(await play(client, name));
        await playBetweenPeople(client, name);
    }
    check("every operation was called", called.size === Object.keys(METHODS).length, [...called]);
    await meetEveryReason();
    await waitForTheServer();
    await keepToTheRate();
    return ends;
}
