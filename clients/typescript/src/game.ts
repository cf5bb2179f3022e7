import type { Variant } from "./calls.js";
import type { Client } from "./client.js";
import { pause } from "./retry.js";
import type {
    PlayTurnRequest,
    PlayTurnResponse,
    Reply,
    ReviewedPly,
    Side,
    Status,
    SuggestMoveRequest,
    SuggestMoveResponse,
} from "./schema.js";

export interface GameOptions {
    /** How the game begins, or the token or record of one to go on with; and texts, names and the like for each turn. */
    request?: PlayTurnRequest;
    /** The person's side against the engine: South unless you say otherwise. */
    side?: Side;
    /** How the engine plays. Its seed is drawn if it has none. Without `reply` two people play. */
    reply?: Reply;
}

interface Said {
    side?: Side | undefined;
    move?: string | undefined;
    seat?: number | undefined;
    proposedBy?: Side | undefined;
}

/**
 * A game against the engine, or between two people. Begin it with {@link Game.start}.
 *
 * The object holds the game: the answer of each turn, with its token. The server keeps nothing.
 */
export class Game {
    readonly client: Client;
    readonly variant: Variant;
    /** The person's side against the engine. */
    readonly side: Side | undefined;
    readonly reply: Reply | undefined;
    readonly #shown: PlayTurnRequest;
    readonly #turns: PlayTurnResponse[] = [];
    /** The turns that nobody can take back: the start, and the engine's opening move. */
    #fixed = 0;
    #proposedBy: Side | undefined;

    private constructor(client: Client, variant: Variant, { request = {}, side = "south", reply }: GameOptions) {
        this.client = client;
        this.variant = variant;
        this.side = reply && side;
        this.reply = reply && { seed: drawSeed(), ...reply };
        // The rest begins the game, or belongs to one move.
        const { position, setup, token, moves, options, preset, first, move, seat, proposedBy, ...shown } = request;
        this.#shown = shown;
    }

    /** Begins a game, or goes on with one whose token or record is in the request. */
    static async start(client: Client, variant: Variant, options: GameOptions = {}): Promise<Game> {
        const game = new Game(client, variant, options);
        game.#turns.push(await client.playTurn(variant, { ...options.request, reply: null, move: null }));
        if (game.reply && game.status.turn !== undefined && game.status.turn !== game.side) {
            await game.#turn({ side: game.side });
        }
        game.#fixed = game.#turns.length;
        return game;
    }

    /** The answer to the last turn, with all there is to show. */
    get answer(): PlayTurnResponse {
        return this.#turns.at(-1)!;
    }

    /** The game in a word: to go on later, send it in the request of {@link Game.start}. */
    get token(): string {
        return tokenOf(this.answer);
    }

    /** Whose turn it is, or how the game ended. */
    get status(): Status {
        return this.answer.status;
    }

    /** The moves made since {@link Game.start}. */
    get moves(): string[] {
        return this.#turns.flatMap((turn) => turn.plays.map((play) => play.move));
    }

    /**
     * Makes a move, and lets the engine reply. A move that is not possible changes nothing: see `refused`. Between two people
     * `side` is who speaks, and the player to move unless you say otherwise.
     */
    play(move: string, { seat, side }: { seat?: number; side?: Side } = {}): Promise<PlayTurnResponse> {
        return this.#turn({ move, seat, side: side ?? this.side ?? this.status.turn });
    }

    /** Proposes to stop, or agrees to what the other person has proposed. The engine answers at once: see `proposed`. */
    agree(side?: Side): Promise<PlayTurnResponse> {
        const speaker = side ?? this.side ?? this.status.turn;
        return this.#turn({ move: "agree", side: speaker, proposedBy: this.#proposedBy });
    }

    /** A good move for the player to move. It is not made. */
    hint(request: SuggestMoveRequest = {}): Promise<SuggestMoveResponse> {
        return this.client.suggestMove(this.variant, { ...request, token: this.token });
    }

    /** Goes back to the position before the last turn, the engine's replies included, and returns its answer. */
    undo(): PlayTurnResponse {
        if (this.#turns.length <= this.#fixed) {
            throw new Error("there is no turn to take back");
        }
        this.#turns.pop();
        this.#proposedBy = undefined;
        return this.answer;
    }

    /**
     * What each move since {@link Game.start} cost, as it is found.
     *
     * With fewer than 20,000 `nodes`, moves whose values are only estimated are left out.
     */
    async *review({ nodes }: { nodes?: number } = {}): AsyncGenerator<ReviewedPly> {
        const { token, ply } = this.#turns[0]!.position;
        const moves = this.moves;
        const last = ply + moves.length;
        let [reached, misses] = [ply, 0];
        while (reached < last) {
            const plies = { from: reached + 1, to: Math.min(reached + 50, last) };
            const { locale = null, names = null } = this.#shown;
            const request = { token: token!, moves, ...plies, nodes: nodes ?? null, locale, names };
            for await (const { reviewed, end } of this.client.reviewGame(this.variant, request)) {
                if (reviewed) {
                    yield reviewed;
                }
                reached = end?.reviewedTo ?? reached;
                if (end?.unanswered) {
                    misses += 1;
                    if (misses > this.client.retries) {
                        return;
                    }
                    await pause(end.unanswered.retryAfterMs);
                }
            }
        }
    }

    async #turn(said: Said): Promise<PlayTurnResponse> {
        const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
        let asked: PlayTurnRequest = { ...this.#shown, ...held(this.answer), reply: this.reply ?? null, ...given };
        let answer = await this.client.playTurn(this.variant, asked);
        const plays = [...answer.plays];
        for (let tries = 0; tries < this.client.retries && (answer.unanswered || answer.truncated); tries += 1) {
            await pause(answer.unanswered?.retryAfterMs ?? 0);
            // What was played counts, and only the reply is missing. A proposal that was not answered is made again.
            if (plays.length > 0 || said.move !== "agree") {
                asked = { ...asked, ...held(answer), move: null, seat: null };
            }
            answer = await this.client.playTurn(this.variant, asked);
            plays.push(...answer.plays);
        }
        answer = { ...answer, plays };
        if (plays.length > 0) {
            this.#turns.push(answer);
        }
        const { proposed } = answer;
        this.#proposedBy = proposed?.accepted === undefined ? proposed?.by : undefined;
        return answer;
    }
}

function tokenOf({ position }: PlayTurnResponse): string {
    if (position.token === undefined) {
        throw new Error("a game needs its token: do not omit it");
    }
    return position.token;
}

/** The game as the next call gets it: its record if records were asked for, which then goes on, else its token. */
function held(answer: PlayTurnResponse): Pick<PlayTurnRequest, "position" | "token"> {
    return answer.record === undefined ? { position: null, token: tokenOf(answer) } : { position: answer.record, token: null };
}

/** A number of 53 bits, which JSON keeps exactly everywhere. */
function drawSeed(): number {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    return (high >>> 11) * 2 ** 32 + low;
}
