// What a person does with a game beside moves: hints, sharing, saving, a review, another game, and how the page feels.

import { other } from "./board.js";
import { CourseOfGame } from "./course.js";
import { newId } from "./kept-games.js";
import { GAMES } from "./games.js";
import { keep, kept } from "./storage.js";
import { boardText, publicNames, scoreText } from "./views.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Started} Started */
/** @typedef {import("./game.js").Turn} Turn */

/** The controls of a game. */
export class GameControls extends CourseOfGame {
  static properties = { ...CourseOfGame.properties, _setsUp: { state: true }, _brings: { state: true }, _shares: { state: true }, _flat: { state: true }, _unfolded: { state: true }, _speed: { state: true }, _sounds: { state: true }, _costs: { state: true }, _practises: { state: true }, _moments: { state: true }, _isFound: { state: true } };

  constructor() {
    super();
    /** Whether the form to set up a position is there. */
    this._setsUp = false;
    /** Whether the form to open a game of another program is there. */
    this._brings = false;
    /** Whether the form to share the game is there. */
    this._shares = false;
    /** Whether all controls are there, where there is little room. */
    this._unfolded = false;
    /** How fast moves are shown; nothing for the speed that suits the browser. */
    this._speed = kept("ayla-speed");
    /** Whether the board lies flat between two people, and shows each of them their side. */
    this._flat = kept("ayla-flat") !== "";
    this._sounds = !!kept("ayla-sounds");
    /** @type {Map<number, {cost: number, size: number, value: number}>} what moves of the reviewed game cost, by their number from 1 */
    this._costs = new Map();
    /** Whether the review is to lead to the costliest moves. */
    this._practises = false;
    /** @type {import("./review.js").Moment[]} the moves that are to be played better, the one on the board first */
    this._moments = [];
    /** Whether a better move was found. */
    this._isFound = false;
    /** @type {((what: "sow" | "capture" | "end") => void) | undefined} */
    this._sound = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    this.#load();
  }

  /** Loads the sounds, where somebody wants to hear them. */
  async #load() {
    this._sound = this._sounds ? (await import("./sound.js")).play : undefined;
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const [words, turn] = [this._cast, this._turn];
    if (event.altKey || event.ctrlKey || event.metaKey || !words || !turn) return;
    const last = this._game?.plays.get(this._game.at - 1);
    /** @type {Record<string, () => void>} */
    const keys = {
      l: () => this._say(last?.sentence ?? words.say("page-no-move")),
      s: () => this._say(scoreText(words, turn)),
      b: () => this._say(boardText(words, turn)),
      h: () => this._advice.hint(),
      u: () => this._step(-1),
    };
    const act = keys[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    // Said again even if it is the same.
    if (event.key !== "h") this._said = [];
    this.updateComplete.then(act);
  }

  async _share() {
    await import("./share.js");
    this._shares = true;
    await this.updateComplete;
    /** @type {any} */ (this.querySelector("ayla-share")).open();
  }

  /** The moves are in a link, and cannot be taken back. */
  _sent() {
    const game = this._game;
    if (!game) return;
    game.unsent = undefined;
    this._keep();
    this.requestUpdate();
  }

  /**
   * Goes on with this game by links, against a friend who plays the side to move.
   * @param {any} event of the form to share it
   */
  _inviteFriend({ target }) {
    const [game, side] = [this._game, this._turn?.status.turn];
    if (!game || !side) return;
    const next = game.branch();
    const link = newId();
    Object.assign(next, { link, id: link, seen: "", side: other(side) });
    this._game = next;
    target.game = next;
    this._keep(true);
  }

  /** @param {{south?: string, north?: string}} names of the people who play */
  _name(names) {
    const game = this._game;
    if (!game) return;
    game.names = names;
    this._keep();
    this.requestUpdate();
  }

