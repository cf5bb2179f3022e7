// A game: where it began, the moves made since, and who plays. The service says everything else.

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Event} Event */
/** @typedef {import("./look.js").Variant} Variant */
/** @typedef {{side: Side, move: string, seat?: number, events: Event[], sentence: string}} Play */
/** @typedef {{move: string, value: number, certainty: string, principalLine: string[], candidates?: {move: string, value: number}[], depth: number}} Suggestion */
/** @typedef {Record<string, string | number | boolean>} Options */
/** @typedef {{variant: Variant, options: Options, south: number[], north: number[], stores?: {south: number, north: number}, turn: Side, phase?: string, quiet?: number, first?: Side, over?: string}} Setup */
/**
 * @typedef {object} Turn the answer of PlayTurn
 * @property {Play[]} plays
 * @property {{reason: string, ruling?: string, message: string}} [refused]
 * @property {{reason: string, message: string, retryAfterMs?: number}} [unanswered]
 * @property {{line: string, token: string, ply: number, setup: Setup}} position
 * @property {Board} board
 * @property {{over: boolean, turn?: Side, winner?: string}} status
 * @property {{move: string, seat?: number}[]} legalMoves
 * @property {{move: string, ruling: string, message: string}[]} illegalMoves
 * @property {string} [prompt]
 * @property {string} [result]
 * @property {{winner: string, score: {south: number, north: number}}} [agree]
 */
/** @typedef {{game: Game, turn: Turn}} Started */
/** @typedef {{south: number, north: number}} Players the level of the engine that plays a side; 0 for a person */
/** @typedef {{variant: Variant, token: string, moves: string[], players: Players, watch: boolean}} Address */

/** The most moves that a request takes, and how many more a call may make. */
const MOST_MOVES = 1_000;
const ROOM = 10;

/**
 * Reads a game in an address, such as `#awale/EgCD99AA/3.4.6?north=4`.
 * @param {string} hash
 * @returns {Address | undefined}
 */
export function readAddress(hash) {
  const [, variant, token, moves, query] = /^#(awale|andada|anywoli)\/([\w-]+)(?:\/([\w.]*))?(?:\?(.*))?$/.exec(hash) ?? [];
  if (!variant || !token) return undefined;
  const parameters = new URLSearchParams(query);
  const level = (/** @type {Side} */ side) => Math.min(10, Math.max(0, Math.trunc(Number(parameters.get(side))) || 0));
  return {
    variant: /** @type {Variant} */ (variant),
    token,
    moves: moves ? moves.split(".").filter(Boolean).slice(0, MOST_MOVES) : [],
    players: { south: level("south"), north: level("north") },
    watch: parameters.has("watch"),
  };
}

/** @param {Address} address */
export function writeAddress({ variant, token, moves, players, watch }) {
  const parameters = new URLSearchParams();
  for (const side of /** @type {Side[]} */ (["south", "north"])) {
    if (players[side]) parameters.set(side, String(players[side]));
  }
  if (watch) parameters.set("watch", "");
  const query = parameters.toString();
  return `#${variant}/${token}/${moves.join(".")}${query && `?${query}`}`;
}

export class Game {
  /** @type {Map<number, Turn>} how the game stood after so many moves */
  #known = new Map();
  /** @type {{at: number, token: string, behind: number}[]} positions that requests begin with, and how many moves their tokens have */
  #starts;
  /** @type {Promise<void> | undefined} */
  #recalled;

  /**
   * @param {Api} api
   * @param {Address} address
   */
  constructor(api, { variant, token, moves, players, watch }) {
    this.api = api;
    this.variant = variant;
    this.#starts = [{ at: 0, token, behind: 0 }];
    /** All moves, those that were taken back too. */
    this.moves = moves;
    /** How many of them are made. */
    this.at = moves.length;
    /** The ply of the first position; known with the first answer. */
    this.ply = 0;
    this.players = players;
    this.watch = watch;
    /** @type {Map<number, Play>} the moves of which more is known, by their number from 0 */
    this.plays = new Map();
  }

  /**
   * Starts a game.
   * @param {Api} api
   * @param {Variant} variant
   * @param {object} rules a preset or options, and who begins; or a setup
   * @param {Players} players
   * @param {AbortSignal} [signal]
   * @returns {Promise<Started>}
   */
  static async start(api, variant, rules, players, signal) {
    const turn = await api.call(`/v1/variants/${variant}/play-turn`, { ...rules, locale: api.language }, signal);
    const game = new Game(api, { variant, token: turn.position.token, moves: [], players, watch: false });
    game.#learn(0, turn);
    return { game, turn };
  }

  /**
   * This game up to a position, from which somebody tries other moves for a side.
   * @param {number} at
   * @param {Side} side
   */
  branch(at, side) {
    const game = new Game(this.api, { ...this, token: "", moves: this.moves.slice(0, at), players: { ...this.players, [side]: 0 } });
    game.#starts = this.#starts.filter((start) => start.at <= at);
    game.#known = new Map([...this.#known].filter(([known]) => known <= at));
    game.plays = new Map([...this.plays].filter(([number]) => number < at));
    game.ply = this.ply;
    return game;
  }

