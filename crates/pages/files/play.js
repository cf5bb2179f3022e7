// The page: a game with its controls, and what the service says of it.

import { html, nothing } from "./vendor/lit.js";
import { SPEEDS, marksOf, other } from "./board.js";
import { GameControls } from "./controls.js";
import { GAMES, LONG_QUIET } from "./games.js";
import { forgetGame, keptGame, keptGames } from "./kept-games.js";
import { ruled } from "./rulings.js";
import { followHistory, hintText, historyView, keptView, matchView, namesView, phaseView, playerView, saidView, typeView, valueView, whyNot } from "./views.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {import("./game.js").Game} Game */
/** @typedef {import("./game.js").Turn} Turn */
/** @typedef {import("./page.js").Say} Say */

class AylaPlay extends GameControls {
  static properties = { ...GameControls.properties, _ending: { state: true } };

  constructor() {
    super();
    /** @type {{text: string, results: unknown} | undefined} how the game has ended, and the person's results */
    this._ending = undefined;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    // The end is heard once: when a move has ended the game.
    if (changed.has("_turn") && changed.get("_turn") && this._turn?.status.over && this._told.length > 0) this._sound?.("end");
    if (!this._over) this._ending = undefined;
    else if (changed.has("_turn") || changed.has("_game") || changed.has("_said")) this.#close();
  }

