// A game on the page and where it comes from: it is opened from its address or as the browser keeps it, kept there, and followed
// where another tab or a friend goes on with it.

import { Problem } from "./api.js";
import { Game } from "./game.js";
import { compare, isAlike, readAddress, writeAddress } from "./game-address.js";
import { GamePage } from "./game-page.js";
import { GAMES, VARIANTS } from "./games.js";
import { forgetGame, keepGame, keptGame, keptGames, keyOf, newId, recallGame } from "./kept-games.js";
import { firstGame } from "./new-game.js";

/** @typedef {import("./game.js").Started} Started */
/** @typedef {import("./words.js").Words} Words */

/** A game with an address. */
export class LinkedGame extends GamePage {
  connectedCallback() {
    super.connectedCallback();
    addEventListener("popstate", () => this._open());
    // Other tabs keep their games in the same browser.
    addEventListener("storage", ({ key }) => this.#follow(key));
  }

  spoken() {
    this._game?.forget();
    this._reviewed?.forget();
    if (this._game) this._go(this._game.at);
    else this._open();
  }

  /**
   * Opens the game of the address, the one that was played last and is not over, or a new one; with an address such as `#kalah`, one of
   * that game.
   */
  async _open() {
    this._end();
    const chosen = VARIANTS.find((variant) => location.hash === `#${variant}`);
    const last = (location.hash && !chosen) || /\b(g|friend)=/.test(location.search) ? undefined : keptGames().find(({ over, address }) => !over && address.startsWith(`#${chosen ?? ""}`));
    const address = readAddress(last?.address ?? location.hash);
    const token = new URLSearchParams(location.search).get("g");
    if (!address && location.hash && !chosen) return this.#refuse(location.hash);
    if (!address && token) return this._try(() => this.#openPosition(token));
    if (!address) {
      const { variant, rules, players } = firstGame(chosen);
      // With a friend, who sits here or has a link.
      const friend = new URLSearchParams(location.search).get("friend");
      const how = friend === "link" ? { link: newId(), side: rules.first } : {};
      if (friend === "here") this._lay(true);
      return this._try(async () => {
        this._begin(await Game.start(this._api, variant, rules, friend === null ? players : { south: 0, north: 0 }, undefined, how), false);
        // The two agree on a game first.
        if (friend !== null) this._openNew();
      });
    }
    // Back from other moves, a review goes on.
    if (this._reviewed?.isOf(address)) {
      this._game = this._reviewed;
    } else {
      this._reviewed = undefined;
      // The board of another game would not fit.
      if (address.variant !== this._game?.variant) this._turn = undefined;
      this._game = new Game(this._api, address);
      recallGame(this._game);
    }
    const turn = this._turn;
    await this._go(address.at ?? address.moves.length);
    if (!this._failed || this._turn !== turn) {
      if (this._failed || !this._words) return;
      if (last) this._say(this._words.say("page-kept-goes-on"), ...this._said);
      else if (this._game?.link && this._game.moves.length > 0) this._say(this.#arrival(this._words, this._game), ...(this._game.newer ? [] : this._said));
      return;
    }
    this._turn = undefined;
    // A game that the service does not know any more.
    if (last) {
      forgetGame(last.id);
      this._game = undefined;
      await this._open();
    }
  }

  /**
   * What is said to those who open the link of a game with a friend: which move it is of, and whether the game has gone on.
   * @param {Words} words
   * @param {Game} game
   */
  #arrival(words, { newer, moves: { length: number } }) {
    if (!newer) return words.say("page-link-move", { number });
    return words.say(this._isOld ? "page-link-old" : "page-link-apart", { number, newest: newer.moves.length });
  }

  /** Whether the game goes on in this browser from the moves of the link. */
  get _isOld() {
    const { _game: game } = this;
    return !!game?.newer && compare(game, game.newer) === "behind";
  }

  /**
   * Shows what another tab has done in this game.
   * @param {string | null} key under which the browser keeps the game that was changed
   */
  async #follow(key) {
    const [game, words] = [this._game, this._words];
    // The list of games may be another one.
    this.requestUpdate();
    if (!game?.id || !words || game.watch || key !== keyOf(game.id)) return;
    const found = keptGame(game.id);
    const address = found && readAddress(found.address);
    const here = readAddress(game.address());
    if (!address || !here || isAlike(address, here)) return;
    this._end();
    this._reviewed = undefined;
    this._game = new Game(this._api, { ...address, side: game.side });
    Object.assign(this._game, { id: game.id, names: found.names, seen: found.address });
    await this._go(this._game.at, { follows: true });
    if (!this._failed) this._say(words.say("page-kept-follows"), ...this._said);
  }

  /** The address of the newest moves of a game with a friend, for the side that is played here. */
  get _newest() {
    const { newer, side, names } = this._game ?? {};
    return newer ? writeAddress({ ...newer, side, names }) : "";
  }

  /** Goes on with the game of a link, where this browser had other moves. */
  _takeLink() {
    const game = this._game;
    if (!game?.id) return;
    game.newer = undefined;
    game.seen = keptGame(game.id)?.address ?? "";
    return this._go(game.moves.length);
  }

  /**
   * Lays the board between two people, or not.
   * @param {boolean} _flat
   */
  _lay(_flat) {}

  /** Opens the form of a new game. */
  _openNew() {}

  /**
   * Says why an address has no game.
   * @param {string} hash
   */
  #refuse(hash) {
    const name = /^#([\w-]+)\//.exec(hash)?.[1] ?? "";
    this._game = undefined;
    this._turn = undefined;
    this._failed = true;
    this._say(this._words?.say(!name || Object.hasOwn(GAMES, name) ? "page-link-damaged" : "page-link-unknown", { name }) ?? "");
  }

