// A game on the page: how it stands, what is said of it, and what is awaited.

import { Advice } from "./advice.js";
import { Problem } from "./api.js";
import { other } from "./board.js";
import { AylaPage } from "./page.js";
import { Previews } from "./previews.js";
import { promptsOf, sentenceOf } from "./telling.js";

/** @typedef {import("./board.js").AylaBoard} AylaBoard */
/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./game.js").Play} Play */
/** @typedef {import("./words.js").Words} Words */

/** Milliseconds after which the page says what it waits for. */
const WAIT_SAID = 300;

/** The state of a game on the page. */
export class GamePage extends AylaPage {
  static properties = {
    ...AylaPage.properties,
    _game: { state: true },
    _turn: { state: true },
    _said: { state: true },
    _note: { state: true },
    _suggestion: { state: true },
    _thinking: { state: true },
    _awaited: { state: true },
    _made: { state: true },
    _showing: { state: true },
    _failed: { state: true },
    _reviewed: { state: true },
    _better: { state: true },
    _follows: { state: true },
  };

  constructor() {
    super();
    /** @type {Game | undefined} */
    this._game = undefined;
    /** @type {Turn | undefined} */
    this._turn = undefined;
    /** @type {string[]} what the live region says, each part once */
    this._said = [];
    /** @type {string[]} what the moves since the last one of a person were */
    this._told = [];
    /** Why the house that has the focus cannot be played, which is shown beside it. */
    this._note = "";
    this._advice = new Advice(this);
    this._previews = new Previews(this);
    this._thinking = false;
    /** @type {Side | "server" | undefined} what has been awaited for a while: the move of an engine, or an answer */
    this._awaited = undefined;
    this._waiting = 0;
    /** @type {import("./board.js").Marks | undefined} the move that a person has made, until the service has answered */
    this._made = undefined;
    this._showing = false;
    /** Whether another tab plays this game, so that the engine is asked there. */
    this._follows = false;
    /** Whether the service has refused what was asked last. */
    this._failed = false;
    /** @type {Game | undefined} the game that is reviewed */
    this._reviewed = undefined;
    /** @type {string | undefined} what was better than the move that follows */
    this._better = undefined;
    /** Ends what the engine does for this game. */
    this._ended = new AbortController();
  }

  /** The messages about the people of this game. */
  get _cast() {
    const { _words: words, _game: game } = this;
    if (!words || !game) return words;
    const { names, you } = game;
    const known = this.#known;
    if (known?.words !== words || known.names !== names || known.you !== you) this.#known = { words, names, you, cast: words.about(names, you) };
    return this.#known?.cast;
  }

  /** @type {{words: Words, names: object, you?: Side, cast: Words} | undefined} */
  #known;

  /** @returns {AylaBoard | null} */
  get _board() {
    return this.querySelector("ayla-board");
  }

  /** The side whose row is below: a person's. */
  get _near() {
    const { players, side } = this._reviewed ?? this._game ?? {};
    if (side) return side;
    return players && players.south > 0 && players.north === 0 ? "north" : "south";
  }

  /** Whether the engine is to move. */
  get _engineSide() {
    const turn = this._turn?.status.turn;
    return turn && this._game && this._game.players[turn] > 0 ? turn : undefined;
  }

  /** Who has resigned, if the game is shown at its end. */
  get _resigned() {
    const game = this._game;
    return game && game.at === game.moves.length ? game.resigned : undefined;
  }

  /** Whether the game is over. */
  get _over() {
    return !!this._turn?.status.over || !!this._resigned;
  }

  /** What is said of a resignation, or nothing. */
  get _resignation() {
    const side = this._resigned;
    return side ? (this._cast?.tell("page-resigned", { side, winner: other(side) }) ?? "") : "";
  }

  /** Whether it is the turn of a friend who has a link, or the moves of this link are not the last ones. */
  get _isElsewhere() {
    const { side, at, moves, newer } = this._game ?? {};
    return !!side && (side !== this._turn?.status.turn || !!newer || at !== moves?.length);
  }

  get _isLocked() {
    return this._showing || this._thinking || this._over || !!this._game?.watch || !!this._engineSide || this._isElsewhere;
  }

  /**
   * Waits for the move of an engine or for an answer, which is said when it takes a while, or for nothing any more.
   * @param {Side | "server"} [what]
   */
  _await(what) {
    clearTimeout(this._waiting);
    this._thinking = !!what;
    this._awaited = undefined;
    this._made = undefined;
    if (what) this._waiting = setTimeout(() => (this._awaited = what), WAIT_SAID);
  }

  /** What the page waits for. */
  get _waits() {
    const [words, awaited] = [this._cast, this._awaited];
    if (words && this._isCutOff) return words.say("page-no-connection");
    if (!words || !awaited) return "";
    return awaited === "server" ? words.say("page-waiting") : words.tell("page-thinking", { side: awaited });
  }

  /**
   * Says something in the live region. A part that it says already is not read again.
   * @param {string[]} parts
   */
  _say(...parts) {
    this._said = parts.filter(Boolean);
    this._note = "";
  }

  /**
   * Shows how a game stands.
   * @param {Turn} turn
   * @param {string[]} said
   */
  _take(turn, said) {
    this._turn = turn;
    this._failed = false;
    this._say(...said);
    this._better = undefined;
    this._previews.end();
    this._advice.renew();
    this._previews.foresee(turn);
  }

  /**
   * Does something that the service may refuse.
   * @param {() => Promise<void>} doing
   */
  async _try(doing) {
    const { signal } = this._ended;
    this._failed = false;
    try {
      await doing();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this._failed = true;
      // Nobody has typed a token here.
      this._say(error.problem.reason === "MALFORMED_TOKEN" ? (this._words?.say("page-link-damaged") ?? "") : error.message);
    }
  }

  /**
   * Does something while nobody can play.
   * @param {Side | "server"} awaited what it waits for
   * @param {() => Promise<void>} doing
   */
  async _think(awaited, doing) {
    const { signal } = this._ended;
    this._await(awaited);
    try {
      await this._try(doing);
    } finally {
      if (!signal.aborted) this._await();
    }
  }

  /**
   * What has happened, and what is to be done.
   * @param {Play[]} plays
   * @param {Turn} turn
   * @returns {string[]}
   */
  _tell(plays, turn) {
    return [...plays.map((play) => sentenceOf(this._cast, play, turn)), ...this._prompts(turn)];
  }

  /**
   * What is to be done, or how the game has ended.
   * @param {Turn} turn
   */
  _prompts(turn) {
    return promptsOf(this._cast, this._game, turn, this._resignation);
  }
}