  /** Says how the game has ended, and counts it if it was played here. */
  async #close() {
    const [game, turn, words] = [this._game, this._turn, this._cast];
    if (!game || !turn || !words) return;
    const ending = await import("./ending.js").catch(() => undefined);
    if (!ending || turn !== this._turn || !this._over) return;
    const winner = this._resigned ? other(this._resigned) : turn.status.winner;
    const results = game.isPlayed && game.at === game.moves.length ? ending.count(game, winner) : undefined;
    const text = this._resigned ? "" : ending.wonText(words, turn);
    if (this._ending?.text !== text || !this._ending.results !== !results) this._ending = { text, results: results && ending.resultsView(words, results) };
  }

  /** @param {Map<string, unknown>} changed */
  updated(changed) {
    super.updated(changed);
    const state = this._turn && this._game ? this._waits || this._resignation || (this._turn.result ?? this._turn.prompt ?? "") : "";
    if (state) document.title = `${state.replace(/\.$/, "")} – ${document.title}`;
    followHistory(this);
    this.#fit(changed);
  }

  /**
   * Writes what is long smaller, so that nothing moves in a move; what is longer still makes its box higher. On a phone that stands, what is
   * said of a move comes into the window.
   * @param {Map<string, unknown>} changed
   */
  #fit(changed) {
    const message = /** @type {HTMLElement | null} */ (this.querySelector(".message"));
    if (!message) return;
    const least = Number.parseFloat(getComputedStyle(message).minBlockSize) + 1;
    for (const size of this._over ? ["1"] : ["1", "0.9", "0.8"]) {
      message.style.setProperty("--fit", size);
      if (message.offsetHeight <= least) break;
    }
    const stands = matchMedia("(max-width: 40rem) and (orientation: portrait)").matches;
    if (stands && changed.has("_said") && this._told.length > 0) message.parentElement?.scrollIntoView({ block: "nearest" });
  }

  // ------------------------------------------------------------------------------------------------------- views

  get variant() {
    return this._game?.variant;
  }

  get catalogue() {
    return "play";
  }

  get heading() {
    return this._game ? GAMES[this._game.variant].title : "";
  }

  /** @param {Say} say */
  view(say) {
    return html`${this._game && this._turn ? this.#gameView(this._game, this._turn, say) : this.#waitView(say)}
      ${this.#agreeView(say)}
      <ayla-new-game .api=${this._api} .words=${this._words} @ayla-set-up=${this._setUp} @ayla-bring=${this._bring} @ayla-start=${this._started}></ayla-new-game>
      ${this._setsUp
        ? html`<ayla-set-up .api=${this._api} .words=${this._words} .current=${this._game?.eye ? undefined : this._turn?.position.setup} @ayla-start=${this._started}></ayla-set-up>`
        : nothing}
      ${this._brings ? html`<ayla-bring .api=${this._api} .words=${this._words} @ayla-start=${this._started}></ayla-bring>` : nothing}
      ${this._shares
        ? html`<ayla-share .game=${this._game} .turn=${this._turn} .words=${this._words} @ayla-sent=${this._sent} @ayla-invite=${this._inviteFriend}></ayla-share>`
        : nothing}`;
  }

  /**
   * What is shown without a game: that it is being set up, or why there is none.
   * @param {Say} say
   */
  #waitView(say) {
    if (!this._failed) {
      const board = this._isCutOff && this._game?.id && keptGame(this._game.id)?.board;
      return html`<section class=${board ? "table" : "wait"}><p role="status">${this._loading}</p>
        ${board ? html`<ayla-board .position=${board} .near=${this._near} .theme=${this._theme || undefined} .words=${this._cast}></ayla-board>` : nothing}</section>`;
    }
    return html`<div class="wait"><p role="alert">${ruled(this._said.join(" "))}</p>
      <p><button class="primary" @click=${this._openNew}>${say("page-new")}</button></p></div>`;
  }

  /**
   * @param {Game} game
   * @param {Turn} turn
   * @param {Say} say
   */
  #gameView(game, turn, say) {
    const { options, turn: toMove } = turn.position.setup;
    const over = this._over;
    const last = game.plays.get(game.at - 1);
    const legal = this._isLocked ? [] : turn.legalMoves.map(({ move }) => move);
    const reasons = Object.fromEntries(turn.illegalMoves.map(({ move, message, ruling }) => [move, `${message} (${ruling})`]));
    const words = this._cast;
    if (!words) return nothing;
    const found = this._advice.analyses && turn.status.turn ? this._advice.suggestion : undefined;
    const values = Object.fromEntries((found?.candidates ?? []).map(({ move, value }) => [move, words.value(value)]));
    const winner = this._resigned ? other(this._resigned) : turn.status.winner;
    const player = (/** @type {Side} */ side) =>
      playerView(words, turn, side, { level: game.players[side], moves: turn.status.turn === side && !this._resigned, won: over && winner === side });
    const { status: { turn: mover = toMove } } = turn;
    const reviewed = game === this._reviewed ? this._costs.get(game.at) : undefined;
    const value = found ? (turn.status.turn === this._near ? found.value : -found.value) : reviewed?.value;
    const isForTwo = game.players.south === 0 && game.players.north === 0;
    const isHere = isForTwo && !game.link;
    const flat = this._flat && isHere;
    return html`
      <section class="table ${over ? "ended" : ""} ${flat ? "flat" : ""}" aria-label=${say("page-play")}>
        ${flat ? html`<p class="across" aria-hidden="true">${this._waits || this._said.at(-1)}</p>` : nothing}
        ${player(other(this._near))}
        <div class="field ${this._reviewed ? "reviewed" : ""}" data-houses=${turn.board.south.length > 12 ? "many" : turn.board.south.length > 8 ? "some" : "few"}>
          ${this._advice.analyses || this._reviewed ? (value === undefined ? html`<div class="value"></div>` : valueView(words, turn, value, this._near, found?.bounds)) : nothing}
          <ayla-board ?flat=${flat} ?eye=${game.eye && !over} .variant=${game.variant} .board=${turn.board} .near=${this._near} .turn=${mover}
            ?clockwise=${options["direction"] === "clockwise"} .seats=${Number(options["team"] ?? 1)} .theme=${this._theme || undefined}
            .legal=${legal} .reasons=${this._isLocked ? {} : reasons} .marks=${last ? marksOf(last.events) : undefined} .preview=${this._made ?? this._previews.marks} .values=${values}
            .hint=${this._showing ? undefined : (this._better ?? (this._advice.analyses || this._advice.hinted > 1 ? this._advice.suggestion?.move : undefined))} .words=${words}
            .speed=${this._speed} .sound=${this._sound} .dances=${over && !this._showing ? winner : undefined}
            @ayla-choose=${this.#chosen} @ayla-focus=${this.#focused} @ayla-preview=${this.#looked} @keydown=${this._key}></ayla-board>
        </div>
        ${player(this._near)}
        <div class="status">
          ${saidView(this._isCutOff ? this._told : this._said, over, { won: this._ending?.text ?? "", waits: this._waits, note: this._note, foretold: this._previews.foretold })}
          ${matchView(words, game, turn, this._near)}
          ${phaseView(words, turn, legal, (move) => this._play(move))}
          ${game.watch ? nothing : html`<div class="acts">${this.#controlsView(game, turn, say)}${this._showing ? this.#motionView(say) : nothing}</div>`}
        </div>
        ${over ? this._ending?.results : nothing}
        ${this.#momentView(say)}
        ${this.#goOnView(game, say)}
        ${this.#newerView(game, say)}
        ${isForTwo && !game.watch && (game.side ? !game.names[game.side] : game.moves.length === 0) ? namesView(words, game, (names) => this._name(names)) : nothing}
        ${found ? html`<p class="found">${hintText(words, turn, found, game.eye)} ${say("page-depth", { depth: found.depth })}</p>` : nothing}
      </section>
      <aside>
        ${this._reviewed
          ? html`<ayla-review .game=${this._reviewed} .words=${words} .near=${this._near} .moves=${this._reviewed.moves.length} .at=${game === this._reviewed ? game.at : undefined} .practises=${this._practises}
              @ayla-moments=${(/** @type {CustomEvent} */ event) => this._goToMoment(event.detail)}
              @ayla-look=${this._look} @ayla-try=${this._tryBetter} @ayla-close=${this._closeReview} @ayla-costs=${(/** @type {CustomEvent} */ event) => (this._costs = event.detail)}></ayla-review>`
          : nothing}
        ${game.watch ? html`<p class="watch">${say("page-watching")}</p>
          <p class="links"><button @click=${this._openNew}>${say("page-new")}</button>
            <button @click=${this._playOn}>${say("page-play-on")}</button></p>` : nothing}
        ${historyView(words, game, (at) => this._go(at), game === this._reviewed ? this._costs : undefined)}
        ${game.watch ? nothing : html`
          <p class="links">
            <button name="share" aria-haspopup="dialog" @click=${this._share}>${say("page-share")}</button>
            ${isHere ? html`<button aria-pressed=${flat} @click=${() => this._lay(!this._flat)}>${say("page-flat")}</button>` : nothing}
          </p>
          ${game.moves.length > 0 ? html`<details class="save"><summary>${say("page-save")}</summary><p class="links">
            <button @click=${() => this._save(game, "copy")}>${say("page-sheet-copy")}</button>
            <button @click=${() => this._save(game, "save")}>${say("page-sheet-save")}</button>
            ${game.eye && !over ? nothing : html`<button @click=${() => this._save(game, "picture")}>${say("page-gif-save")}</button>`}
            <label>${say("page-record")} <select name="record" @change=${(/** @type {any} */ event) => { this._saveAs(game, event.target.value); event.target.value = ""; }}>
              ${["", ...GAMES[game.variant].formats].map((format) => html`<option value=${format}>${format && say("page-format", { format })}</option>`)}</select></label></p></details>` : nothing}
          ${keptView(words, keptGames(), game.id, (id) => { forgetGame(id); this.requestUpdate(); })}
          <p class="links feel">
            <label>${say("page-speed")} <select id="speed" @change=${(/** @type {any} */ event) => this._setSpeed(event.target.value)}>
              ${["", ...Object.keys(SPEEDS)].map((speed) => html`<option value=${speed} ?selected=${speed === this._speed}>${say(`page-speed-${speed || "auto"}`)}</option>`)}
            </select></label>
            <button aria-pressed=${this._sounds} @click=${this._toggleSounds}>${say("page-sounds")}</button>
          </p>
          ${typeView(words, (move) => this._play(move))}
          <details class="keys"><summary>${say("page-keys")}</summary><p>${say("page-keys-text")}</p></details>`}
      </aside>`;
  }

  /** @param {Say} say */
  #motionView(say) {
    const board = this._board;
    return html`<p class="controls motion">
      <button name="skip" @click=${() => { board?.skip(); this.requestUpdate(); }}>${say("page-skip")}</button>
      <button name="pause" @click=${() => { board?.pause(!board.isPaused); this.requestUpdate(); }}>${say(board?.isPaused ? "page-go-on" : "page-pause")}</button>
      ${this.#buttonView("step", say("page-step"), () => board?.step(), !board?.isPaused)}
    </p>`;
  }

  /**
   * The ways on from a move that is to be played better.
   * @param {Say} say
   */
  #momentView(say) {
    if (!this._moment || this._showing) return nothing;
    const [, ...others] = this._moments;
    return html`<p class="controls moment">
      ${others.length > 0 ? html`<button class=${this._isFound ? "primary" : ""} @click=${() => this._goToMoment(others)}>${say("page-moment-next", { moments: others.length })}</button>` : nothing}
      <button class=${this._isFound && others.length === 0 ? "primary" : ""} @click=${this._closeReview}>${say("page-variation-back")}</button></p>`;
  }

  /**
   * The ways on from a position at which the engine waits, as it does at an earlier move.
   * @param {Game} game
   * @param {Say} say
   */
  #goOnView(game, say) {
    const all = game.moves.length;
    const waits = this._engineSide && !this._over && !this._thinking && !this._showing && !game.watch && (game.at < all || this._failed || this._follows);
    if (!waits) return nothing;
    return html`<p class="controls">
      <span>${say("page-looks", { at: game.at, all })}</span>
      <button @click=${this._goOn}>${say("page-go-on-here")}</button>
      ${game.at < all ? html`<button @click=${() => this._go(all)}>${say("page-to-end")}</button>` : nothing}
    </p>`;
  }

  /**
   * The ways on where the link of a game with a friend is an old one, or of other moves than those here.
   * @param {Game} game
   * @param {Say} say
   */
  #newerView(game, say) {
    if (!game.newer) return nothing;
    return html`<p class="links newer">
      <a class="button primary" href=${`play${this._newest}`}>${say("page-link-newest", { number: game.newer.moves.length })}</a>
      ${this._isOld ? nothing : html`<button @click=${this._takeLink}>${say("page-link-take")}</button>`}
    </p>`;
  }

  /**
   * The controls. Where there is little room, the first ones are there, and a button for the others.
   * @param {Game} game
   * @param {Turn} turn
   * @param {Say} say
   */
  #controlsView(game, turn, say) {
    const over = this._over;
    const locked = this._isLocked;
    const back = this.#buttonView("undo", say("page-undo"), () => this._step(-1), !this._resigned && game.turnOfPerson(-1) === undefined);
    const start = html`<button name="new" @click=${this._openNew}>${say("page-new")}</button>`;
    // It is the friend's turn, or they are to see how the game has ended.
    const send = game.link && !game.newer && game.at === game.moves.length && (over || turn.status.turn !== game.side) ? html`<button name="send" class="primary" aria-haspopup="dialog" @click=${this._share}>${say("page-link-send-back", { answers: String([...game.plays.values()].some(({ side }) => side !== game.side)) })}</button>` : nothing;
    const level = game.you ? game.players[other(game.you)] : 0;
    const winner = this._resigned ? other(this._resigned) : turn.status.winner;
    // The next level after a win, and the one below after a loss.
    const next = level && (winner === game.you ? level + 1 : winner === "none" ? 0 : level - 1);
    const { levels } = GAMES[game.variant];
    const harder = next > level && next <= levels;
    const review = this.#buttonView("review", say("page-review"), () => this._review(), game.moves.length === 0, over ? "" : "minor");
    const begins = turn.status.nextRound?.first;
    const rounds = !begins || this._resigned ? nothing : /** @type {Side[]} */ ([begins, other(begins)]).map((first) => html`
      <button name=${`round-${first}`} class=${first === begins ? "primary" : ""} @click=${() => this._nextRound(first)}>${this._cast?.tell("page-next-round", { first })}</button>`);
    return html`<p class="controls ${this._unfolded ? "unfolded" : ""} ${this._showing ? "away" : ""}">
      ${send}
      ${over ? rounds : nothing}
      ${over
        ? html`${next && next <= levels ? html`<button name="level" class=${harder ? "primary" : ""} @click=${() => this._again(false, next - level)}>${say("page-try-level", { level: next })}</button>` : nothing}
          <button name="again" class=${harder || send !== nothing || rounds !== nothing ? "" : "primary"} @click=${() => this._again(false)}>${say("page-rematch")}</button>
          <button name="swap" @click=${() => this._again(true)}>${say("page-swap")}</button>${review}
          ${game.link || game.moves.length === 0 ? nothing : html`<button name="moments" @click=${this._practise}>${say("page-moments")}</button>`}${start}${back}`
        : html`${start}${back}
          ${this.#buttonView("redo", say("page-redo"), () => this._step(1), game.turnOfPerson(1) === undefined, "minor")}
          ${this.#buttonView("hint", say(this._advice.hasMore ? "page-hint-more" : "page-hint"), () => this._advice.hint(), locked)}
          <button name="analysis" class="minor" aria-pressed=${this._advice.analyses} @click=${() => this._advice.toggle()}>${say("page-analysis")}</button>
          ${review}
          ${this.#buttonView("agree", say("page-agree"), () => this._dialog("agree")?.showModal(), !turn.agree || locked || !this._mayAgree, turn.agree && (turn.recurrences || (turn.position.setup.quiet ?? 0) >= LONG_QUIET) ? "primary" : "minor")}
          ${this.#buttonView("resign", say("page-resign"), () => this._resign(), locked, "minor")}
          <button name="more" aria-expanded=${this._unfolded} @click=${() => (this._unfolded = !this._unfolded)}>${say(this._unfolded ? "page-fewer" : "page-more")}</button>`}
    </p>`;
  }

  /**
   * A button that can be without effect, and keeps the focus then: one that is `disabled` loses it.
   * @param {string} name
   * @param {string} text
   * @param {() => void} act
   * @param {boolean} idle
   * @param {string} [kind]
   */
  #buttonView(name, text, act, idle, kind = "") {
    return html`<button name=${name} class=${kind} aria-disabled=${idle ? "true" : nothing} @click=${() => idle || act()}>${text}</button>`;
  }

  /** @param {CustomEvent} event */
  #chosen({ detail: { side, house, legal } }) {
    const turn = this._turn;
    if (!turn || !this._words) return;
    if (this._showing) {
      this._board?.skip();
      return;
    }
    if (legal) {
      this._play(String(house));
      return;
    }
    const why = this.#why(side, house);
    if (why) this._say(why);
  }

  /** @param {CustomEvent} event */
  #focused({ detail: { side, house } }) {
    this._previews.end();
    this._note = this.#why(side, house);
    // The keyboard looks at a house too.
    if (this._board?.shadowRoot?.querySelector(":focus-visible") && this.#isMine(side, house)) this._previews.show(String(house));
  }

  /** @param {CustomEvent} event */
  #looked({ detail }) {
    if (detail && this.#isMine(detail.side, detail.house)) this._previews.show(String(detail.house));
    else this._previews.end();
  }

  /**
   * Whether a house can be played now.
   * @param {Side} side
   * @param {number} house
   */
  #isMine(side, house) {
    const turn = this._turn;
    return !this._isLocked && side === turn?.status.turn && turn.legalMoves.some(({ move }) => move === String(house));
  }

  /**
   * Why a house cannot be played.
   * @param {Side} side
   * @param {number} house
   */
  #why(side, house) {
    const turn = this._turn;
    if (!turn || this._over || this._game?.watch || this._showing || this._thinking) return "";
    if (this._isElsewhere) return this._cast?.say("page-link-waits") ?? "";
    return this._cast ? whyNot(this._cast, turn, side, house) : "";
  }

  /** @param {Say} say */
  #agreeView(say) {
    const agree = this._turn?.agree;
    const { south, north } = this._game?.players ?? { south: 0, north: 0 };
    const plays = south > 0 || north > 0;
    return html`<dialog id="agree" aria-labelledby="agree-title">
      <form method="dialog" @submit=${(/** @type {any} */ event) => event.submitter?.value === "agree" && this._agree()}>
        <h2 id="agree-title">${say(plays ? "page-propose-title" : "page-agree-title")}</h2>
        ${agree ? html`<p>${say("page-agree-text", { south: this._cast?.name("south") ?? "", southScore: agree.score.south, north: this._cast?.name("north") ?? "", northScore: agree.score.north })}</p>` : nothing}
        <p class="controls"><button value="agree" class="primary">${say(plays ? "page-propose" : "page-agree-both")}</button><button value="">${say("page-cancel")}</button></p>
      </form>
    </dialog>`;
  }
}

customElements.define("ayla-play", AylaPlay);