  /**
   * @param {string} text
   * @param {string} said the message for when it is copied
   */
  async #copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      this._say(this._words?.say(said) ?? "");
    } catch {
      this._say(text);
    }
  }

  /** @param {string} id */
  _dialog(id) {
    return /** @type {HTMLDialogElement | null} */ (this.querySelector(`#${id}`));
  }

  _openNew() {
    /** @type {any} */ (this.querySelector("ayla-new-game")).open(this._game);
  }

  async _review() {
    await import("./review.js");
    this._costs = new Map();
    this._reviewed = this._game;
    await this.updateComplete;
    this.querySelector("ayla-review")?.scrollIntoView({ block: "nearest" });
  }

  /**
   * Begins the same game again.
   * @param {boolean} changes whether the players change sides
   * @param {number} [harder] by how many levels
   */
  async _again(changes, harder = 0) {
    const game = this._game?.again(changes, this._game.link && newId());
    if (!game) return;
    const { south, north } = game.players;
    game.players = { south: south && south + harder, north: north && north + harder };
    const { signal } = this._ended;
    await this._try(async () => {
      const turn = await game.goTo(0, signal);
      if (!signal.aborted) await this._started(new CustomEvent("ayla-start", { detail: { game, turn } }));
    });
  }

  /** @param {Side} first who begins the next round of the match */
  async _nextRound(first) {
    const game = this._game;
    const { signal } = this._ended;
    await this._try(async () => {
      const detail = await game?.nextRound(first, game.link && newId(), signal);
      if (detail && !signal.aborted) await this._started(new CustomEvent("ayla-start", { detail }));
    });
  }

  /** @param {boolean} flat */
  _lay(flat) {
    this._flat = flat;
    keep("ayla-flat", flat ? "flat" : "");
  }

  /** @param {string} speed */
  _setSpeed(speed) {
    this._speed = speed;
    keep("ayla-speed", speed);
  }

  _toggleSounds() {
    this._sounds = !this._sounds;
    keep("ayla-sounds", this._sounds ? "on" : "");
    this.#load().then(() => this._sound?.("capture"));
  }

  /**
   * Copies or saves the moves of a game, or saves its picture.
   * @param {Game} game
   * @param {"copy" | "save" | "picture"} what
   */
  async _save(game, what) {
    const { scoreSheet, picture, save } = await import("./save.js");
    if (what === "picture") {
      const dark = this._theme === "dark" || (!this._theme && matchMedia("(prefers-color-scheme: dark)").matches);
      const drawn = await picture(game, this._near, dark, this._ended.signal);
      if (drawn) save(drawn, `${game.variant}.gif`);
      else this._say(this._words?.say("page-no-picture") ?? "");
      return;
    }
    const words = this._words;
    if (!words) return;
    let sheet = "";
    await this._try(async () => {
      await game.recall();
      sheet = scoreSheet(words, game, this.heading, await game.toldTo(publicNames(words, game)));
    });
    if (!sheet) return;
    if (what === "copy") await this.#copy(sheet, "page-sheet-copied");
    else save(new Blob([sheet], { type: "text/plain" }), `${game.variant}.txt`);
  }

  /**
   * Saves a game in the format of another program, or says what the format cannot express.
   * @param {Game} game
   * @param {string} format
   */
  async _saveAs(game, format) {
    const { record, save } = await import("./save.js");
    await this._try(async () => {
      const { text, notes } = await record(game, format);
      if (text !== undefined) save(new Blob([text], { type: "text/plain" }), `${game.variant}-${format}.txt`);
      this._say(...(text === undefined ? [this._words?.say("page-record-none", { format: this._words.say("page-format", { format }) }) ?? ""] : []), ...notes);
    });
  }

  /**
   * Goes to a move of the game that is reviewed, and to the board, which may be above what was pressed.
   * @param {CustomEvent<{at: number, better?: string, sentence?: string}>} event
   */
  async _look({ detail: { at, ...reviewed } }) {
    const fresh = this._game !== this._reviewed;
    this._game = this._reviewed;
    await this._go(at, { ...reviewed, fresh });
    this._board?.scrollIntoView({ block: "nearest" });
  }

  /** The costly move in whose place another one is to be found now. */
  get _moment() {
    const [moment] = this._moments;
    return this._game === this._reviewed && this._game?.at === moment?.at ? moment : undefined;
  }

  /** Has the costliest moves of the person played again, once the game is reviewed. */
  _practise() {
    this._practises = true;
    return this._review();
  }

  /**
   * Shows the position before the first of these moves.
   * @param {import("./review.js").Moment[]} moments
   */
  async _goToMoment(moments) {
    this._practises = this._isFound = false;
    this._moments = moments;
    const [moment] = moments;
    if (!moment) return this._say(this._words?.say("page-moment-none") ?? "");
    await this._look(new CustomEvent("ayla-look", { detail: { at: moment.at } }));
    this._say(this._words?.say("page-moment", { move: moment.move, seeds: this.#costOf(moment) }) ?? "");
    await this.updateComplete;
    this._board?.scrollIntoView({ block: "nearest" });
  }

  /**
   * What a move has cost in seeds; nothing where nobody has a store.
   * @param {{cost: number}} move
   */
  #costOf({ cost }) {
    return this._turn?.board.stores ? Math.round(cost) : 0;
  }

  /** @param {string} move */
  async _play(move) {
    const [game, moment] = [this._game, this._moment];
    if (!game || !moment) return super._play(move);
    if (this._isLocked || this._isFound) return;
    const { signal } = this._ended;
    await this._think("server", async () => {
      const play = await game.preview(move, signal);
      if (!play || signal.aborted) return;
      this._showing = true;
      await this._board?.show(play.events);
      const at = game.at + 1;
      for await (const { reviewed } of game.branch(move).review(at, at, signal)) {
        if (!reviewed || signal.aborted) continue;
        this._isFound = reviewed.cost < GAMES[game.variant].mistakes[0];
        this._say(play.sentence, this._words?.say(this._isFound ? "page-moment-right" : "page-moment-wrong", { seeds: this.#costOf(reviewed) }) ?? "");
      }
    });
    this._showing = false;
    this._board?.end();
  }

  /**
   * Plays the move that was better, for a person or the engine.
   * @param {CustomEvent<{at: number, better: string}>} event
   */
  async _tryBetter({ detail: { at, better } }) {
    await this._look(new CustomEvent("ayla-look", { detail: { at } }));
    if (this._game === this._reviewed && this._game?.at === at) await this._make(better);
  }

  /** Ends the review, and leaves its game as it is now. */
  _closeReview() {
    const game = this._reviewed;
    this._reviewed = undefined;
    this._moments = [];
    if (game && game === this._game) this._go(game.moves.length);
  }

  /** Plays a game that was watched. */
  _playOn() {
    if (!this._game) return;
    this._game.watch = false;
    this.requestUpdate();
    this._keep(true);
    this._engine();
  }

  async _setUp() {
    await import("./set-up.js");
    this._setsUp = true;
    await this.updateComplete;
    /** @type {any} */ (this.querySelector("ayla-set-up")).open();
  }

  async _bring() {
    await import("./bring.js");
    this._brings = true;
    await this.updateComplete;
    /** @type {any} */ (this.querySelector("ayla-bring")).open();
  }

  /** @param {CustomEvent<Started>} event */
  async _started({ detail }) {
    this._unfolded = false;
    this._begin(detail);
    await this.updateComplete;
    this._board?.focus();
  }

  _resign() {
    const [game, side] = [this._game, this._turn?.status.turn];
    if (!game || !side || !this._turn) return;
    const branches = game.at < game.moves.length;
    const line = branches ? game.branch() : game;
    line.resigned = side;
    line.unsent ??= line.at;
    line.isPlayed = true;
    this._game = line;
    this._advice.end();
    this._keep(branches);
    this._say(...this._tell([], this._turn));
    this.requestUpdate();
  }

  /** Whether a friend who has sent the link has proposed to stop, or sits here. */
  get _mayAgree() {
    const { side, proposed } = this._game ?? {};
    return !side || proposed === other(side);
  }

  /**
   * A proposal that somebody typed is made in the same way as with the button.
   * @param {Turn} turn
   */
  _propose(turn) {
    if (!this._mayAgree) return this._say(this._words?.say("page-link-agree") ?? "");
    if (turn.proposed?.accepted === undefined) this._dialog("agree")?.showModal();
    else super._propose(turn);
  }
}
