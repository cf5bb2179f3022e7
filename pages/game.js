// A game: where it began, the moves made since, and who plays. The service says everything else.

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Event} Event */
/** @typedef {import("./look.js").Variant} Variant */
/** @typedef {{side: Side, move: string, events: Event[], sentence: string}} Play */
/** @typedef {{move: string, value: number, certainty: string, principalLine: string[], candidates?: {move: string, value: number}[], depth: number}} Suggestion */
/**
 * @typedef {object} Turn the answer of PlayTurn
 * @property {Play[]} plays
 * @property {{reason: string, ruling?: string, message: string}} [refused]
 * @property {{reason: string, message: string, retryAfterMs?: number}} [unanswered]
 * @property {{token: string, ply: number, setup: {options: Record<string, string | number | boolean>, turn: Side}}} position
 * @property {Board} board
 * @property {{over: boolean, turn?: Side, winner?: string, canAgree?: boolean}} status
 * @property {{move: string, seat?: number}[]} legalMoves
 * @property {{move: string, ruling: string, message: string}[]} illegalMoves
 * @property {string} [prompt]
 * @property {string} [result]
 * @property {{winner: string, score: {south: number, north: number}}} [agree]
 */
/** @typedef {{south: number, north: number}} Players the level of the engine that plays a side; 0 for a person */
/** @typedef {{variant: Variant, token: string, moves: string[], players: Players, watch: boolean}} Address */

/** The most moves that a request takes. */
const MOST_MOVES = 1_000;

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

  /**
   * @param {Api} api
   * @param {Address} address
   */
  constructor(api, { variant, token, moves, players, watch }) {
    this.api = api;
    this.variant = variant;
    /** The first position. */
    this.token = token;
    /** All moves, those that were taken back too. */
    this.moves = moves;
    /** How many of them are made. */
    this.at = moves.length;
    this.players = players;
    this.watch = watch;
    /** @type {Map<number, Play>} the moves of which more is known, by their number from 0 */
    this.plays = new Map();
  }

  /**
   * Starts a game.
   * @param {Api} api
   * @param {Variant} variant
   * @param {{preset?: string, options?: object, first?: Side}} rules
   * @param {Players} players
   * @returns {Promise<{game: Game, turn: Turn}>}
   */
  static async start(api, variant, rules, players) {
    const turn = await api.call(`/v1/variants/${variant}/play-turn`, { ...rules, locale: api.language });
    const game = new Game(api, { variant, token: turn.position.token, moves: [], players, watch: false });
    game.#known.set(0, turn);
    return { game, turn };
  }

  /** The address of the game as it stands. */
  address(watch = this.watch) {
    return writeAddress({ ...this, moves: this.moves.slice(0, this.at), watch });
  }

  get #path() {
    return `/v1/variants/${this.variant}/play-turn`;
  }

  /** The game as a request has it. */
  get position() {
    return { token: this.token, moves: this.moves.slice(0, this.at), locale: this.api.language };
  }

  /** Forgets the sentences, which are in another language now. */
  forget() {
    this.#known.clear();
    this.plays.clear();
  }

  /**
   * How the game stood after so many moves.
   * @param {number} at
   * @returns {Promise<Turn>}
   */
  async goTo(at) {
    let turn = this.#known.get(at);
    if (!turn) {
      const last = this.moves[at - 1];
      // The last move is made again, so that the board can mark it.
      turn = /** @type {Turn} */ (
        await this.api.call(this.#path, { ...this.position, moves: this.moves.slice(0, Math.max(0, at - 1)), ...(last && { move: last }) })
      );
      const [play] = turn.plays;
      if (play) this.plays.set(at - 1, play);
      this.#known.set(at, turn);
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
    const turn = await this.api.call(this.#path, { ...this.position, move });
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
    const turn = await this.api.call(this.#path, { ...this.position, reply: { level: this.players[side] } }, signal);
    this.#record(turn);
    return turn;
  }

  /** @param {Turn} turn */
  #record(turn) {
    if (turn.plays.length === 0) return;
    this.moves = this.moves.slice(0, this.at);
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
    this.#known.set(this.at, turn);
  }
}
