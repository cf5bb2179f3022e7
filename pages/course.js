// The course of a game on the page: what the service is asked, when, and what is shown meanwhile.

import { Problem } from "./api.js";
import { SIDES } from "./board.js";
import { Game, readAddress } from "./game.js";
import { FIRST_GAME } from "./new-game.js";
import { AylaPage } from "./page.js";
import { hintText, nameOf, seatsOf } from "./views.js";

/** @typedef {import("./board.js").AylaBoard} AylaBoard */
/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./game.js").Play} Play */
/** @typedef {import("./game.js").Started} Started */
/** @typedef {import("./game.js").Suggestion} Suggestion */
/** @typedef {import("./new-game.js").Wish} Wish */

/** What hints and the analysis may search, in nodes. */
const HINT_NODES = 300_000;
const ANALYSIS_NODES = 2_000_000;

/** The view of a game without its controls. */
export class CourseOfGame extends AylaPage {
  static properties = {
    ...AylaPage.properties,
    _game: { state: true },
    _turn: { state: true },
    _said: { state: true },
    _note: { state: true },
    _suggestion: { state: true },
    _analyses: { state: true },
    _thinking: { state: true },
    _showing: { state: true },
    _resigned: { state: true },
    _reviewed: { state: true },
    _better: { state: true },
  };

  constructor() {
    super();
    /** @type {Game | undefined} */
    this._game = undefined;
    /** @type {Turn | undefined} */
    this._turn = undefined;
    /** What the live region says. */
    this._said = "";
    /** What is shown beside it: of the house that has the focus, or of an illegal move. */
    this._note = "";
    /** @type {Suggestion | undefined} */
    this._suggestion = undefined;
    this._analyses = false;
    this._thinking = false;
    this._showing = false;
    /** @type {Side | undefined} */
    this._resigned = undefined;
    /** @type {Game | undefined} the game that is reviewed */
    this._reviewed = undefined;
    /** @type {string | undefined} what was better than the move that follows */
    this._better = undefined;
    /** Ends what the engine does for this game. */
    this._ended = new AbortController();
    this._searched = new AbortController();
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("popstate", () => this._open());
  }

  spoken() {
    this._game?.forget();
    this._reviewed?.forget();
    if (this._game) this._go(this._game.at);
    else this._open();
  }

  /** Opens the game of the address, or a new one. */
  async _open() {
    const address = readAddress(location.hash);
    if (!address) {
      await this._start(FIRST_GAME);
      return;
    }
    this._end();
    this._reviewed = undefined;
    // The board of another game would not fit.
    if (address.variant !== this._game?.variant) this._turn = undefined;
    this._game = new Game(this._api, address);
    await this._go(this._game.at);
  }

  /** @param {Wish} wish */
  async _start({ variant, rules, players }) {
    await this._try(async () => this._begin(await Game.start(this._api, variant, rules, players)));
  }

  /**
   * Begins a game that the service has accepted; until then the one before goes on.
   * @param {Started} started
   */
  _begin({ game, turn }) {
    this._end();
    this._game = game;
    this._reviewed = undefined;
    this._keep(true);
    this._take(turn, this._tell([], turn));
    this._engine();
  }

  /** Ends what goes on in this game. */
  _end() {
    this._ended.abort();
    this._ended = new AbortController();
    this._thinking = false;
    this._resigned = undefined;
    this._search(false);
    this._board?.skip();
    this._board?.end();
  }

  /**
   * Puts the game into the address.
   * @param {boolean} [fresh] whether the back button keeps what was there
   */
  _keep(fresh = false) {
    const address = this._game?.address() ?? "";
    if (address === location.hash) return;
    if (fresh || !location.hash) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  }

  /** @returns {AylaBoard | null} */
  get _board() {
    return this.querySelector("ayla-board");
  }

  /** @param {Side} side */
  _name(side) {
    return this._words ? nameOf(this._words, side) : side;
  }

  /** The side whose row is below: a person's. */
  get _near() {
    const players = (this._reviewed ?? this._game)?.players;
    return players && players.south > 0 && players.north === 0 ? "north" : "south";
  }

  /** Whether the engine is to move. */
  get _engineSide() {
    const turn = this._turn?.status.turn;
    return turn && this._game && this._game.players[turn] > 0 ? turn : undefined;
  }

  get _isLocked() {
    return this._showing || this._thinking || !!this._resigned || !!this._game?.watch || !!this._engineSide;
  }

  /**
   * Shows how a game stands.
   * @param {Turn} turn
   * @param {string} said
   */
  _take(turn, said) {
    this._turn = turn;
    this._said = said;
    this._note = "";
    this._better = undefined;
    this._search(this._analyses);
  }

