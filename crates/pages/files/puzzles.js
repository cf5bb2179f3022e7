// The view with puzzles: that of the day, one after the other as hard as the reader can solve them, or the one of a link.

import { html, nothing } from "./vendor/lit.js";
import { Problem } from "./api.js";
import { marksOf } from "./board.js";
import { Exercise } from "./exercise.js";
import { GAMES, GRADES, VARIANTS } from "./games.js";
import { PuzzleRecord, today } from "./puzzle-record.js";
import { isHouse, moveName, nameOf } from "./views.js";

/** @typedef {import("./game.js").Play} Play */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {import("./page.js").Say} Say */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {{id: string, variant: Variant, grade: number, text: string, next?: string, solution?: string[], worth?: string}} Puzzle */
/** @typedef {{state: "wrong" | "goes-on" | "solved", text: string, refutation?: string[]}} Judgement of a move */
/** @typedef {Turn & {puzzle: Judgement}} Judged */
/** @typedef {"day" | "run" | "one"} Way in which the reader came to the puzzle */
/** @typedef {{verdict: "solved" | "right" | "wrong" | "refused", lead: string, told: string, more?: string, then?: string}} Answer
 *   to a move: what became of it, what it did, what there is to say beside, and how the game goes on */
/** @typedef {{move: string, value: number, certainty: string}} Candidate a move, and what it is worth to the side to move */

/** The parameter of the address that has the id of a puzzle, which the server reads too. */
const ID = "puzzle";
/** What the engine searches to say what moves are worth, in nodes. */
const NODES = 300_000;
/** The most moves that are played on until the seeds are in the stores. */
const MOST_PLAYED_ON = 12;

/**
 * By how much South is ahead.
 * @param {Turn} turn
 */
const lead = ({ board: { stores } }) => (stores ? stores.south - stores.north : 0);

class AylaPuzzles extends Exercise {
  static properties = {
    ...Exercise.properties,
    _variant: { state: true },
    _wanted: { state: true },
    _way: { state: true },
    _puzzle: { state: true },
    _answer: { state: true },
    _line: { state: true },
    _failed: { state: true },
  };

  /** @type {string[]} the moves that are made */
  #made = [];
  /** @type {Turn | undefined} the position of the puzzle */
  #first;
  /** Whether the puzzle has counted in the run. */
  #passed = false;
  /** Whether the puzzle has just come. */
  #isNew = false;
  /** Whether the grade of the run was chosen, and stays. */
  #isChosen = false;
  #record = new PuzzleRecord();
  #day = today();

