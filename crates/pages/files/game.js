// A game: where it began, the moves made since, and who plays. The service says everything else.

import { Problem } from "./api.js";
import { other } from "./board.js";
import { MOST_MOVES, within, writeAddress } from "./game-address.js";

/** @typedef {import("./api.js").Api} Api */
/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./board.js").Event} Event */
/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {{side: Side, move: string, seat?: number, events: Event[], sentence: string}} Play */
/** @typedef {{move: string, value: number, certainty: string, why?: string, bounds?: {least: number, most: number}, principalLine: string[], candidates?: {move: string, value: number}[], depth: number}} Suggestion */
/** @typedef {Record<string, string | number | boolean>} Options */
/** @typedef {{variant: Variant, options: Options, south: number[], north: number[], stores?: {south: number, north: number}, tuzdiks?: import("./board.js").Tuzdiks, burnt?: import("./board.js").Burnt, turn: Side, phase?: string, quiet?: number, first?: Side, over?: string}} Setup */
/**
 * @typedef {object} Turn the answer of PlayTurn
 * @property {Play[]} plays
 * @property {{reason: string, ruling?: string, message: string}} [refused]
 * @property {{reason: string, message: string, retryAfterMs?: number}} [unanswered]
 * @property {{text: string, line?: string, token: string, ply: number, setup: Setup}} position
 * @property {Board} board
 * @property {{over: boolean, turn?: Side, winner?: string, nextRound?: {first: Side}}} status
 * @property {{move: string, seat?: number}[]} legalMoves
 * @property {{move: string, ruling: string, message: string}[]} illegalMoves
 * @property {string} [prompt]
 * @property {string} [result]
 * @property {{winner: string, score: {south: number, north: number}}} [agree]
 * @property {{by: Side, accepted?: boolean, message: string}} [proposed]
 * @property {number} [recurrences] how many times the position was there before
 */
/** @typedef {{game: Game, turn: Turn}} Started */
/** @typedef {import("./game-address.js").Address} Address */
/** @typedef {import("./game-address.js").Players} Players */

/** The nodes of a hint, and of each search of a review: equally many, so that a review does not blame a move for which there was a hint. */
export const ADVICE_NODES = 100_000;
/** How many more moves a call may make than its request has. */
const ROOM = 10;

/**
 * What a call says of two people who agree to stop.
 * @param {Side} side who says so last
 */
const agreed = (side) => ({ side, proposedBy: other(side) });

/** What nobody needs of a move that is looked at. */
const OMITTED = ["setup", "token", "legalMoves"];

/**
 * Why a move was refused, with its ruling.
 * @param {{message: string, ruling?: string}} refused
 */
export const reasonOf = ({ message, ruling }) => (ruling ? `${message} (${ruling})` : message);

export class Game {
  /** @type {Map<number, Turn>} how the game stood after so many moves */
  #known = new Map();
  /** @type {{at: number, token: string, behind: number}[]} positions that requests begin with, and how many moves their tokens have */
  #starts;
  /** @type {Promise<void> | undefined} */
  #recalled;
  /** @type {Setup | undefined} the first position, for answers that do not have theirs because seeds are counted by eye */
  #first;