  /**
   * Does something that the service may refuse.
   * @param {() => Promise<void>} doing
   */
  async _try(doing) {
    const { signal } = this._ended;
    try {
      await doing();
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Problem)) throw error;
      this._note = error.message;
      this._said = this._note;
    }
  }

  /**
   * @param {number} at
   * @param {{better?: string, sentence?: string}} [reviewed] what a review says of the move that follows
   */
  async _go(at, reviewed = {}) {
    const game = this._game;
    if (!game) return;
    const resigned = this._resigned;
    this._end();
    const { signal } = this._ended;
    this._resigned = at === game.moves.length ? resigned : undefined;
    await this._try(async () => {
      const turn = await game.goTo(at, signal);
      if (signal.aborted) return;
      const last = game.plays.get(at - 1);
      this._take(turn, reviewed.sentence ?? this._tell(last ? [last] : [], turn));
      this._better = reviewed.better;
      this._keep();
      this._engine();
      await game.recall();
      this.requestUpdate();
    });
  }

  /**
   * What has happened, and what is to be done.
   * @param {Play[]} plays
   * @param {Turn} turn
   */
  _tell(plays, turn) {
    const words = this._words;
    if (!words) return "";
    const team = Number(turn.position.setup.options["team"] ?? 1);
    const told = plays.map(({ side, seat, sentence }) =>
      seat && team > 1 ? `${sentence} ${words.say("page-seat-moved", { seat, side: nameOf(words, side) })}` : sentence);
    const seats = seatsOf(words, turn);
    return [...told, turn.result ?? turn.prompt ?? "", seats ? words.say("page-seats-prompt", { seats }) : ""].filter(Boolean).join(" ");
  }

  /** @param {string} move */
  async _play(move) {
    const turn = this._turn?.status.turn;
    if (!this._game || this._isLocked || !turn) return;
    if (this._game === this._reviewed && this._game.at < this._game.moves.length) this._leave(this._game, this._game.at, turn);
    const game = this._game;
    const { signal } = this._ended;
    this._thinking = true;
    await this._try(async () => {
      const turn = await game.play(move);
      if (signal.aborted) return;
      if (turn.refused) {
        this._note = [turn.refused.message, turn.refused.ruling && `(${turn.refused.ruling})`].filter(Boolean).join(" ");
        this._said = this._note;
        return;
      }
      await this._show(turn, signal);
    });
    if (signal.aborted) return;
    this._thinking = false;
    this._engine();
  }

  /** Has the engine play, if it is its turn. */
  async _engine() {
    const game = this._game;
    const { signal } = this._ended;
    while (game && !signal.aborted && this._engineSide && !this._resigned && !game.watch && game.at === game.moves.length) {
      const side = this._engineSide;
      this._thinking = true;
      await this._try(async () => {
        const turn = await game.reply(side, signal);
        if (signal.aborted) return;
        if (turn.unanswered) {
          await new Promise((resolve) => setTimeout(resolve, Math.max(500, turn.unanswered?.retryAfterMs ?? 0)));
          return;
        }
        await this._show(turn, signal);
      });
      if (signal.aborted) return;
      this._thinking = false;
      if (this._note && this._note === this._said) return;
    }
  }

  /**
   * Shows the moves of a turn.
   * @param {Turn} turn
   * @param {AbortSignal} signal
   */
  async _show(turn, signal) {
    this._search(false);
    this._keep();
    this._showing = true;
    this._note = "";
    for (const play of turn.plays) {
      this._said = play.sentence;
      await this._board?.show(play.events);
      if (signal.aborted) {
        this._showing = false;
        return;
      }
    }
    this._showing = false;
    this._board?.end();
    this._take(turn, this._tell(turn.plays, turn));
  }

  /**
   * Leaves a game that is reviewed, to try other moves.
   * @param {Game} reviewed
   * @param {number} at
   * @param {Side} side
   */
  _leave(reviewed, at, side) {
    this._game = reviewed.branch(at, side);
    this._keep(true);
  }

  /**
   * Takes a move back, or makes it again, up to the turn of a person.
   * @param {-1 | 1} step
   */
  async _step(step) {
    const game = this._game;
    if (!game) return;
    await this._try(() => game.recall());
    const at = game.turnOfPerson(step);
    if (at !== undefined && game === this._game) await this._go(at);
  }

  /**
   * Begins to search for the player to move, or ends it.
   * @param {boolean} on
   * @param {boolean} [once] for a hint
   */
  async _search(on, once = false) {
    this._searched.abort();
    this._searched = new AbortController();
    this._suggestion = undefined;
    const { signal } = this._searched;
    const game = this._game;
    if (!on || !game || this._turn?.status.over || this._resigned) return;
    try {
      const body = { ...game.position, nodes: once ? HINT_NODES : ANALYSIS_NODES, candidates: !once };
      for await (const { suggestion } of this._api.stream(game.path("suggest-move-stream"), body, signal)) {
        if (signal.aborted) return;
        this._suggestion = suggestion;
      }
      const [found, turn] = [this._suggestion, this._turn];
      if (once && found && turn && this._words) this._said = hintText(this._words, turn, found);
    } catch (error) {
      if (!signal.aborted && error instanceof Problem) this._note = error.message;
    }
  }
}