  constructor() {
    super();
    /** @type {Variant} */
    this._variant = VARIANTS[0];
    /** The theme of the run, or nothing. */
    this._wanted = "";
    /** @type {Way} */
    this._way = "day";
    /** @type {Puzzle | undefined} */
    this._puzzle = undefined;
    /** @type {Answer | undefined} */
    this._answer = undefined;
    /** @type {{turns: Turn[], at: number, worth?: string} | undefined} the solution, the moves of it on the board, and its worth */
    this._line = undefined;
    /** Whether a move was wrong. */
    this._failed = false;
    /** @type {Variant[]} the games, that of the reader first */
    this._games = [];
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("focus", () => this.#renew());
    document.addEventListener("visibilitychange", () => this.#renew());
    setInterval(() => this.#renew(), 60_000);
  }

  /** Opens the puzzle of a new day, unless the reader is about to solve that of the day before. */
  #renew() {
    const isBegun = this.#made.length > 0 || this._showing || !!this._answer;
    if (this._way === "day" && this.#day !== today() && (!isBegun || this._isSolved)) this._open();
  }

  get catalogue() {
    return "puzzles";
  }

  get variant() {
    return this._variant;
  }

  get rest() {
    return this.#isNew ? this.querySelector("h2") : super.rest;
  }

  // --------------------------------------------------------------------------------------------------- the puzzle

  /**
   * Opens the puzzle of the address.
   * @param {boolean} [follows] whether another puzzle was there before
   */
  async _open(follows = false) {
    const id = new URLSearchParams(location.search).get(ID);
    const [, game = id?.split("-")[0] ?? this.#record.variant, run] = /^#(\w+)(\/run)?$/.exec(location.hash) ?? [];
    this._variant = VARIANTS.find((variant) => variant === game) ?? this._variant;
    this._way = id ? "one" : run ? "run" : "day";
    if (this._games.length === 0) this._games = [this._variant, ...VARIANTS.filter((variant) => variant !== this._variant)];
    this.#record.variant = this._variant;
    this.#day = today();
    if (!id) history.replaceState(null, "", this.#address(this._variant, this._way));
    this._ended.abort();
    this._ended = new AbortController();
    const { signal } = this._ended;
    // Until the answer the board shows the puzzle before, which is not to be played any more.
    this._start = undefined;
    await this._try(async () => {
      const puzzle = await this.#find(id, signal);
      const turn = await this.#ask(puzzle, {}, signal);
      if (signal.aborted) return;
      this._end();
      this._puzzle = puzzle;
      this._failed = this.#passed = false;
      this.#first = turn;
      this.#begin();
      this.#isNew = true;
      await this.updateComplete;
      this.#isNew = false;
      if (follows) this.querySelector("h2")?.focus();
    });
  }

  /** The position of the puzzle, before any move. */
  #begin() {
    this.#made = [];
    this._start = this._turn = this.#first;
  }

  /**
   * Where the puzzles of a game are.
   * @param {Variant} variant
   * @param {Way} way
   */
  #address(variant, way) {
    return `puzzles#${variant}${way === "run" ? "/run" : ""}`;
  }

  /**
   * @param {string | null} id of the puzzle of a link
   * @param {AbortSignal} signal
   * @returns {Promise<Puzzle>}
   */
  async #find(id, signal) {
    if (id) return this.#get(`/${encodeURIComponent(id)}`, {}, signal);
    const game = this._variant;
    if (this._way === "day") return this.#get("", { variant: game, day: this.#day }, signal);
    const { grade, last: { [grade]: number = 0 } } = this.#record.run(game);
    const theme = GAMES[game].themes.includes(this._wanted) && { theme: this._wanted };
    try {
      return await this.#get("", { variant: game, grade: String(grade), ...theme, ...(number && { after: `${game}-${number}` }) }, signal);
    } catch (error) {
      if (!(error instanceof Problem) || error.problem.status !== 404) throw error;
      // A theme may have none of this grade, or none after the last one, and a game none that is so hard.
      if (theme) return this.#get("", { variant: game, ...theme, ...(number && { after: `${game}-${number}` }) }, signal).catch(() => this.#get("", { variant: game, ...theme }, signal));
      if (grade === 1) throw error;
      this.#record.stay(game, grade - 1);
      return this.#find(id, signal);
    }
  }

  /**
   * @param {string} path below that of the puzzles
   * @param {Record<string, string>} parameters
   * @param {AbortSignal} signal
   * @returns {Promise<Puzzle>}
   */
  #get(path, parameters, signal) {
    return this._api.call(`/v1/puzzles${path}?${new URLSearchParams({ ...parameters, locale: this._api.language })}`, undefined, signal);
  }

  /**
   * Asks for the puzzle after the moves that were made, or what it says of the next one.
   * @param {Puzzle} puzzle
   * @param {{moves?: string[], move?: string}} what
   * @param {AbortSignal} signal
   * @returns {Promise<Judged>}
   */
  #ask({ id, variant }, what, signal) {
    return this._api.call(`/v1/variants/${variant}/play-turn`, { puzzle: id, ...what, side: "south", you: true, locale: this._api.language }, signal);
  }

