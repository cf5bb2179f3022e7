// The course of a game on the page: what the service is asked, when, and what is shown meanwhile.

import { Problem } from "./api.js";
import { marksOf, other } from "./board.js";
import { Game, reasonOf } from "./game.js";
import { compare, isAlike, readAddress, writeAddress } from "./game-address.js";
import { forgetGame, keepGame, keptGame, keptGames, keyOf, newId, recallGame } from "./kept-games.js";
import { GAMES, VARIANTS } from "./games.js";
import { FIRST_GAME } from "./new-game.js";
import { AylaPage } from "./page.js";
import { hintText, moveName, seatsOf } from "./views.js";

/** @typedef {import("./board.js").AylaBoard} AylaBoard */
/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./game.js").Play} Play */
/** @typedef {import("./game.js").Started} Started */
/** @typedef {import("./game.js").Suggestion} Suggestion */
/** @typedef {import("./words.js").Words} Words */

/** What hints and the analysis may search, in nodes. */
const HINT_NODES = 300_000;
const ANALYSIS_NODES = 2_000_000;
/** Milliseconds for which the mouse rests on a house before it is previewed. */
const REST = 120;
/** Milliseconds after which the page says what it waits for. */
const WAIT_SAID = 300;
/** Milliseconds that each of the last calls took on a slow line, and how many moves are previewed at once on one. */
const SLOW_LINE = 500;
const PREVIEWS = 3;
/** How much a hint says at most: the side of the board, the house, and why. */
const WHOLE_HINT = 3;

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
    _awaited: { state: true },
    _made: { state: true },
    _foretold: { state: true },
    _showing: { state: true },
    _failed: { state: true },
    _reviewed: { state: true },
    _better: { state: true },
    _preview: { state: true },
    _hinted: { state: true },
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
    /** What is shown beside it, of the house that has the focus: why it cannot be played, or what would happen. */
    this._note = "";
    this._foretold = "";
    /** @type {Suggestion | undefined} */
    this._suggestion = undefined;
    this._analyses = false;
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
    /** @type {import("./board.js").Marks | undefined} what a move that is not made would do */
    this._preview = undefined;
    /** @type {WeakMap<Turn, Map<string, Play>>} the moves that were previewed */
    this._previewed = new WeakMap();
    this._resting = new AbortController();
    /** How much of the hint has been said. */
    this._hinted = 0;
    /** Ends what the engine does for this game. */
    this._ended = new AbortController();
    this._searched = new AbortController();
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("popstate", () => this._open());
    // Other tabs keep their games in the same browser.
    addEventListener("storage", ({ key }) => this.#follow(key));
    this._api.addEventListener("condition", () => this.requestUpdate());
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

  spoken() {
    this._game?.forget();
    this._reviewed?.forget();
    if (this._game) this._go(this._game.at);
    else this._open();
  }

  /** Opens the game of the address, the one that was played last and is not over, or a new one. */
  async _open() {
    this._end();
    const last = location.hash || /\b(g|friend)=/.test(location.search) ? undefined : keptGames().find(({ over }) => !over);
    const address = readAddress(last?.address ?? location.hash);
    const token = new URLSearchParams(location.search).get("g");
    if (!address && location.hash) return this.#refuse(location.hash);
    if (!address && token) return this._try(() => this.#openPosition(token));
    if (!address) {
      const { variant, rules, players } = FIRST_GAME;
      // With a friend, who sits here or has a link.
      const friend = new URLSearchParams(location.search).get("friend");
      const how = friend === "link" ? { link: newId(), side: rules.first } : {};
      if (friend === "here") this._lay(true);
      return this._try(async () => this._begin(await Game.start(this._api, variant, rules, friend === null ? players : { south: 0, north: 0 }, undefined, how), false));
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
    this.#await();
    this._follows = false;
    this._search(false);
    this._board?.skip();
    this._board?.end();
  }

  /**
   * Puts the game into the address.
   * @param {boolean} [fresh] whether the back button keeps what was there: where a person begins a game or other moves
   */
  _keep(fresh = false) {
    const game = this._game;
    const address = game?.address() ?? "";
    // A game is kept here when somebody has moved here.
    if (game && !game.watch && !game.newer && game.moves.length > 0 && (game.id !== undefined || game.isPlayed)) this.#keepHere(game);
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
  #await(what) {
    clearTimeout(this._waiting);
    this._thinking = !!what;
    this._awaited = undefined;
    this._made = undefined;
    if (what) this._waiting = setTimeout(() => (this._awaited = what), WAIT_SAID);
  }

  /** Whether there is no connection, as far as calls and the browser have shown. */
  get _isCutOff() {
    return this._api.condition === "gone";
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
    this._endPreview();
    this._search(this._analyses);
    this.#foresee(turn);
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
  async #think(awaited, doing) {
    const { signal } = this._ended;
    this.#await(awaited);
    try {
      await this._try(doing);
    } finally {
      if (!signal.aborted) this.#await();
    }
  }

  /**
   * @param {number} at
   * @param {{better?: string, sentence?: string, fresh?: boolean, follows?: boolean}} [how] what a review says of the move that
   *   follows, whether the back button keeps what was there, and whether another tab plays this game
   */
  async _go(at, { better, sentence, fresh, follows = false } = {}) {
    const game = this._game;
    if (!game) return;
    this._end();
    const { signal } = this._ended;
    await this.#think("server", async () => {
      const turn = await game.goTo(at, signal);
      if (signal.aborted) return;
      this.#await();
      const last = game.plays.get(game.at - 1);
      this._told = [];
      this._take(turn, sentence ? [sentence] : this._tell(last ? [last] : [], turn));
      this._better = better;
      this._keep(fresh);
      this.#sayCut(game);
      this._follows = follows;
      if (!follows) this._engine();
      await game.recall();
      if (signal.aborted) return;
      this._keep();
      this.#sayCut(game);
      this.requestUpdate();
    });
  }

  /**
   * Says why the moves of the address were cut.
   * @param {Game} game
   */
  #sayCut(game) {
    if (!game.cutReason || !this._words) return;
    this._say(game.cutReason, this._words.say("page-cut"));
    game.cutReason = "";
  }

  /**
   * What has happened, and what is to be done.
   * @param {Play[]} plays
   * @param {Turn} turn
   * @returns {string[]}
   */
  _tell(plays, turn) {
    return [...plays.map((play) => this.#sentence(play, turn)), ...this.#close(turn)];
  }

  /**
   * @param {Play} play
   * @param {Turn} turn
   */
  #sentence({ side, seat, sentence }, turn) {
    const team = Number(turn.position.setup.options["team"] ?? 1);
    return seat && team > 1 ? [sentence, this._cast?.tell("page-seat-moved", { side }, { seat })].join(" ") : sentence;
  }

  /**
   * What is to be done, or how the game has ended. Nothing while the engine is to move.
   * @param {Turn} turn
   */
  #close(turn) {
    const [words, game] = [this._cast, this._game];
    const side = turn.status.turn;
    const send = words && game?.side && (side !== game.side || this._resigned) && game.unsent !== undefined ? words.tell("page-link-send", { side: other(game.side) }) : "";
    if (game?.newer) return [];
    if (!words || !game || this._resigned || !side) return [this._resignation || (turn.result ?? turn.prompt ?? ""), send].filter(Boolean);
    const seats = seatsOf(words, turn);
    // Who begins a game against the engine may not know yet which row is theirs.
    const first = game.at === 0 && side === game.you && turn.legalMoves.every(({ move }) => /^\d+$/.test(move));
    return [
      first ? words.say("page-first-turn", { houses: turn.board[side].length }) : (turn.prompt ?? ""),
      turn.recurrences ? [words.say("page-recurs", { times: turn.recurrences }), turn.agree ? words.say("page-recurs-stop") : ""].join(" ") : "",
      game.link && game.moves.length === 0 ? words.say("page-link-first") : "",
      seats ? words.say("page-seats-prompt", { seats }) : "",
      game.proposed && game.proposed !== game.side && turn.agree ? words.tell("page-link-proposed", { side: game.proposed }) : "",
      send,
    ].filter(Boolean);
  }

  /** @param {string} move of a person */
  async _play(move) {
    if (!this._isLocked) await this._make(move);
  }

  /**
   * Makes a move for the player to move. Where others follow, the game before stays as it is.
   * @param {string} move
   */
  _make(move) {
    const side = this._turn?.status.turn;
    // What the move does is shown at once where it is known, and otherwise where it begins.
    const house = side && Number(move) ? [{ pickUp: { house: { side, house: Number(move) }, seeds: 0, lap: 1 } }] : [];
    const { events = house } = (this._turn && this._previewed.get(this._turn)?.get(move)) ?? {};
    return this.#make((game, signal) => game.play(move, side, signal), marksOf(events));
  }

  /** Proposes to stop to the engine, or stops as two people have agreed. */
  async _agree() {
    const side = this._turn?.status.turn;
    if (!this._isLocked && side) await this.#make((game, signal) => game.agree(side, signal));
  }

  /**
   * @param {(game: Game, signal: AbortSignal) => Promise<Turn>} making a move of a person
   * @param {import("./board.js").Marks} [made] what it does, as far as that is known
   */
  async #make(making, made) {
    const game = this._game;
    if (!game) return;
    const branches = game.at < game.moves.length;
    const line = branches ? game.branch() : game;
    // A variation of a game that is reviewed is another game.
    if (branches && game === this._reviewed) line.id = undefined;
    this._told = [];
    const { signal } = this._ended;
    await this.#think("server", async () => {
      this._say();
      this._made = made;
      const turn = await making(line, signal);
      if (signal.aborted) return;
      if (turn.refused) return this._say(reasonOf(turn.refused));
      if (turn.unanswered) return this._say(turn.unanswered.message);
      if (turn.plays.length === 0) return this._propose(turn);
      this._game = line;
      await this.#show(turn, signal, branches);
    });
    if (!signal.aborted) this._engine();
  }

  /**
   * Shows a proposal to stop that has not ended the game.
   * @param {Turn} turn
   */
  _propose({ proposed, prompt }) {
    this._say(proposed?.message ?? "", prompt ?? "");
  }

  /** Goes on from an earlier move, after which the engine is to move. */
  _goOn() {
    const game = this._game;
    if (game && game.at < game.moves.length) {
      this._game = game.branch();
      this._keep(true);
    }
    this._engine();
  }

  /** Has the engine play, if it is its turn. */
  async _engine() {
    const game = this._game;
    const { signal } = this._ended;
    while (game && !signal.aborted && this._engineSide && !this._over && !game.watch && game.at === game.moves.length) {
      const side = this._engineSide;
      if (game.players[other(side)]) this._told = [];
      await this.#think(side, async () => {
        const turn = await game.reply(side, signal);
        if (signal.aborted) return;
        if (turn.unanswered) {
          await new Promise((resolve) => setTimeout(resolve, Math.max(500, turn.unanswered?.retryAfterMs ?? 0)));
          return;
        }
        await this.#show(turn, signal);
      });
      if (this._failed) return;
    }
  }

  /**
   * Shows the moves of a turn.
   * @param {Turn} turn
   * @param {AbortSignal} signal
   * @param {boolean} [fresh] whether the back button keeps what was there
   */
  async #show(turn, signal, fresh) {
    this._search(false);
    this._endPreview();
    this._keep(fresh);
    this._showing = true;
    this.#await();
    try {
      for (const play of turn.plays) {
        this._told.push(this.#sentence(play, turn));
        this._say(...this._told);
        // Each part is said before the next.
        await this.updateComplete;
        await this._board?.show(play.events);
        if (signal.aborted) return;
      }
    } finally {
      this._showing = false;
    }
    this._board?.end();
    const next = turn.status.turn;
    this._take(turn, [...this._told, ...(next && this._game?.players[next] ? [] : this.#close(turn))]);
  }

  /**
   * Shows what a move would do, once the mouse rests on its house or a finger holds it.
   * @param {string} move
   */
  async _showPreview(move) {
    this._endPreview();
    const [game, turn] = [this._game, this._turn];
    const { signal } = this._resting;
    await new Promise((resolve) => setTimeout(resolve, REST));
    // By eye, nobody counts for the person.
    if (signal.aborted || !game || !turn || game.eye || this._isLocked) return;
    const play = await this.#foretell(game, turn, move, signal);
    if (signal.aborted || !play) return;
    this._preview = marksOf(play.events);
    this._foretold = this._words?.say("page-preview", { sentence: play.sentence }) ?? "";
  }

  /**
   * What a move would do, which is asked for once.
   * @param {Game} game
   * @param {Turn} turn
   * @param {string} move
   * @param {AbortSignal} signal
   */
  async #foretell(game, turn, move, signal) {
    const known = this._previewed.get(turn) ?? new Map();
    this._previewed.set(turn, known);
    const play = known.get(move) ?? (await game.preview(move, signal));
    if (play && !signal.aborted) known.set(move, play);
    return play;
  }

  /**
   * Asks on a slow line what each move would do, before one is made. Browsers have few connections to a server: some stay free.
   * @param {Turn} turn
   */
  #foresee(turn) {
    const game = this._game;
    const { signal } = this._searched;
    if (!game || game.eye || this._over || game.watch || this._engineSide || this._api.lag < SLOW_LINE) return;
    const moves = turn.legalMoves.values();
    for (let calls = 0; calls < PREVIEWS; calls += 1) {
      (async () => {
        for (const { move } of moves) if (!signal.aborted) await this.#foretell(game, turn, move, signal);
      })();
    }
  }

  _endPreview() {
    this._resting.abort();
    this._resting = new AbortController();
    this._preview = undefined;
    this._foretold = "";
  }

  /**
   * Takes a resignation or a move back, or makes a move again, up to the turn of a person.
   * @param {-1 | 1} step
   */
  async _step(step) {
    const game = this._game;
    if (!game) return;
    if (step < 0 && this._resigned && !game.watch && (!game.link || game.unsent !== undefined)) {
      game.resigned = undefined;
      return this._go(game.at);
    }
    await this._try(() => game.recall());
    const at = game.turnOfPerson(step);
    if (game !== this._game) return;
    if (at !== undefined && game.link) {
      game.at = at;
      this._game = game.branch();
    }
    if (at !== undefined) await this._go(at);
    else if (this._words) this._say(this._words.say("page-no-undo"));
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
    this._hinted = 0;
    const { signal } = this._searched;
    const game = this._game;
    if (!on || !game || this._over) return;
    try {
      const body = { ...game.position, nodes: once ? HINT_NODES : ANALYSIS_NODES, candidates: !once, why: once };
      for await (const { suggestion } of this._api.stream(game.path("suggest-move-stream"), body, signal)) {
        if (signal.aborted) return;
        this._suggestion = suggestion;
      }
      if (once) await this._sayHint();
    } catch (error) {
      if (!signal.aborted && error instanceof Problem) this._note = error.message;
    }
  }

  /** Says more of the hint: on which side of the board, which house, and why. */
  async _sayHint() {
    const [words, game, turn, found] = [this._cast, this._game, this._turn, this._suggestion];
    if (!words || !game || !turn || !found) return;
    const [house, side] = [Number(found.move), turn.status.turn ?? "south"];
    // A word, or the only move, has no side.
    const first = house && turn.legalMoves.length > 1 ? 1 : 2;
    this._hinted = Math.min(WHOLE_HINT, Math.max(first, this._hinted + 1));
    if (this._hinted === 1) {
      const half = Math.floor(turn.board[side].length / 2);
      const right = house > half;
      this._say(words.say("page-hint-side", { part: right ? "right" : "left", from: right ? half + 1 : 1, to: right ? turn.board[side].length : half }));
    } else if (this._hinted === 2) {
      this._say(words.say("page-hint-house", { move: found.move, name: moveName(words, found.move) }));
    } else {
      const { signal } = this._searched;
      const why = house ? await game.preview(found.move, signal) : undefined;
      if (!signal.aborted) this._say(hintText(words, turn, found), why ? words.say("page-preview", { sentence: why.sentence }) : "");
    }
  }
}