  /** The address of the game as it stands. Of a game with more moves than a request takes it has the later ones. */
  address(watch = this.watch) {
    const { token, moves } = this.from(this.at, 0);
    return writeAddress({ ...this, token, moves, watch });
  }

  /** @param {string} operation */
  path(operation) {
    return `/v1/variants/${this.variant}/${operation}`;
  }

  /**
   * A position as a request has it.
   * @param {number} at after so many moves
   * @param {number} [room] for moves more
   */
  from(at, room = ROOM) {
    const starts = this.#starts.filter((start) => start.at <= at);
    const start = starts.find((start) => at - start.at + start.behind <= MOST_MOVES - room) ?? starts.at(-1);
    return { token: start?.token ?? "", moves: this.moves.slice(start?.at, at), locale: this.api.language };
  }

  get position() {
    return this.from(this.at);
  }

  /** Forgets the sentences, which are in another language now. */
  forget() {
    this.#known.clear();
    this.plays.clear();
    this.#recalled = undefined;
  }

  /** Learns of all moves whose they were, and their sentences: the game of an address has neither. */
  recall() {
    if (this.plays.size === this.moves.length) return Promise.resolve();
    return (this.#recalled ??= this.#recall());
  }

  async #recall() {
    const omit = ["setup", "token", "events", "legalMoves"];
    for (let to = this.moves.length, before = 0; to > 0 && to !== before; ) {
      const { positions } = await this.api.call(this.path("replay-game"), { ...this.from(to, 0), to: this.ply + to, omit });
      before = to;
      for (const { position, play } of positions) {
        const number = position.ply - this.ply - 1;
        if (!play || number < 0) continue;
        to = Math.min(to, number);
        if (play.move === this.moves[number] && !this.plays.has(number)) this.plays.set(number, { ...play, events: [] });
      }
    }
  }

  /**
   * The nearest position at which it is the turn of a person, or at the end of the game; any if only engines play.
   * @param {-1 | 1} step before this one or after it
   * @returns {number | undefined}
   */
  turnOfPerson(step) {
    const { south, north } = this.players;
    for (let at = this.at + step; at >= 0 && at <= this.moves.length; at += step) {
      const side = this.plays.get(at)?.side;
      if (!side || this.players[side] === 0 || (south && north)) return at;
    }
    return undefined;
  }

  /**
   * How the game stood after so many moves.
   * @param {number} at
   * @param {AbortSignal} signal
   * @returns {Promise<Turn>}
   */
  async goTo(at, signal) {
    let turn = this.#known.get(at);
    if (!turn) {
      const last = this.moves[at - 1];
      // The last move is made again, so that the board can mark it.
      turn = /** @type {Turn} */ (
        await this.api.call(this.path("play-turn"), { ...this.from(Math.max(0, at - 1)), ...(last && { move: last }) }, signal)
      );
      const [play] = turn.plays;
      if (play) this.plays.set(at - 1, play);
      this.#learn(at, turn);
    }
    this.at = at;
    return turn;
  }

  /**
   * Makes the move of a person. An illegal one is refused, and changes nothing.
   * @param {string} move as people write it
   * @returns {Promise<Turn>}
   */
  async play(move) {
    const turn = await this.api.call(this.path("play-turn"), { ...this.position, move });
    this.#record(turn);
    return turn;
  }

  /**
   * Asks the engine for its moves.
   * @param {Side} side
   * @param {AbortSignal} signal
   * @returns {Promise<Turn>}
   */
  async reply(side, signal) {
    const turn = await this.api.call(this.path("play-turn"), { ...this.position, reply: { level: this.players[side] } }, signal);
    this.#record(turn);
    return turn;
  }

  /** @param {Turn} turn */
  #record(turn) {
    if (turn.plays.length === 0) return;
    this.moves = this.moves.slice(0, this.at);
    this.#starts = this.#starts.filter((start) => start.at <= this.at);
    for (const number of this.plays.keys()) {
      if (number >= this.at) this.plays.delete(number);
    }
    for (const number of this.#known.keys()) {
      if (number > this.at) this.#known.delete(number);
    }
    for (const play of turn.plays) {
      this.plays.set(this.moves.length, play);
      this.moves.push(play.move);
    }
    this.at = this.moves.length;
    this.#learn(this.at, turn);
  }

  /**
   * @param {number} at
   * @param {Turn} turn
   */
  #learn(at, turn) {
    this.#known.set(at, turn);
    const { line, token, ply } = turn.position;
    this.ply = ply - at;
    // Requests for later moves begin here, where this is too far from the last beginning.
    const last = this.#starts.at(-1);
    if (last && at === this.moves.length && at - last.at + last.behind > MOST_MOVES - 2 * ROOM) {
      this.#starts.push({ at, token, behind: line.split(" moves ")[1]?.split(" ").length ?? 0 });
    }
  }
}