  /**
   * The turns after each of these moves, and the one before them.
   * @param {Turn} from
   * @param {string[]} moves
   * @param {AbortSignal} signal
   * @returns {Promise<Turn[]>}
   */
  async #replay(from, moves, signal) {
    const { token } = from.position;
    const { positions } = await this._api.call(`/v1/variants/${this._variant}/replay-game`, { token, moves, viewer: "south", you: true, locale: this._api.language }, signal);
    return positions.slice(-1 - moves.length).map((/** @type {Turn & {play?: Play}} */ { play, ...turn }) => ({ ...from, ...turn, plays: play ? [play] : [] }));
  }

  /** A move can be made where none was made, or after one that was right or that was refused. */
  get _isOpen() {
    return super._isOpen && !this._line && !["solved", "wrong"].includes(this._answer?.verdict ?? "");
  }

  get _isSolved() {
    return !!this._line || this._answer?.verdict === "solved";
  }

  _end() {
    super._end();
    this._answer = this._line = undefined;
  }

  /** @param {string} move */
  async _make(move) {
    const puzzle = this._puzzle;
    const start = this._start;
    const words = this._words;
    const { signal } = this._ended;
    if (!puzzle || !start || !words) return;
    const turn = await this.#ask(puzzle, { moves: this.#made, move }, signal);
    if (turn.refused) {
      this._answer = { verdict: "refused", lead: words.say("page-lesson-refused"), told: turn.refused.message };
      return;
    }
    const { state, text, refutation = [] } = turn.puzzle;
    const isWrong = state === "wrong";
    const turns = isWrong ? await this.#replay(start, refutation, signal) : [turn];
    const plays = turns.flatMap((turn) => turn.plays);
    await this._board?.show(plays.flatMap(({ events }) => events));
    if (signal.aborted) return;
    this._board?.end();
    this._turn = turns.at(-1);
    const [own = "", ...replies] = plays.map(({ sentence }) => sentence);
    if (isWrong) {
      this._failed = true;
      // The text says what the replies do.
      this._answer = { verdict: "wrong", lead: words.say("page-lesson-wrong"), told: own, more: text };
      this.#refute(start, move, text, signal);
      return;
    }
    this._start = turn;
    this.#made.push(...plays.map(({ move }) => move));
    const told = [own, ...replies, turn.result].filter(Boolean).join(" ");
    if (state !== "solved") {
      this._answer = { verdict: "right", lead: text, told };
      return;
    }
    this._answer = { verdict: "solved", lead: text, told, more: this.#count(puzzle) };
    this.#playOn(signal).then((then) => this.#add({ then }));
  }

  /**
   * Says more of a move that was answered. The controls stay in the window if they were there.
   * @param {{more?: string, then?: string}} said
   */
  async #add(said) {
    if (!this._answer || !Object.values(said).some(Boolean)) return;
    const controls = this.querySelector(".lesson > .controls");
    const wasSeen = controls && controls.getBoundingClientRect().bottom < innerHeight + 1;
    this._answer = { ...this._answer, ...said };
    await this.updateComplete;
    if (wasSeen) controls.scrollIntoView({ block: "nearest" });
  }

  /**
   * What the engine sees from here. It says nothing where it is busy.
   * @param {Turn} turn
   * @param {AbortSignal} signal
   * @returns {Promise<import("./game.js").Suggestion | undefined>}
   */
  async #search({ position: { token } }, signal) {
    const answer = await this._api.ask(`/v1/variants/${this._variant}/suggest-move`, { token, nodes: NODES, candidates: true }, signal);
    return answer?.json().catch(() => undefined);
  }

  /**
   * Says by how much a wrong move falls short, and how the game goes on after it.
   * @param {Turn} start the position before it
   * @param {string} move
   * @param {string} text what was said of it
   * @param {AbortSignal} signal
   */
  async #refute(start, move, text, signal) {
    const short = await this.#short(start, move, signal);
    if (signal.aborted) return;
    this.#add({ more: [text, short].filter(Boolean).join(" ") });
    const then = await this.#playOn(signal);
    if (!signal.aborted) this.#add({ then });
  }

  /**
   * By how much a move falls short of the best one. Nothing where the engine does not see it.
   * @param {Turn} start
   * @param {string} played
   * @param {AbortSignal} signal
   */
  async #short(start, played, signal) {
    if (!start.board.stores) return "";
    const [best, ...others] = /** @type {Candidate[]} */ ((await this.#search(start, signal))?.candidates ?? []);
    const mine = others.find(({ move }) => move === played);
    const seeds = best && mine ? Math.round(best.value - mine.value) : 0;
    if (!best || !mine || seeds <= 0) return "";
    const sure = [best, mine].every(({ certainty }) => certainty === "proven") ? "proven" : "estimated";
    return this._words?.say("page-puzzle-short", { seeds, sure }) ?? "";
  }

  /** The number of all seeds, on the board and in the stores. */
  get #seeds() {
    const { board } = this._turn ?? {};
    return board?.stores && [...board.south, ...board.north].reduce((sum, { seeds }) => sum + seeds, board.stores.south + board.stores.north);
  }

  /**
   * Plays on from the board until the seeds are in the stores. Returns what happens there.
   * @param {AbortSignal} signal
   */
  async #playOn(signal) {
    /** @type {string[]} */
    const said = [];
    /** @type {number | undefined} */
    let end;
    let isCertain = false;
    for (let played = 0, turn = this._turn; turn?.board.stores && !turn.status.over && lead(turn) !== end && played < MOST_PLAYED_ON; turn = this._turn) {
      const ahead = await this.#search(turn, signal);
      if (!ahead || signal.aborted) return "";
      end ??= turn.status.turn === "south" ? ahead.value : -ahead.value;
      const then = await this.#replay(turn, ahead.principalLine.slice(0, MOST_PLAYED_ON - played), signal).catch(() => []);
      const missing = then.map((turn) => Math.abs(/** @type {number} */ (end) - lead(turn)));
      const last = missing.indexOf(Math.min(...missing));
      // What is not proven may be far from the end.
      const isProven = ahead.certainty === "proven";
      if (played === 0) isCertain = isProven;
      const shown = then.slice(1, isProven && missing[last] !== 0 ? undefined : last + 1);
      for (const next of shown) {
        await this._board?.show(next.plays.flatMap(({ events }) => events));
        if (signal.aborted) return "";
        this._board?.end();
        if (lead(next) !== lead(/** @type {Turn} */ (this._turn))) said.push(...next.plays.map(({ sentence }) => sentence));
        this._turn = next;
        await this.updateComplete;
      }
      if (!isProven || shown.length === 0) break;
      played += shown.length;
    }
    const [moves, words] = [said.join(" "), this._words];
    const south = ((this.#seeds ?? NaN) + (end ?? NaN)) / 2;
    const isSure = isCertain && Number.isInteger(south);
    return [moves && words?.say("page-puzzle-then", { moves }), isSure && words?.say("page-puzzle-ends", { south, north: south - (end ?? 0) })].filter(Boolean).join(" ");
  }

  /**
   * Counts the puzzle, which is solved. Returns what there is to say of it.
   * @param {Puzzle} puzzle
   */
  #count({ id, variant }) {
    const words = this._words;
    const isOfDay = this._way === "day";
    this.#record.solve(id, variant, isOfDay ? this.#day : undefined);
    const counted = this.#record.wasShown(id)
      ? words?.say("page-puzzle-shown")
      : isOfDay ? words?.say("page-puzzle-streak", { days: this.#record.streak(today()) }) : "";
    return [counted, this.#pass(!this._failed)].filter(Boolean).join(" ");
  }

  /**
   * Goes on in the run. Returns what there is to say of it.
   * @param {boolean} atOnce whether the puzzle was solved without a wrong move
   */
  #pass(atOnce) {
    const puzzle = this._puzzle;
    if (!puzzle || this._way !== "run" || this.#passed) return "";
    const { id, variant, grade, next } = puzzle;
    this.#passed = true;
    const passed = { number: Number(id.split("-")[1]), grade, isLast: !next };
    if (this.#isChosen) this.#record.skip(variant, passed);
    else this.#record.pass(variant, passed, atOnce);
    const now = this.#record.run(variant).grade;
    return now === grade ? "" : this._words?.say(now > grade ? "page-puzzle-harder" : "page-puzzle-easier", { grade: now, grades: GRADES });
  }

  /** Goes on to another puzzle of the run, which is as hard. */
  #skip() {
    const puzzle = this._puzzle;
    if (!puzzle) return;
    const { id, variant, grade, next } = puzzle;
    this.#record.skip(variant, { number: Number(id.split("-")[1]), grade, isLast: !next });
    this._open(true);
  }

  /**
   * Chooses how hard the puzzles of the run are, and what they are about.
   * @param {{grade?: number, theme?: string}} what
   */
  #choose({ grade, theme }) {
    this.#isChosen ||= grade !== undefined;
    if (grade) this.#record.stay(this._variant, grade);
    this._wanted = theme ?? this._wanted;
    this._open();
  }

  /** Shows the first move of the solution from here. */
  async #solve() {
    const puzzle = this._puzzle;
    const first = this.#first;
    this._again("");
    const { signal } = this._ended;
    if (!puzzle || !first) return;
    await this._try(async () => {
      const { solution = [], worth } = await this.#get(`/${puzzle.id}`, { solution: "true" }, signal);
      const turns = await this.#replay(first, solution, signal);
      if (signal.aborted) return;
      this.#record.show(puzzle.id);
      this.#pass(false);
      this._line = { turns, at: this.#made.length, worth };
      await this.#go(this.#made.length + 1);
    });
  }

  /**
   * Shows the solution after so many of its moves.
   * @param {number} at
   */
  async #go(at) {
    const line = this._line;
    const turn = line?.turns[at];
    if (!line || !turn) return;
    super._end();
    const { signal } = this._ended;
    this._turn = line.turns[at - 1] ?? turn;
    this._line = { ...line, at };
    this._showing = true;
    await this.updateComplete;
    await this._board?.show(turn.plays.flatMap(({ events }) => events));
    if (signal.aborted) return;
    this._board?.end();
    this._showing = false;
    this._turn = turn;
  }

  /** The puzzle from its beginning. */
  #restart() {
    this.#begin();
    this._again();
  }

  // ------------------------------------------------------------------------------------------------------- views

  /** @param {Say} say */
  view(say) {
    const [turn, words, puzzle] = [this._turn, this._words, this._puzzle];
    return html`${this.#puzzlesView(say)}
      ${turn && words && puzzle ? this.#puzzleView(turn, words, puzzle, say) : html`<p class="wait" role="status">${this._spoken || this._loading}</p>`}`;
  }

  /** @param {Say} say */
  #puzzlesView(say) {
    const variant = this._variant;
    return html`<nav class="lessons" aria-label=${say("page-view-puzzles")}>
      <ul class="games">${this._games.map((game) => html`<li><a href=${this.#address(game, this._way)} aria-current=${game === variant ? "true" : nothing}>${GAMES[game].title}
        ${this.#record.isDone(game, this.#day) ? html`<span class="done" role="img" aria-label=${say("page-puzzle-done")}>✓</span>` : nothing}</a></li>`)}</ul>
      <ul class="ways">${/** @type {Way[]} */ (["day", "run"]).map((way) => html`<li><a class="button" href=${this.#address(variant, way)} @click=${this.#renew} aria-current=${way === this._way ? "page" : nothing}>${say(`page-puzzle-${way}`)}</a></li>`)}</ul>
      <p class="results">${this._way === "run" ? this.#wantedView(say) : say("page-puzzle-streak", { days: this.#record.streak(today()) })} ${say("page-puzzle-solved", { puzzles: this.#record.solved })}</p>
      ${this._way === "day" && this.#record.solved > 0 ? html`<p><small>${say("page-puzzle-how")}</small></p>` : nothing}
      ${this._way !== "run" && this.#record.solved === 0 ? html`<p>${say("page-puzzle-new")} <a href=${this.#address(variant, "run")}>${say("page-puzzle-easy")}</a></p>` : nothing}
    </nav>`;
  }

  /** @param {Say} say */
  #wantedView(say) {
    const { grade } = this.#record.run(this._variant);
    const { themes } = GAMES[this._variant];
    const valueOf = (/** @type {any} */ event) => event.target.value;
    return html`<label>${say("page-puzzle-how-hard")} <select @change=${(/** @type {Event} */ event) => this.#choose({ grade: Number(valueOf(event)) })}>
        ${Array.from({ length: GRADES }, (_, index) => html`<option value=${index + 1} .selected=${index + 1 === grade}>${index + 1}</option>`)}</select></label>
      <label>${say("page-puzzle-about")} <select @change=${(/** @type {Event} */ event) => this.#choose({ theme: valueOf(event) })}>
        ${["", ...themes].map((theme) => html`<option value=${theme} .selected=${theme === this._wanted}>${say(theme ? `page-puzzle-theme-${theme}` : "page-puzzle-any")}</option>`)}</select></label>`;
  }

  /**
   * Copies the link to the puzzle. Where a page cannot copy, it is followed.
   * @param {any} event
   */
  async #copy(event) {
    if (!navigator.clipboard) return;
    event.preventDefault();
    const { href } = event.currentTarget;
    await navigator.clipboard.writeText(href).then(() => this._say(this._words?.say("page-copied")), () => location.assign(href));
  }

  /**
   * @param {Turn} turn
   * @param {Words} words
   * @param {Puzzle} puzzle
   * @param {Say} say
   */
  #puzzleView(turn, words, { id, variant, grade, text }, say) {
    const date = new Intl.DateTimeFormat(words.language, { day: "numeric", month: "long", timeZone: "UTC" }).format(new Date(this.#day));
    const about = [this._way === "day" ? `${date}.` : "", say("page-puzzle-grade", { grade, grades: GRADES }), this.#record.isSolved(id) ? say("page-puzzle-is-solved") : ""];
    const legal = turn.legalMoves.map(({ move }) => move);
    const last = turn.plays.at(-1);
    const verdict = this._answer?.verdict;
    return this._tableView(turn, words, say, {
      heading: html`<h2 tabindex="-1">${say("page-puzzle-title", { game: GAMES[variant].title, number: id.split("-")[1] ?? "" })}</h2>
        <p>${about.filter(Boolean).join(" ")}</p>
        <p class="task"><strong>${text}</strong></p>`,
      legal,
      offered: legal.filter((move) => !isHouse(move)),
      marks: last && marksOf(last.events),
      verdict: verdict === "solved" ? "solved" : verdict === "wrong" || verdict === "refused" ? "wrong" : "",
      said: this._line ? this.#lineView(this._line, say) : this._answer && this.#answerView(this._answer),
      controls: html`${this.#controlsView(say)}${this._line ? this.#movesView(this._line, words) : nothing}`,
      keys: "page-puzzle-keys",
      links: html`<a href=${`puzzles?${ID}=${id}`} @click=${this.#copy}>${say("page-puzzle-link")}</a>`,
    });
  }

  /**
   * What the live region says of a move.
   * @param {Answer} answer
   */
  #answerView({ lead, told, more, then }) {
    return html`<p><strong>${lead}</strong> ${told}</p>${[more, then].map((text) => (text ? html`<p>${text}</p>` : nothing))}`;
  }

  /**
   * What it says of the solution: all its moves, of which the one on the board is marked.
   * @param {{turns: Turn[], at: number, worth?: string}} line
   * @param {Say} say
   */
  #lineView({ turns, at, worth }, say) {
    return html`<p><strong>${say("page-puzzle-solution")}</strong>${turns.map(({ plays: [play] }, index) => (play ? html` <span aria-current=${index === at ? "step" : nothing}>${play.sentence}</span>` : nothing))}</p>
      ${worth ? html`<p>${worth}</p>` : nothing}`;
  }

  /**
   * The moves of the solution, each to go to.
   * @param {{turns: Turn[], at: number}} line
   * @param {Words} words
   */
  #movesView({ turns, at }, words) {
    const cast = this._cast ?? words;
    return html`<span class="line" role="group" aria-label=${words.say("page-history")}>${turns.map(({ plays: [play] }, index) => html`
      <button aria-current=${index === at ? "step" : nothing} @click=${() => this.#go(index)}>${play ? `${nameOf(cast, play.side)} ${moveName(cast, play.move)}` : words.say("page-beginning")}</button>`)}</span>`;
  }

  /** @param {Say} say */
  #controlsView(say) {
    const line = this._line;
    const verdict = this._answer?.verdict;
    const isOver = line ? line.at === line.turns.length - 1 : verdict === "solved";
    const next = this._way === "run"
      ? html`<button class="primary" @click=${() => this._open(true)}>${say("page-puzzle-next")}</button>`
      : html`<a class="button primary" href=${this.#address(this._variant, "run")}>${say("page-puzzle-run")}</a>`;
    return html`
      ${line && !isOver ? html`<button class="primary" @click=${() => this.#go(line.at + 1)}>${say("page-puzzle-step")}</button>` : nothing}
      ${isOver ? next : nothing}
      ${verdict === "wrong" ? html`<button class="primary" @click=${() => this._again()}>${say("page-lesson-again")}</button>` : nothing}
      ${isOver ? html`<button @click=${this.#restart}>${say("page-lesson-again")}</button>` : nothing}
      ${this._failed && !line && !isOver ? html`<button @click=${this.#solve}>${say("page-puzzle-show")}</button>` : nothing}
      ${this._way === "run" && !isOver ? html`<button @click=${this.#skip}>${say("page-puzzle-skip")}</button>` : nothing}`;
  }
}

customElements.define("ayla-puzzles", AylaPuzzles);