  /**
   * @param {Api} api
   * @param {Address} address
   */
  constructor(api, { variant, token, moves, at = moves.length, resigned, players, watch, eye = false, link, side, proposed, names = {}, match }) {
    this.api = api;
    this.variant = variant;
    this.#starts = [{ at: 0, token, behind: 0 }];
    /** All moves, those that were taken back too. */
    this.moves = moves;
    /** How many of them are made. */
    this.at = Math.min(at, moves.length);
    /** Who has resigned after the last move. */
    this.resigned = resigned;
    /** Why the moves of the address were cut, until somebody has said it. */
    this.cutReason = "";
    /** The ply of the first position; known with the first answer. */
    this.ply = 0;
    this.players = players;
    this.watch = watch;
    this.eye = eye;
    /** The name of a game with a friend, which has links for both, and the side that is played here. */
    this.link = link;
    this.side = side;
    /** Who proposes to stop, with the link. */
    this.proposed = proposed;
    /** @type {number | undefined} where the moves begin that were made here and are in no link yet */
    this.unsent = undefined;
    /** @type {Address | undefined} the game as this browser has it, where it has gone on or goes another way */
    this.newer = undefined;
    /** @type {string | undefined} under which the browser keeps it */
    this.id = undefined;
    /** How this tab has seen it there last. */
    this.seen = "";
    /** @type {{south?: string, north?: string}} what people are called */
    this.names = names;
    /** The rounds of the match before this one: how many South, North and nobody have won. */
    this.match = match;
    /** Whether somebody has moved here. */
    this.isPlayed = false;
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
   * @param {Partial<Address>} [how] what people are called, whether seeds are counted by eye; and for a game with a friend by links,
   *   its name and the side that is played here
   * @returns {Promise<Started>}
   */
  static async start(api, variant, rules, players, signal, how = {}) {
    const { south, north } = players;
    const game = new Game(api, { variant, token: "", moves: [], players: { south: within(variant, south), north: within(variant, north) }, watch: false, ...how });
    game.id = game.link;
    const turn = await api.call(game.path("play-turn"), { ...rules, ...game.#address(), locale: api.language }, signal);
    game.#starts = [{ at: 0, token: turn.position.token, behind: 0 }];
    game.#first = turn.position.setup;
    if (game.eye) return { game, turn: await game.goTo(0, signal ?? new AbortController().signal) };
    game.#learn(0, turn);
    return { game, turn };
  }

  /**
   * The same game from its beginning.
   * @param {boolean} changes whether the players change sides
   * @param {string} [link] the name of the next game with a friend
   */
  again(changes, link) {
    const { players: { south, north }, side } = this;
    const game = new Game(this.api, {
      ...this, token: this.token, moves: [], at: 0, resigned: undefined, proposed: undefined, watch: false, link,
      ...(changes && { players: { south: north, north: south }, side: side && other(side) }),
    });
    game.#first = this.#first;
    const { names } = this;
    if (changes) game.names = { ...(names.north && { south: names.north }), ...(names.south && { north: names.south }) };
    game.id = link;
    return game;
  }

  /**
   * The next round of the match, after this one has ended.
   * @param {Side} first who begins it
   * @param {string | undefined} link the name of the next game with a friend
   * @param {AbortSignal} signal
   */
  nextRound(first, link, signal) {
    const { api, variant, players, names, side } = this;
    const how = { names, match: this.score, ...(link && { link, side }) };
    return Game.start(api, variant, { after: this.last?.position.text, first }, players, signal, how);
  }

  /** The rounds of the match that South, North and nobody have won, with this one if it has ended. */
  get score() {
    const { over, winner } = this.last?.status ?? { over: false };
    return ["south", "north", "none"].map((side, index) => (this.match?.[index] ?? 0) + Number(over && winner === side));
  }

  /** The side of the only person, who reads. */
  get you() {
    const { south, north } = this.players;
    if (this.watch || this.side) return this.watch ? undefined : this.side;
    return !south === !north ? undefined : south ? "north" : "south";
  }

  /** What the one who reads may see, where seeds are counted by eye. */
  get #seen() {
    return this.eye ? { view: this.you ?? "public" } : {};
  }

  /**
   * Whom the sentences of an answer are about.
   * @param {"side" | "viewer"} [reader] what the operation calls the side of the one who reads
   */
  #address(reader = "side") {
    const { you, names } = this;
    return { ...(Object.keys(names).length > 0 && { names }), ...(you && { [reader]: you, you: true }) };
  }

  /**
   * Asks about a turn after the moves that are made.
   * @param {object} what
   * @param {AbortSignal} signal
   * @param {number} [at] after so many moves
   * @returns {Promise<Turn>}
   */
  async #ask(what, signal, at = this.at) {
    const turn = await this.api.call(this.path("play-turn"), { ...this.from(at), ...this.#address(), ...this.#seen, ...what }, signal);
    return this.#complete(turn, signal);
  }

  /**
   * Adds what the page needs of the position where the answer leaves it out, to hide seeds: the rules, and whose turn it is.
   * @param {Turn} turn
   * @param {AbortSignal} [signal]
   */
  async #complete(turn, signal) {
    if (!this.eye) return turn;
    /** @type {Setup} */
    const first = (this.#first ??= (await this.api.call(this.path("play-turn"), this.from(0), signal)).position.setup);
    turn.position.setup = { ...first, turn: turn.status.turn ?? first.turn };
    return turn;
  }

  /**
   * This game up to where it is, to make other moves from there.
   * @param {...string} next the moves from there
   */
  branch(...next) {
    const { at } = this;
    const game = new Game(this.api, { ...this, token: this.token, moves: [...this.moves.slice(0, at), ...next], resigned: undefined, proposed: undefined });
    game.#starts = this.#starts.filter((start) => start.at <= at);
    game.#known = new Map([...this.#known].filter(([known]) => known <= at));
    game.#first = this.#first;
    game.plays = new Map([...this.plays].filter(([number]) => number < at));
    game.ply = this.ply;
    game.id = this.id;
    game.seen = this.seen;
    game.unsent = this.unsent;
    return game;
  }

  /** The token of the first position. */
  get token() {
    return this.#starts[0]?.token ?? "";
  }

  /**
   * The address of the game with all its moves, and the place where it is. Of a game with more moves than a request takes
   * it has the last ones, or those after the place. Names stay here, but for those of friends who send each other the game.
   * @param {Partial<Address>} [changes]
   */
  address({ at = this.at, names = this.link ? this.names : {}, ...changes } = {}) {
    const last = this.#start(this.moves.length, 0);
    const first = last.at <= at ? last : this.#start(at, 0);
    const moves = this.moves.slice(first.at, first.at + MOST_MOVES - first.behind);
    return writeAddress({ ...this, ...changes, names, token: first.token, moves, at: at - first.at });
  }

  /**
   * Whether an address is one of this game, at any place.
   * @param {Address} address
   */
  isOf(address) {
    const bare = { link: undefined, names: {} };
    return writeAddress({ ...address, ...bare, at: address.moves.length }) === this.address({ ...bare, at: this.moves.length });
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
    const start = this.#start(at, room);
    return { token: start.token, moves: this.moves.slice(start.at, at), locale: this.api.language };
  }

  /**
   * The position with which a request for the position after so many moves begins.
   * @param {number} at
   * @param {number} [room] for moves more
   */
  #start(at, room = ROOM) {
    const starts = this.#starts.filter((start) => start.at <= at);
    return starts.find((start) => at - start.at + start.behind <= MOST_MOVES - room) ?? starts.at(-1) ?? { at: 0, token: this.token, behind: 0 };
  }

  /** How the game stands after all moves, if that is known. */
  get last() {
    return this.#known.get(this.moves.length);
  }

  get position() {
    return this.from(this.at);
  }

  /** The position on the board in the text notation, if it is known and seen whole. */
  get text() {
    return this.eye ? undefined : this.#known.get(this.at)?.position.text;
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
      const { positions, firstIllegal } = await this.api.call(this.path("replay-game"), { ...this.from(to, 0), ...this.#address("viewer"), ...this.#seen, to: this.ply + to, omit });
      if (firstIllegal) this.#cut(this.#start(to, 0).at + firstIllegal.index, reasonOf(firstIllegal));
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
   * Cuts the moves of an address before the one that the service has refused. Any other error is thrown again.
   * @param {unknown} error the answer to a request for the position after so many moves
   * @param {number} at
   * @returns {number} how many moves are left
   */
  #cutAt(error, at) {
    const fields = error instanceof Problem ? (error.problem.violations ?? []).map(({ field }) => /^moves\[(\d+)\]$/.exec(field)?.[1]) : [];
    const index = fields.find((field) => field !== undefined);
    if (!(error instanceof Problem) || index === undefined) throw error;
    return this.#cut(this.#start(at).at + Number(index), error.message);
  }

  /**
   * @param {number} at
   * @param {string} reason
   */
  #cut(at, reason) {
    this.moves = this.moves.slice(0, at);
    this.at = Math.min(this.at, at);
    this.resigned = undefined;
    this.cutReason = reason;
    return at;
  }

  /**
   * The nearest position at which it is the turn of a person, or at the end of the game; any if only engines play.
   * @param {-1 | 1} step before this one or after it
   * @returns {number | undefined}
   */
  turnOfPerson(step) {
    // What is in a link cannot be taken back.
    if (this.link) return step < 0 && this.at === this.moves.length && this.at > (this.unsent ?? this.at) ? this.at - 1 : undefined;
    const { south, north } = this.players;
    for (let at = this.at + step; at >= 0 && at <= this.moves.length; at += step) {
      const side = this.plays.get(at)?.side;
      if (!side || this.players[side] === 0 || (south && north)) return at;
    }
    return undefined;
  }

  /**
   * How the game stood after so many moves, or after the last legal one before.
   * @param {number} wanted
   * @param {AbortSignal} signal
   * @returns {Promise<Turn>}
   */
  async goTo(wanted, signal) {
    const at = Math.min(wanted, this.moves.length);
    let turn = this.#known.get(at);
    if (!turn) {
      try {
        turn = await this.#ask({}, signal, at);
      } catch (error) {
        return this.goTo(this.#cutAt(error, at), signal);
      }
      this.#learn(at, turn);
    }
    // What happened in the last move, so that the board can mark it.
    if (at > 0 && !this.plays.get(at - 1)?.events.length) {
      const ply = this.ply + at;
      const { positions } = await this.api.call(this.path("replay-game"), { ...this.from(at, 0), ...this.#address("viewer"), ...this.#seen, from: ply, to: ply, omit: OMITTED }, signal);
      const play = positions.find((/** @type {any} */ { position }) => position.ply === ply)?.play;
      if (play) this.plays.set(at - 1, { ...play, events: play.events ?? [] });
    }
    this.at = at;
    return turn;
  }

  /**
   * Makes the move of a person. An illegal one is refused, and changes nothing, nor does a proposal to stop.
   * @param {string} move as people write it
   * @param {Side | undefined} side whose move it is
   * @param {AbortSignal} signal
   * @param {boolean} [replies] whether the answer has the reply of the engine too
   * @returns {Promise<Turn>}
   */
  async play(move, side, signal, replies = false) {
    const level = side && replies && !this.players[side] ? this.players[other(side)] : 0;
    const turn = await this.#ask({ move, ...(side && { side, you: side === this.you }), ...(level && { reply: { level } }) }, signal);
    this.#record(turn);
    return turn;
  }

  /**
   * Proposes to stop to the engine, which need not agree; between two people at one screen, both have agreed.
   * @param {Side} side whose turn it is
   * @param {AbortSignal} signal
   * @returns {Promise<Turn>}
   */
  async agree(side, signal) {
    const level = this.players[other(side)];
    const how = level ? { side, reply: { level } } : agreed(side);
    const turn = await this.#ask({ move: "agree", ...how }, signal);
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
    const turn = await this.#ask({ reply: { level: this.players[side] } }, signal);
    this.#record(turn);
    return turn;
  }

  /**
   * What would happen in a move that is not made.
   * @param {string} move
   * @param {AbortSignal} signal
   * @returns {Promise<Play | undefined>}
   */
  async preview(move, signal) {
    const answer = await this.api.ask(this.path("play-turn"), { ...this.position, ...this.#address(), move, omit: OMITTED }, signal);
    return (await answer?.json().catch(() => undefined))?.plays[0];
  }

  /**
   * A review of these moves, in the order in which they were made.
   * @param {number} first
   * @param {number} last
   * @param {AbortSignal} signal
   */
  review(first, last, signal) {
    const body = { ...this.from(last, 0), ...this.#address("viewer"), from: this.ply + first, to: this.ply + last, nodes: ADVICE_NODES };
    return this.api.stream(this.path("review-game"), body, signal);
  }

  /**
   * How the game stands after all moves, for people elsewhere.
   * @param {{south?: string, north?: string}} names
   * @returns {Promise<Turn>}
   */
  toldTo(names) {
    return this.api.call(this.path("play-turn"), { ...this.from(this.moves.length), ...(Object.keys(names).length > 0 && { names }) });
  }

  /** @param {Turn} turn */
  #record(turn) {
    if (turn.plays.length === 0) return;
    this.unsent ??= this.at;
    this.proposed = undefined;
    this.moves = this.moves.slice(0, this.at);
    this.isPlayed = true;
    this.resigned = undefined;
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
      this.#starts.push({ at, token, behind: line?.split(" moves ")[1]?.split(" ").length ?? 0 });
    }
  }
}