  /**
   * Opens the position of an address whose fragment with the moves is lost.
   * @param {string} token
   * @param {import("./games.js").Variant} [variant]
   */
  async #openPosition(token, variant = VARIANTS[0]) {
    try {
      this._begin(await Game.start(this._api, variant, { token }, { south: 0, north: 0 }), false);
    } catch (error) {
      const found = error instanceof Problem && VARIANTS.find((name) => name === error.problem.metadata?.["found"]);
      if (!found || found === variant) throw error;
      await this.#openPosition(token, found);
    }
  }

  /**
   * Begins a game that the service has accepted; until then the one before goes on.
   * @param {Started} started
   * @param {boolean} [fresh] whether the back button keeps that one
   */
  _begin({ game, turn }, fresh = true) {
    this._end();
    this._game = game;
    this._reviewed = undefined;
    this._keep(fresh);
    this._take(turn, this._tell([], turn));
    this._engine();
  }

  /** Ends what goes on in this game. */
  _end() {
    this._ended.abort();
    this._ended = new AbortController();
    this._await();
    this._follows = false;
    this._advice.end();
    this._board?.skip();
    this._board?.end();
  }

  /**
   * Puts the game into the address.
   * @param {boolean} [fresh] whether the back button keeps what was there: where a person begins a game or other moves
   * @param {boolean} [follows] whether another tab plays this game, which keeps it, and may be further already
   */
  _keep(fresh = false, follows = false) {
    const game = this._game;
    const address = game?.address() ?? "";
    // A game is kept here when somebody has moved here.
    if (game && !follows && !game.watch && !game.newer && game.moves.length > 0 && (game.id !== undefined || game.isPlayed)) this.#keepHere(game);
    if (address === location.hash) return;
    // The position of a shared link is not that of the game any more.
    const whole = `${location.pathname}${address}`;
    if (fresh) history.pushState(null, "", whole);
    else history.replaceState(null, "", whole);
  }

  /**
   * Keeps a game in the browser. If another tab has gone on with it at the same time, each has a game of its own, but friends who send
   * each other the game have only one.
   * @param {Game} game
   */
  #keepHere(game) {
    const over = this.#isOver(game);
    const found = keepGame(game, over);
    if (!found) return;
    if (game.link) {
      game.newer = readAddress(found.address);
      return;
    }
    game.id = undefined;
    keepGame(game, over);
    this._told.push(this._words?.say("page-kept-apart") ?? "");
  }

  /**
   * Whether a game has ended, at its last move.
   * @param {Game} game
   */
  #isOver(game) {
    return !!game.resigned || (game.last?.status.over ?? (game.id !== undefined && !!keptGame(game.id)?.over));
  }

  /**
   * Goes to the position after so many moves.
   * @param {number} _at
   * @param {{better?: string, sentence?: string, fresh?: boolean, follows?: boolean}} [_how] what a review says of the move that
   *   follows, whether the back button keeps what was there, and whether another tab plays this game
   */
  async _go(_at, _how) {}

  /** Has the engine play, if it is its turn. */
  async _engine() {}
}
