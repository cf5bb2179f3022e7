// <ayla-board>: a mancala board that is drawn, read aloud, and played by mouse, touch and keyboard. It knows no rule: what
// can be played and what happens in a move, it is told.
//
//     <script type="module" src="https://ayla.example/pages/board.js"></script>
//     <ayla-board position="awale 444444/444444 0/0 s"></ayla-board>

import { LitElement, css, guard, html, nothing, svg, unsafeCSS } from "./vendor/lit.js";
import { GAMES, VARIANTS } from "./games.js";
import { Layout, RADIUS, SHAPES, TurnedLayout, WAYS, ground, inHole, inStore, oblong, oval, round, scatter, uneven, way } from "./look.js";
import { choose, words } from "./words.js";

/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {import("./look.js").Row} Row */
/** @typedef {import("./look.js").Rect} Rect */
/** @typedef {import("./words.js").Words} Words */
/** @typedef {"south" | "north"} Side */
/** @typedef {{side: Side, house: number}} House */
/** @typedef {House | Side} Place a house, or the store of this side */
/** @typedef {{seeds: number, orMore?: boolean}} Seen */
/** @typedef {{south?: number, north?: number}} Tuzdiks the house in the other row that is the tuzdik of each side */
/** @typedef {{south: number[], north: number[]}} Burnt the numbers of the burnt houses of each side */
/** @typedef {{south: Seen[], north: Seen[], stores?: {south: number, north: number}, tuzdiks?: Tuzdiks, burnt?: Burnt}} Board as PlayTurn answers it */
/**
 * @typedef {object} Event what happens in a move, with one field
 * @property {{house: House, seeds: number, lap: number}} [pickUp]
 * @property {{houses?: House[], store?: Side}} [sow] seeds into houses, or one into a store
 * @property {{house: House, seeds: number, to: Side | "off"}} [capture]
 * @property {{house: House, to: Side}} [tuzdik]
 * @property {{seeds: number}} [bearOff]
 * @property {{south: number, north: number, off: number}} [share]
 */
/** @typedef {{seeds: number, counted: string, rings: string, captured: boolean, legal: boolean, hint: boolean, value?: string, tuzdik?: Side, burnt: boolean}} Drawn a house, the names of its rings, and the side whose tuzdik it is */
/** @typedef {{origin?: string, end?: string, path: Set<string>, captured: Set<string>}} Marks houses by `side house` */

/** @type {Side[]} */
export const SIDES = ["south", "north"];

/** @param {Side} side */
export const other = (side) => (side === "south" ? "north" : "south");

/** @param {Side} side */
const letterOf = (side) => (side === "south" ? "S" : "N");

/** @param {House} house */
const key = ({ side, house }) => `${side} ${house}`;

/**
 * The side whose tuzdik a house is, if it is one.
 * @param {Tuzdiks | undefined} tuzdiks
 * @param {House} house
 */
const tuzdikOf = (tuzdiks, { side, house }) => (tuzdiks?.[other(side)] === house ? other(side) : undefined);

/**
 * The marks of a move in which this happened.
 * @param {Event[]} events
 * @returns {Marks}
 */
export function marksOf(events) {
  /** @type {Marks} */
  const marks = { path: new Set(), captured: new Set() };
  for (const { pickUp, sow, capture, bearOff } of events) {
    if (pickUp) {
      marks.origin ??= key(pickUp.house);
      marks.path.add(key(pickUp.house));
      marks.end = undefined;
    }
    sow?.houses?.forEach((house) => marks.path.add(key(house)));
    // Marks are of houses.
    const last = sow?.houses?.at(-1);
    if (sow) marks.end = last && key(last);
    if (capture) marks.captured.add(key(capture.house));
    if (bearOff) marks.end = undefined;
  }
  return marks;
}

/**
 * The places into which seeds are sown, in order.
 * @param {Event} event
 * @returns {Place[]}
 */
const placesOf = ({ sow }) => sow?.houses ?? (sow?.store ? [sow.store] : []);

/** The longest that a move is shown, and the longest time of a seed, in milliseconds. */
const LONGEST = 4000;
const SEED_TIME = 260;
/** How much longer a move takes at each speed. One that is off shows the final board. @type {Record<string, number>} */
export const SPEEDS = { slow: 2, normal: 1, fast: 0.45, off: 0 };
/** Milliseconds for which houses are not chosen after what is shown has changed, or after a tap within this time: it was meant for what was there before. */
const DEAF = 400;
/** Milliseconds after which a finger holds a house. */
const HOLD = 350;
/** The shortest time of a frame. */
const FRAME_TIME = 40;

/** A position in the text notation: the game and its options, two rows, the stores, the turn, and flags. */
const POSITION = /^([a-z]+)(:\S+)? ((?:[\da-z]|\([1-9]\d+\))+)\/((?:[\da-z]|\([1-9]\d+\))+) (?:(0|[1-9]\d*)\/(0|[1-9]\d*)|-) ([sn])((?: \S+)*)$/;
/** The longest row that is drawn. */
const MOST_HOUSES = 48;

/** What arrow keys do where the rows are columns. @type {Record<string, string>} */
const TURNED = { ArrowUp: "ArrowLeft", ArrowRight: "ArrowUp", ArrowDown: "ArrowRight", ArrowLeft: "ArrowDown" };

/** How broad the rings of marks are, in widths of a house. */
const RINGS = { end: 0.062, origin: 0.052, path: 0.024 };

const palettes = (/** @type {"light" | "dark"} */ theme, /** @type {string} */ host) =>
  VARIANTS.map((variant) => `${host} .${variant}{${GAMES[variant].look[theme]}}`).join("\n");

export class AylaBoard extends LitElement {
  static properties = {
    position: {},
    variant: {},
    board: { attribute: false },
    near: {},
    turn: {},
    clockwise: { type: Boolean },
    theme: { reflect: true },
    lazy: { type: Boolean },
    flat: { type: Boolean, reflect: true },
    legal: { attribute: false },
    reasons: { attribute: false },
    silent: { type: Boolean },
    marks: { attribute: false },
    values: { attribute: false },
    hint: {},
    seats: { type: Number },
    speed: {},
    preview: { attribute: false },
    deaf: { type: Boolean, reflect: true },
    eye: { type: Boolean },
    dances: {},
    names: { attribute: false },
    words: { attribute: false },
    refused: { state: true },
    _shown: { state: true },
    _width: { state: true },
    _folds: { state: true },
    _focus: { state: true },
    _isNear: { state: true },
  };

  static styles = [
    unsafeCSS(palettes("light", ":host")),
    // On paper it is light.
    unsafeCSS(`@media screen and (prefers-color-scheme: dark) {${palettes("dark", ':host(:not([theme="light"]))')}}`),
    unsafeCSS(`@media screen {${palettes("dark", ':host([theme="dark"])')}}`),
    css`
      :host { display: block; direction: ltr; }
      .frame { position: relative; touch-action: manipulation; }
      svg { display: block; inline-size: 100%; block-size: auto; overflow: visible; }
      text { font-family: inherit; text-anchor: middle; dominant-baseline: central; fill: var(--ink); user-select: none; }
      .count { font-weight: 600; font-variant-numeric: tabular-nums; }
      /* What belongs to the far side of a board that lies between two people is turned to them. */
      :host([flat]) .far { rotate: 180deg; transform-box: fill-box; transform-origin: center; }
      .label { fill: var(--faint); }
      .badge text, .hand text, .value text { fill: var(--badge1); font-weight: 600; }
      .badge path, .value rect, .tuzdik circle { fill: var(--badge0); }
      .tuzdik path { fill: var(--badge1); }
      .burnt circle { fill: var(--base); }
      .burnt path { fill: none; stroke: var(--faint); }
      .edge { fill: var(--edge); }
      .base { fill: var(--base); }
      .rim { fill: var(--rim); }
      .lip { fill: none; stroke: var(--rim); }
      .grain0 { stroke: var(--grain0); fill: none; }
      .grain1 { stroke: var(--grain1); fill: none; }
      .dust0 { fill: var(--grain0); }
      .dust1 { fill: var(--grain1); }
      .hole0 { fill: var(--hole0); }
      .hole1 { fill: var(--hole1); }
      .hole2 { fill: var(--hole2); }
      .shadow { fill: var(--shadow); }
      .seed0 { fill: var(--seed0); }
      .seed1 { fill: var(--seed1); }
      .seed2 { fill: var(--seed2); }
      .seed3 { fill: var(--seed3); }
      .seam { fill: none; stroke: var(--seed0); }
      .arrows { fill: none; stroke: var(--faint); stroke-linecap: round; stroke-linejoin: round; }
      .mark { fill: none; stroke: var(--accent); }
      .corners { fill: none; stroke: var(--ink); }
      .hint { fill: var(--accent); stroke: var(--base); }
      .seat { stroke: var(--faint); }
      .hand { transition: transform var(--step, 120ms) ease-in-out; }
      .seat-number circle { fill: none; stroke: var(--faint); }
      .hand circle.palm { fill: var(--badge0); opacity: 0.28; }
      .hand rect { fill: var(--badge0); }
      [role="gridcell"] { position: absolute; border-radius: 22% / 16%; outline: none; -webkit-tap-highlight-color: transparent; -webkit-touch-callout: none; user-select: none; }
      [role="gridcell"].legal { cursor: pointer; }
      @media (hover: hover) {
        [role="gridcell"].legal:hover { box-shadow: inset 0 0 0 2px var(--rim); }
      }
      [role="gridcell"]:focus-visible {
        outline: 3px solid var(--ink);
        outline-offset: -1px;
        box-shadow: 0 0 0 5px var(--base), inset 0 0 0 3px var(--base);
      }
      @media (prefers-reduced-motion: reduce) { .hand { transition: none; } }
      @media (prefers-reduced-motion: no-preference) {
        .dances use { animation: dance 0.35s ease-in-out 10 alternate; }
        .dances use:nth-of-type(2n) { animation-delay: 0.12s; }
        .dances use:nth-of-type(3n) { animation-delay: 0.23s; }
      }
      @keyframes dance { to { transform: translateY(var(--leap)); } }
      @media (forced-colors: active) {
        svg { forced-color-adjust: none; }
        text, .label { fill: CanvasText; }
        .base, .edge, .dust0, .dust1 { fill: Canvas; }
        .edge, .wood .base { stroke: CanvasText; stroke-width: 2px; }
        .grain0, .grain1, .lip { stroke: none; }
        .hole0 { fill: CanvasText; }
        .rim, .hole1, .hole2, .shadow, .seed0 { fill: Canvas; }
        .seed1, .seed2, .seed3 { fill: CanvasText; }
        .seam { stroke: Canvas; }
        .arrows, .corners, .seat, .seat-number circle { stroke: CanvasText; }
        .mark { stroke: Highlight; }
        .hint { fill: Highlight; stroke: Canvas; }
        .badge path, .value rect, .hand rect, .tuzdik circle { fill: ButtonText; }
        .badge text, .value text, .hand text, .tuzdik path { fill: ButtonFace; }
        .burnt circle { fill: Canvas; }
        .burnt path { stroke: CanvasText; }
        [role="gridcell"]:focus-visible { outline-color: Highlight; }
      }
    `,
  ];

  constructor() {
    super();
    /** @type {string | undefined} */
    this.position = undefined;
    /** @type {string | undefined} what `position` has that is no position */
    this.refused = undefined;
    /** @type {Variant} */
    this.variant = VARIANTS[0];
    /** @type {Board} */
    this.board = { south: [], north: [] };
    /** @type {Side} */
    this.near = "south";
    /** @type {Side | undefined} */
    this.turn = undefined;
    this.clockwise = false;
    /** @type {"light" | "dark" | undefined} */
    this.theme = undefined;
    /** Whether the board is drawn only when it comes near the window, as one of many on a page. */
    this.lazy = false;
    this._isNear = false;
    /** Whether the board lies flat between two people. */
    this.flat = false;
    /** @type {string[]} */
    this.legal = [];
    /** @type {Record<string, string>} why houses cannot be played */
    this.reasons = {};
    /** Whether the names of houses do not say which can be played, where that is to be found out. */
    this.silent = false;
    /** @type {Marks | undefined} */
    this.marks = undefined;
    /** @type {Record<string, string>} values of moves */
    this.values = {};
    /** @type {string | undefined} */
    this.hint = undefined;
    /** The members of a team. */
    this.seats = 1;
    /** @type {string | undefined} how fast moves are shown; without it at the normal speed, or not where the browser reduces motion */
    this.speed = undefined;
    /** @type {Marks | undefined} those of a move that is not made */
    this.preview = undefined;
    /** Whether houses are not chosen for a moment. */
    this.deaf = false;
    /** Whether seeds are counted by eye: houses have no numbers. */
    this.eye = false;
    /** @type {string | undefined} the side that has won, whose seeds dance in its store */
    this.dances = undefined;
    /** @type {((what: "sow" | "capture") => void) | undefined} what is heard of a seed */
    this.sound = undefined;
    /** @type {{south?: string, north?: string}} */
    this.names = {};
    /** @type {Words | undefined} */
    this.words = undefined;
    /** @type {(Board & {hand?: {at: Place, seeds: number}, booty?: {at: Place, seeds: number}, marks: Marks}) | undefined} the board in mid-move */
    this._shown = undefined;
    this._width = 640;
    this._folds = false;
    /** @type {House | undefined} */
    this._focus = undefined;
    this._skipping = false;
    this._paused = false;
    /** @type {(() => void) | undefined} */
    this._next = undefined;
    this._observer = new ResizeObserver(() => this.#measure());
    this._approach = new IntersectionObserver((entries) => (this._isNear ||= entries.some(({ isIntersecting }) => isIntersecting)), { rootMargin: "50%" });
    this._hearing = 0;
    this._holding = 0;
    /** When a finger touched a house, by the clock of events. */
    this._touched = 0;
    /** Whether a finger holds a house, and does not choose it. */
    this._held = false;
  }

  /** Takes the width of the drawing that suits that of the element, and folds long rows where there is more height than width. */
  #measure() {
    const width = this.clientWidth;
    if (!width) return;
    this._width = width < 520 ? 320 : width < 800 ? 640 : 960;
    // A window that is low and broad has no height for bands.
    this._folds = width < 520 && !(innerHeight <= 512 && innerWidth >= 528);
  }

  /** Chooses no house for a moment. */
  #deafen() {
    this.deaf = true;
    clearTimeout(this._hearing);
    this._hearing = setTimeout(() => (this.deaf = false), DEAF);
  }

  connectedCallback() {
    super.connectedCallback();
    this.#measure();
    this._observer.observe(this);
    if (this.lazy) this._approach.observe(this);
    const lang = this.closest("[lang]")?.getAttribute("lang");
    if (!this.words) {
      words(choose(lang ? [lang] : navigator.languages)).then((found) => (this.words ??= found), () => undefined);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this._observer.disconnect();
    this._approach.disconnect();
    this.skip();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("position") && this.position) this.#read(this.position);
    if (changed.get("turn")) this.#deafen();
  }

  updated() {
    // What bounds the height of the board bounds its width.
    if (!this.#isDrawn) return;
    const { width, height, isTurned } = this.#layout;
    this.toggleAttribute("turned", isTurned);
    // The drawing of a turned board bounds itself: the width of the element says when there is room again.
    this.style.setProperty("--ratio", isTurned ? "" : String(round(width / height)));
  }

  /** Whether there is a board of a game that is known. */
  get #isDrawn() {
    return this.board.south.length > 0 && Object.hasOwn(GAMES, this.variant);
  }

  /**
   * Takes the board from a position in the text notation. What is none is refused, and leaves no board.
   * @param {string} position
   */
  #read(position) {
    const row = (/** @type {string} */ text) =>
      [...text.matchAll(/\((\d+)\)|(\w)/g)].map(([, number, letter]) => ({ seeds: parseInt(number ?? letter ?? "0", number ? 10 : 36) }));
    const [, game = "", options = "", first = "", second = "", inSouth, inNorth, turn, flags = ""] = POSITION.exec(position.replaceAll("_", " ")) ?? [];
    const variant = VARIANTS.find((name) => name === game);
    const [south, north] = [row(first), row(second)];
    this.refused = variant && south.length === north.length && south.length <= MOST_HOUSES && GAMES[variant].parts.includes("stores") === !!inSouth ? undefined : position;
    if (!variant || this.refused) {
      this.board = { south: [], north: [] };
      this.#send("ayla-refuse", { position });
      return;
    }
    this.variant = variant;
    this.clockwise = options.includes("direction=clockwise");
    this.seats = Number(/team=(\d+)/.exec(options)?.[1] ?? 1);
    this.turn = turn === "n" ? "north" : "south";
    const [, burntSouth = "-", burntNorth = "-"] = / burnt=([\d,-]+)\/([\d,-]+)/.exec(flags) ?? [];
    const numbers = (/** @type {string} */ list) => (list === "-" ? [] : list.split(",").map(Number));
    const [, ofSouth, ofNorth] = / tuz=([\d-]+)\/([\d-]+)/.exec(flags) ?? [];
    this.board = {
      south,
      north,
      ...(inSouth && { stores: { south: Number(inSouth), north: Number(inNorth) } }),
      tuzdiks: { south: Number(ofSouth) || undefined, north: Number(ofNorth) || undefined },
      burnt: { south: numbers(burntSouth), north: numbers(burntNorth) },
    };
  }

  /** Where everything lies: the same object as long as it is the same. */
  get #layout() {
    const { variant, clockwise, _width: width, _folds } = this;
    const houses = this.board.south.length;
    // Rows with stores at their ends stay whole as long as fingers find their houses, and on paper as long as eyes do.
    const whole = this.inert ? 9 : GAMES[variant].look.stores === "ends" ? 8 : 6;
    const most = _folds && houses > whole ? 6 : 12;
    const known = this.#laid;
    // Where houses become tuzdiks, people count by houses that are opposite each other: these rows are turned, not folded. A board by
    // its position alone is one among texts, where room is left for its rows.
    const turns = GAMES[variant].parts.includes("tuzdiks") && houses === 9 && most < houses && !this.flat && !this.position;
    const isAsked = turns ? known?.isTurned : known?.width === width && known.most === most;
    if (isAsked && known?.variant === variant && known.houses === houses && known.clockwise === clockwise) return known;
    return (this.#laid = turns ? new TurnedLayout(variant, houses, clockwise) : new Layout(variant, houses, width, most, clockwise));
  }

  /** @type {Layout | undefined} */
  #laid;

  // ------------------------------------------------------------------------------------------------------- moves

  get isShowing() {
    return this._shown !== undefined;
  }

  get isPaused() {
    return this._paused;
  }

  /** Shows the rest of the move at once. */
  skip() {
    this.#deafen();
    this._skipping = true;
    this._paused = false;
    this._next?.();
  }

  /** @param {boolean} paused */
  pause(paused) {
    this._paused = paused;
    if (!paused) this._next?.();
  }

  /** Shows one more seed of a move that is paused. */
  step() {
    this._next?.();
  }

  /**
   * Shows a move on the board as it is, seed by seed, and stays at its end until `board` is set.
   * @param {Event[]} events
   * @returns {Promise<void>}
   */
  async show(events) {
    const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const slower = SPEEDS[this.speed || (reduced ? "off" : "normal")] ?? 1;
    const all = events.reduce((sum, event) => sum + placesOf(event).length + (event.pickUp ? 1 : event.capture ? 2 : 0), 0);
    if (slower === 0 || all === 0 || document.hidden) return;
    this.#deafen();
    this._skipping = false;
    const every = Math.ceil((all * FRAME_TIME) / (LONGEST * slower));
    const time = Math.min(SEED_TIME * slower, (LONGEST * slower * every) / all);
    this.style.setProperty("--step", `${Math.round(time * 0.6)}ms`);
    const copy = (/** @type {Seen[]} */ row) => row.map((seen) => ({ ...seen }));
    const { south, north, stores, tuzdiks } = this._shown ?? this.board;
    const shown = { south: copy(south), north: copy(north), stores: stores && { ...stores }, tuzdiks: { ...tuzdiks } };
    const at = (/** @type {House} */ { side, house }) => shown[side][house - 1] ?? { seeds: 0 };
    const store = (/** @type {Side} */ side, /** @type {number} */ seeds) => {
      if (shown.stores) shown.stores[side] += seeds;
    };
    /** @type {{at: Place, seeds: number} | undefined} */
    let hand;
    /** @type {{at: Place, seeds: number} | undefined} what is captured, on its way */
    let booty;
    /** @type {Event[]} */
    const done = [];
    let steps = 0;
    /** When the next frame is due. */
    let due = performance.now();
    const step = async () => {
      steps += 1;
      if (this._skipping || steps % every !== 0) return;
      due += time;
      // A browser that is late leaves frames out.
      if (due < performance.now()) return;
      this._shown = { south: [...shown.south], north: [...shown.north], stores: shown.stores && { ...shown.stores }, tuzdiks: { ...shown.tuzdiks }, hand, booty, marks: { ...marksOf(done), end: undefined } };
      const held = await this.#wait(due - performance.now());
      if (held) due = performance.now();
    };
    for (const event of events) {
      const { pickUp, capture, tuzdik, bearOff } = event;
      if (pickUp) {
        done.push(event);
        hand = { at: pickUp.house, seeds: (hand?.seeds ?? 0) + pickUp.seeds };
        Object.assign(at(pickUp.house), { seeds: 0, orMore: undefined });
        await step();
      }
      for (const place of placesOf(event)) {
        const isStore = typeof place === "string";
        if (isStore) store(place, 1);
        else at(place).seeds += 1;
        done.push({ sow: isStore ? { store: place } : { houses: [place] } });
        hand = { at: place, seeds: Math.max(0, (hand?.seeds ?? 0) - 1) };
        // Of seeds that are shown together, one is heard.
        if (!this._skipping && (steps + 1) % every === 0) this.sound?.("sow");
        await step();
      }
      if (capture) {
        done.push(event);
        Object.assign(at(capture.house), { seeds: 0, orMore: undefined });
        booty = { at: capture.house, seeds: capture.seeds };
        if (!this._skipping) this.sound?.("capture");
        await step();
        if (capture.to !== "off") {
          if (shown.stores) booty = { ...booty, at: capture.to };
          await step();
          store(capture.to, capture.seeds);
        }
        booty = undefined;
      }
      if (tuzdik) shown.tuzdiks[tuzdik.to] = tuzdik.house.house;
      if (bearOff && hand) hand = { ...hand, seeds: 0 };
    }
  }

  /** Ends the show of a move: the board is as `board` says. */
  end() {
    this.#deafen();
    this._shown = undefined;
    this._paused = false;
  }

  /**
   * Waits for so long, or until the move goes on. Returns whether it was paused.
   * @param {number} time
   */
  #wait(time) {
    return /** @type {Promise<boolean>} */ (
      new Promise((resolve) => {
        let held = false;
        const go = () => {
          clearTimeout(timer);
          this._next = undefined;
          resolve(held);
        };
        const timer = setTimeout(() => {
          held = this._paused;
          if (!held) go();
        }, time);
        this._next = go;
      })
    );
  }

  // ----------------------------------------------------------------------------------------------------- controls

  /** The houses as they lie on the screen: lines of houses from above, each from left to right. */
  #lines() {
    const { bands, inBand, houses } = this.#layout;
    /** @type {House[][]} */
    const lines = [];
    for (let band = 0; band < bands; band += 1) {
      const columns = Array.from({ length: Math.min(inBand, houses - band * inBand) }, (_, index) => band * inBand + index);
      lines.push(columns.map((column) => ({ side: other(this.near), house: houses - column })));
      lines.push(columns.map((column) => ({ side: this.near, house: column + 1 })));
    }
    return lines;
  }

  /** The house that has the tab stop. */
  get #stop() {
    const { south } = this.board;
    if (this._focus && this._focus.house <= south.length) return this._focus;
    const side = this.turn ?? this.near;
    return { side, house: Number(this.legal.find((move) => /^\d+$/.test(move)) ?? 1) };
  }

  /** @param {House} house */
  focusHouse(house) {
    this._focus = house;
    this.updateComplete.then(() => {
      const cell = this.renderRoot.querySelector(`[data-house="${key(house)}"]`);
      if (cell instanceof HTMLElement) cell.focus();
    });
  }

  focus() {
    this.focusHouse(this.#stop);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const lines = this.#lines();
    const stop = this.#stop;
    const line = lines.findIndex((houses) => houses.some((house) => key(house) === key(stop)));
    const column = lines[line]?.findIndex((house) => key(house) === key(stop)) ?? 0;
    const step = (/** @type {number} */ by) => {
      // Within the row, over the end of a band.
      const row = lines.filter((_, index) => index % 2 === line % 2).flat();
      return row[row.findIndex((house) => key(house) === key(stop)) + by];
    };
    /** @type {Record<string, () => House | undefined>} */
    const moves = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      ArrowUp: () => lines[line - 1]?.[column],
      ArrowDown: () => lines[line + 1]?.[column],
      Home: () => lines[line]?.[0],
      End: () => lines[line]?.at(-1),
    };
    const to = moves[(this.#layout.isTurned && TURNED[event.key]) || event.key];
    if (to) {
      event.preventDefault();
      const house = to();
      if (house) this.focusHouse(house);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) this.#choose(stop);
    }
  }

  /**
   * Chooses a house: not by the second click of a double click, and not with a finger that held it.
   * @param {House} house
   * @param {number} [clicks]
   */
  #choose(house, clicks = 1) {
    this._focus = house;
    const held = this._held;
    this._held = false;
    // Taps in a row are one: only a pause after the last of them ends it.
    if (this.deaf || clicks > 1) this.#deafen();
    if (held || this.deaf) return;
    const legal = this.#isLegal(house);
    if (legal) this.#deafen();
    this.#send("ayla-choose", { ...house, legal });
  }

  /**
   * @param {string} name
   * @param {object} [detail]
   */
  #send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  /**
   * Asks for a preview of a house: while a mouse is over it, or while a finger holds it.
   * @param {PointerEvent} event
   * @param {House} house
   */
  #pointer(event, house) {
    clearTimeout(this._holding);
    const mouse = event.pointerType === "mouse";
    if (event.type === "pointerdown") {
      this._held = false;
      this._touched = event.timeStamp;
      if (!mouse) {
        this._holding = setTimeout(() => {
          this._held = true;
          this.#send("ayla-preview", house);
        }, HOLD);
      }
    } else if (event.type === "pointerenter") {
      if (mouse) this.#send("ayla-preview", house);
    } else {
      // A timer of a busy device may come before the end of a tap, which is no hold.
      if (!mouse) this._held = event.timeStamp - this._touched >= HOLD;
      this.#send("ayla-preview");
    }
  }

  /** @param {House} house */
  #isLegal({ side, house }) {
    return side === this.turn && this.legal.includes(String(house)) && !this.isShowing;
  }

  // ------------------------------------------------------------------------------------------------------ drawing

  render() {
    const shown = this._shown ?? this.board;
    if (this.refused) return html`<p role="alert">${this.words?.say("page-board-refused", { position: this.refused }) ?? this.refused}</p>`;
    if (!this.#isDrawn) return nothing;
    const layout = this.#layout;
    const { width, height } = layout;
    if (this.lazy && !this._isNear) return html`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true"></svg>`;
    const percent = (/** @type {number} */ part, /** @type {number} */ whole) => `${round((100 * part) / whole)}%`;
    const stop = key(this.#stop);
    const cell = (/** @type {House} */ house) => {
      const [legal, isStop] = [this.#isLegal(house), key(house) === stop];
      const said = [this.words, this.#name(house.side), this.#isBurnt(house), ...this.#toSay(house, shown)];
      return guard([layout, this.near, legal, isStop, ...said], () => {
        const { hole, label } = layout.house(this.#row(house.side), house.house);
        const [left, top] = [Math.min(hole.x, label.x), Math.min(hole.y, label.y)];
        const [right, bottom] = [Math.max(hole.x + hole.width, label.x + label.width), Math.max(hole.y + hole.height, label.y + label.height)];
        const style = `left:${percent(left, width)};width:${percent(right - left, width)};top:${percent(top, height)};height:${percent(bottom - top, height)}`;
        const pointer = (/** @type {PointerEvent} */ event) => this.#pointer(event, house);
        return html`<div role="gridcell" class=${legal ? "legal" : ""} .style=${style} data-house=${key(house)}
          tabindex=${isStop ? 0 : -1} aria-label=${this.#say(house, shown)}
          @click=${(/** @type {MouseEvent} */ event) => this.#choose(house, event.detail)} @focus=${() => this.#focused(house)}
          @pointerdown=${pointer} @pointerenter=${pointer} @pointerleave=${pointer} @pointercancel=${pointer}
          @contextmenu=${(/** @type {MouseEvent} */ event) => this._held && event.preventDefault()}></div>`;
      });
    };
    const rows = /** @type {Side[]} */ ([other(this.near), this.near]);
    const houses = Array.from({ length: layout.houses }, (_, index) => index + 1);
    const bound = layout.isTurned ? `margin-inline:auto;max-inline-size:calc(var(--upright, 29rem) * ${round(width / height)})` : "";
    return html`<div class="frame ${this.variant} ${layout.look.material}" .style=${bound}>
      ${this.#draw(layout, shown)}
      <div role="grid" aria-label=${this.#sayBoard(shown)} @keydown=${this.#key}>
        ${rows.map(
          (side) => html`<div role="row" aria-label=${this.#name(side)}>
            ${(side === this.near ? houses : [...houses].reverse()).map((house) => cell({ side, house }))}
          </div>`,
        )}
      </div>
    </div>`;
  }

  /** @param {House} house */
  #focused(house) {
    this._focus = house;
    this.#send("ayla-focus", house);
  }

  /** @param {Side} side */
  #row(side) {
    return /** @type {Row} */ (side === this.near ? "near" : "far");
  }

  /** @param {Side} side */
  #name(side) {
    return this.names[side] ?? this.words?.name(side) ?? side;
  }

  /** @param {Board} shown */
  #sayBoard({ stores }) {
    if (!this.words) return this.variant;
    const label = this.words.say("page-board", { game: GAMES[this.variant].title });
    if (!stores) return label;
    const score = SIDES.map((side) => `${this.#name(side)} ${stores[side]}`);
    return `${label}. ${this.words.list(score)}`;
  }

  /**
   * What is said of a house beside its name: its seeds, whether there are more, why it can or cannot be played, its value, and
   * the side whose tuzdik it is.
   * @param {House} house
   * @param {Board} shown
   * @returns {[number, boolean, string, string, Side | undefined]}
   */
  #toSay({ side, house }, shown) {
    const { seeds = 0, orMore = false } = shown[side][house - 1] ?? {};
    const tuzdik = tuzdikOf(shown.tuzdiks, { side, house });
    const move = String(house);
    if (side !== this.turn || this.isShowing) return [seeds, orMore, "", "", tuzdik];
    const seat = Math.ceil((house * this.seats) / shown.south.length);
    const member = this.seats > 1 ? this.words?.say("page-seat", { seat }) : "";
    const more = this.legal.includes(move) && !this.silent ? this.words?.say("page-house-legal") : this.reasons[move];
    return [seeds, orMore, [member, more].filter(Boolean).join(" "), this.values[move] ?? "", tuzdik];
  }

  /**
   * @param {House} house
   * @param {Board} shown
   */
  #say(house, shown) {
    const [seeds, orMore, more, value, tuzdik] = this.#toSay(house, shown);
    if (!this.words) return `${house.side} ${house.house}: ${seeds}`;
    const isYours = (/** @type {Side} */ side) => side === this.words?.you;
    const said = this.words.say("page-house", {
      house: this.words.say("house-of", { side: this.#name(house.side), house: house.house, you: isYours(house.side) ? "side" : "" }),
      seeds: tuzdik ? this.words.say("tuzdik-of", { owner: this.#name(tuzdik), you: isYours(tuzdik) ? "owner" : "" })
        : this.#isBurnt(house) ? this.words.say("burnt")
        : orMore ? this.words.say("or-more", { seeds }) : this.words.say("seeds", { seeds }),
    });
    const all = [said, more, value ? this.words.say("page-house-value", { value }) : ""].filter(Boolean).join(" ");
    return all.charAt(0).toLocaleUpperCase(this.words.language) + all.slice(1);
  }

  /**
   * @param {Layout} layout
   * @param {Board & {hand?: {at: Place, seeds: number}, booty?: {at: Place, seeds: number}, marks?: Marks}} shown
   */
  #draw(layout, shown) {
    const { width, height, cell, look } = layout;
    const marks = shown.marks ?? this.preview ?? this.marks;
    const houses = SIDES.flatMap((side) => shown[side].map((seen, index) => ({ seen, side, house: index + 1 })));
    // Only what changes is drawn again: a seed that is sown changes two houses at most.
    return svg`<svg viewBox="0 0 ${round(width)} ${round(height)}" aria-hidden="true" focusable="false">
      ${guard([layout], () => svg`<defs>
        ${Array.from({ length: WAYS }, (_, way) => svg`<g id="h${way}">${this.#hole(layout, way)}</g>`)}
        ${Array.from({ length: SHAPES }, (_, shape) => svg`<g id="s${shape}">${this.#seed(look.seedShape, cell * RADIUS, shape)}</g>`)}
      </defs>`)}
      ${guard([layout, this.seats], () => [look.material === "wood" ? this.#wood(layout) : this.#earth(layout), this.#arrows(layout), this.#teams(layout)])}
      ${SIDES.map((side) => {
        const seeds = shown.stores?.[side] ?? 0;
        return guard([layout, this.near, seeds, this.dances], () => this.#store(layout, side, seeds));
      })}
      ${houses.map(({ seen, ...house }) => {
        const drawn = this.#toDraw(house, seen, marks, tuzdikOf(shown.tuzdiks, house));
        return guard([layout, this.near, ...Object.values(drawn)], () => this.#house(layout, house, drawn));
      })}
      ${this.#hand(layout, shown.hand)}${this.#hand(layout, shown.booty)}
    </svg>`;
  }

  /**
   * Whether a house is burnt: it stays so as long as the board is that of one round.
   * @param {House} house
   */
  #isBurnt({ side, house }) {
    return this.board.burnt?.[side].includes(house) ?? false;
  }

  /**
   * What is drawn of a house.
   * @param {House} house
   * @param {Seen} seen
   * @param {Marks} [marks]
   * @param {Side} [tuzdik] the side whose tuzdik it is
   * @returns {Drawn}
   */
  #toDraw(house, { seeds, orMore }, marks, tuzdik) {
    const [name, move] = [key(house), String(house.house)];
    const ends = [marks?.end === name && "end", marks?.origin === name && "origin"].filter(Boolean);
    const mine = house.side === this.turn && !this.isShowing;
    return {
      seeds,
      counted: tuzdik ? letterOf(tuzdik) : this.#isBurnt(house) ? "" : `${this.eye ? "" : seeds}${orMore ? "+" : ""}`,
      // A text, because what is drawn is compared by value.
      rings: ends.join(" ") || (marks?.path.has(name) ? "path" : ""),
      captured: marks?.captured.has(name) ?? false,
      legal: this.#isLegal(house),
      hint: mine && this.hint === move,
      value: mine ? this.values[move] : undefined,
      tuzdik,
      burnt: this.#isBurnt(house),
    };
  }

  /**
   * @param {Layout} layout
   * @param {House} house
   * @param {Drawn} drawn
   */
  #house(layout, house, { seeds, counted, rings, captured, legal, hint, value, tuzdik, burnt }) {
    const { cell } = layout;
    const row = this.#row(house.side);
    const { hole, count, label } = layout.house(row, house.house);
    const [x, y] = [hole.x + cell / 2, hole.y + cell / 2];
    const lies = way(house.side, house.house);
    const move = String(house.house);
    const turn = layout.isTurned ? `rotate(90 ${x} ${y})` : nothing;
    return svg`
      <use href="#h${lies}" x=${round(x)} y=${round(y)} />
      ${tuzdik ? svg`<g transform=${turn}>${this.#tuzdik(cell, [x, y], this.#row(tuzdik))}</g>` : this.#lay(cell, [x, y + 0.012 * cell], inHole(seeds, lies))}
      ${burnt ? this.#burnt(cell, [x, y]) : nothing}
      ${this.#mark(cell, [x, y], rings, captured)}
      ${counted ? text(`count ${row}`, count, 0.82, counted) : nothing}
      ${legal ? this.#badge(label, move, layout.isTurned ? "far" : row) : text(`label ${row}`, label, 0.72, move)}
      ${hint ? svg`<g transform=${turn}>${this.#arrow(cell, hole, row)}</g>` : nothing}
      ${value === undefined ? nothing : this.#value(layout, hole, row, value)}`;
  }

  /**
   * @param {number} cell
   * @param {[number, number]} middle
   * @param {import("./look.js").Lying[]} seeds
   */
  #lay(cell, [x, y], seeds) {
    return seeds.map((seed) => svg`<use href="#s${seed.shape}" x=${round(x + seed.x * cell)} y=${round(y + seed.y * cell)} />`);
  }

  /**
   * The mark of a tuzdik: a disc with an arrow to the row of its owner.
   * @param {number} cell
   * @param {[number, number]} middle
   * @param {Row} owner
   */
  #tuzdik(cell, [x, y], owner) {
    const down = owner === "near" ? cell : -cell;
    return svg`<g class="tuzdik"><circle cx=${round(x)} cy=${round(y)} r=${round(0.27 * cell)} />
      <path d="M${round(x)} ${round(y + 0.2 * down)}L${round(x + 0.17 * cell)} ${round(y - 0.1 * down)}H${round(x - 0.17 * cell)}Z" /></g>`;
  }

  /**
   * The mark of a burnt house: the board closes the hole, with a cross on it.
   * @param {number} cell
   * @param {[number, number]} middle
   */
  #burnt(cell, [x, y]) {
    const [left, right, top, bottom] = [x - 0.16 * cell, x + 0.16 * cell, y - 0.16 * cell, y + 0.16 * cell].map(round);
    return svg`<g class="burnt"><circle cx=${round(x)} cy=${round(y)} r=${round(0.34 * cell)} />
      <path stroke-width=${round(0.06 * cell)} d="M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}" /></g>`;
  }

  /**
   * An empty hole around the origin: lip, wall in the shadow, floor.
   * @param {Layout} layout
   * @param {number} way
   */
  #hole({ cell, look }, way) {
    const colours = ["rim", "hole0", "hole1", "hole2"];
    if (look.material === "wood") {
      const circles = [[0, 0.012, 0.425], [0, 0, 0.4], [0.008, 0.034, 0.358], [0.014, 0.07, 0.26]];
      return circles.map(([x = 0, y = 0, r = 0], index) =>
        svg`<circle class=${colours[index]} cx=${round(x * cell)} cy=${round(y * cell)} r=${round(r * cell)} />`);
    }
    const blobs = [[0, 0.008, 0.432, 0.035], [0, 0, 0.4, 0.035], [0.008, 0.034, 0.355, 0.035], [0.016, 0.07, 0.26, 0.05]];
    return blobs.map(([x = 0, y = 0, radius = 0, rough = 0], index) =>
      svg`<path class=${colours[index]} transform="translate(${round(x * cell)} ${round(y * cell)})"
        d=${uneven(radius * cell, rough, (index + 1) * WAYS + way)} />`);
  }

  /**
   * A seed around the origin, with the light from above on the left.
   * @param {Layout["look"]["seedShape"]} kind
   * @param {number} radius
   * @param {number} shape
   */
  #seed(kind, radius, shape) {
    const bean = kind === "bean";
    const turn = kind === "nut" ? "" : `rotate(${round((shape * 180) / SHAPES + 20)})`;
    const [line, body, bright] =
      kind === "nut" ? [1.02, 0.86, 0.6].map((scale) => uneven(radius * scale, 0.03, shape + 50))
      : bean ? [1, 0.84, 0.56].map((scale) => oval(radius * 1.24 * scale, radius * 0.84 * scale))
      : [1.08, 0.92, 0.62].map((scale) => uneven(radius * scale, 0.13, shape * 3 + 1));
    const moved = (/** @type {number} */ x, /** @type {number} */ y) => `translate(${round(x * radius)} ${round(y * radius)})${turn}`;
    return svg`
      <path class="shadow" transform=${moved(0.16, 0.24)} d=${line} />
      <path class="seed0" transform=${turn} d=${line} />
      <path class="seed1" transform=${turn} d=${body} />
      <path class="seed2" transform=${moved(-0.14, -0.16)} d=${bright} />
      ${bean
        ? svg`<path class="seam" transform=${turn} stroke-width=${round(radius * 0.16)} d="M${round(-radius * 0.8)} 0H${round(radius * 0.8)}" />`
        : svg`<circle class="seed3" cx=${round(-radius * 0.3)} cy=${round(-radius * 0.34)} r=${round(radius * 0.17)} />`}`;
  }

  /**
   * Marks of the last move, each with a shape of its own: dashes where it began, a thin ring where it passed, a broad one
   * where it ended, both of these where it came back to where it began, and corners around a house that was captured.
   * @param {number} cell
   * @param {[number, number]} middle
   * @param {string} rings
   * @param {boolean} captured
   */
  #mark(cell, [x, y], rings, captured) {
    const names = /** @type {(keyof typeof RINGS)[]} */ (rings.split(" ").filter(Boolean));
    const circle = (/** @type {keyof typeof RINGS} */ ring, /** @type {number} */ index) => {
      const radius = (index > 0 ? 0.378 : 0.452) * cell;
      const dashes = ring === "origin" ? round((radius * 2 * Math.PI) / 24) : nothing;
      return svg`<circle class="mark" cx=${round(x)} cy=${round(y)} r=${round(radius)} stroke-width=${round(RINGS[ring] * cell)} stroke-dasharray=${dashes} />`;
    };
    const [edge, arm] = [0.462 * cell, 0.17 * cell];
    const corner = (/** @type {number[]} */ [across = 1, down = 1]) =>
      `M${round(x + across * (edge - arm))} ${round(y + down * edge)}H${round(x + across * edge)}V${round(y + down * (edge - arm))}`;
    return svg`
      ${names.map(circle)}
      ${captured
        ? svg`<path class="corners" stroke-width=${round(0.062 * cell)} d=${[[-1, -1], [1, -1], [1, 1], [-1, 1]].map(corner).join("")} />`
        : nothing}`;
  }

  /**
   * The label of a house that can be played: a tag that points to the house.
   * @param {Rect} place
   * @param {string} label
   * @param {Row} row
   */
  #badge(place, label, row) {
    const { height, width } = place;
    const half = Math.min(Math.max(height * 0.22 * label.length + height * 0.3, height * 0.56), width / 2 - 0.5);
    const [tip, corner] = [height * 0.26, height * 0.18];
    const x = place.x + width / 2;
    const [from, to] = row === "far" ? [place.y, 1] : [place.y + height, -1];
    const y = (/** @type {number} */ down) => round(from + to * down);
    const sweep = to > 0 ? 1 : 0;
    const arc = (/** @type {number} */ toX, /** @type {number} */ toY) => `A${round(corner)} ${round(corner)} 0 0 ${sweep} ${round(toX)} ${toY}`;
    const line =
      `M${round(x - half + corner)} ${y(0)}H${round(x + half - corner)}${arc(x + half, y(corner))}V${y(height - tip)}` +
      `L${round(x)} ${y(height)}L${round(x - half)} ${y(height - tip)}V${y(corner)}${arc(x - half + corner, y(0))}Z`;
    const box = { ...place, y: row === "far" ? place.y : place.y + tip, height: height - tip };
    return svg`<g class="badge"><path d=${line} />${text(row, box, 0.86, label)}</g>`;
  }

  /**
   * The move that is hinted at.
   * @param {number} cell
   * @param {Rect} hole
   * @param {Row} row
   */
  #arrow(cell, hole, row) {
    const x = hole.x + cell / 2;
    const [tip, base] = row === "far" ? [hole.y + cell * 0.66, hole.y + cell * 1.08] : [hole.y + cell * 0.34, hole.y - cell * 0.08];
    const half = cell * 0.2;
    return svg`<path class="hint" stroke-width=${round(cell * 0.03)} stroke-linejoin="round"
      d="M${round(x)} ${round(tip)}L${round(x + half)} ${round(base)}H${round(x - half)}Z" />`;
  }

  /**
   * @param {Layout} layout
   * @param {Rect} hole
   * @param {Row} row
   * @param {string} value
   */
  #value(layout, hole, row, value) {
    const { cell, rowGap } = layout;
    const height = Math.max(rowGap * 1.15, 11);
    const middle = layout.isTurned ? hole.y + cell * 0.82 : row === "far" ? hole.y + cell + rowGap / 2 : hole.y - rowGap / 2;
    const box = { x: hole.x + cell * 0.06, width: cell * 0.88, y: middle - height / 2, height };
    return svg`<g class="value">
      <rect x=${round(box.x)} y=${round(box.y)} width=${round(box.width)} height=${round(height)} rx=${round(height / 2)} />
      ${text("", box, 0.84, value)}</g>`;
  }

  /**
   * @param {Layout} layout
   * @param {Side} side
   * @param {number} seeds
   */
  #store(layout, side, seeds) {
    const { cell } = layout;
    const row = this.#row(side);
    const store = layout.store(row);
    const letter = text(`label ${row}`, layout.letter(row), 0.72, letterOf(side));
    if (!store) return letter;
    const { seeds: place, count } = store;
    const middle = /** @type {[number, number]} */ ([place.x + place.width / 2, place.y + place.height / 2]);
    const hollow = (/** @type {string} */ colour, /** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ inset) => {
      const by = inset * cell;
      const [width, height] = [place.width - 2 * by, place.height - 2 * by];
      return svg`<rect class=${colour} x=${round(place.x + x * cell + by)} y=${round(place.y + y * cell + by)}
        width=${round(width)} height=${round(height)} rx=${round(Math.min(width, height) / 2)} />`;
    };
    const dent = (/** @type {string} */ colour, /** @type {number} */ y, /** @type {number} */ inset, /** @type {number} */ key) => svg`<path
      class=${colour} transform="translate(${round(middle[0])} ${round(middle[1] + y * cell)})"
      d=${oblong(place.width / 2 - inset * cell, place.height / 2 - inset * cell, 0.05 * cell, key)} />`;
    const hollows =
      layout.look.material === "wood"
        ? [hollow("rim", 0, 0.012, 0.075), hollow("hole0", 0, 0, 0.1), hollow("hole1", 0.008, 0.034, 0.142), hollow("hole2", 0.014, 0.07, 0.24)]
        : [dent("rim", 0.012, 0.03, 11), dent("edge", 0, 0.06, 12), dent("dust0", 0.02, 0.1, 13)];
    return svg`${letter}${hollows}
      <g class=${this.dances === side ? "dances" : ""} .style="--leap:${round(-0.14 * cell)}px">${this.#lay(cell, middle, inStore(seeds, place.width / cell, place.height / cell))}</g>
      ${text(`count ${row}`, count, 0.82, seeds)}`;
  }

  /**
   * The hand that sows, with the seeds in it.
   * @param {Layout} layout
   * @param {{at: Place, seeds: number} | undefined} hand
   */
  #hand(layout, hand) {
    if (!hand || hand.seeds === 0) return nothing;
    const { cell } = layout;
    const below = typeof hand.at === "string" ? layout.store(this.#row(hand.at))?.seeds : layout.house(this.#row(hand.at.side), hand.at.house).hole;
    if (!below) return nothing;
    const place = `transform:translate(${round(below.x + below.width / 2)}px,${round(below.y + below.height / 2 - cell * 0.28)}px)`;
    const box = { x: cell * 0.14, y: -cell * 0.52, width: cell * 0.5, height: cell * 0.32 };
    return svg`<g class="hand" .style=${place}>
      <circle class="palm" cx="0" cy=${round(cell * 0.06)} r=${round(cell * 0.4)} />
      ${this.#lay(cell, [0, 0], inHole(Math.min(hand.seeds, 15), 1))}
      ${this.eye ? nothing : svg`<rect x=${round(box.x)} y=${round(box.y)} width=${round(box.width)} height=${round(box.height)} rx=${round(box.height / 2)} />
        ${text("", box, 0.8, hand.seeds)}`}
    </g>`;
  }

  /**
   * A plank with its grain, seen a little from the front.
   * @param {Layout} layout
   */
  #wood({ board, cell, thickness }) {
    const radius = cell * 0.6;
    const plank = (/** @type {string} */ colour, /** @type {number} */ down, /** @type {number} */ inset, width = 0) =>
      svg`<rect class=${colour} x=${round(board.x + inset)} y=${round(board.y + inset + down)} width=${round(board.width - 2 * inset)}
        height=${round(board.height - 2 * inset)} rx=${round(radius - inset)} stroke-width=${width ? round(width) : nothing} />`;
    const lines = Array.from({ length: 11 }, (_, line) => {
      const stray = (/** @type {number} */ which) => scatter(line * 17 + which) - 0.5;
      const y = board.y + ((line + 0.5 + stray(1) * 0.7) / 11) * board.height;
      const bend = [2, 3, 4].map((which) => round(y + stray(which) * board.height * 0.09));
      const [from, to] =
        line % 3 === 0 ? [board.x, board.x + board.width]
        : line % 3 === 1 ? [board.x, board.x + board.width * (0.55 + stray(5) * 0.4)]
        : [board.x + board.width * (0.4 + stray(6) * 0.4), board.x + board.width];
      const third = (to - from) / 3;
      return svg`<path class="grain${line % 2}" stroke-width=${round(cell * (0.022 + 0.03 * scatter(line + 400)))}
        d="M${round(from)} ${round(y)}C${round(from + third)} ${bend[0]} ${round(from + 2 * third)} ${bend[1]} ${round(to)} ${bend[2]}" />`;
    });
    return svg`${plank("edge", thickness, 0)}${plank("base", 0, 0)}
      <clipPath id="plank">${plank("", 0, 0)}</clipPath>
      <g clip-path="url(#plank)" stroke-linecap="round">${lines}</g>
      ${plank("lip", 0, cell * 0.07, cell * 0.022)}`;
  }

  /**
   * The ground, with what lies on it beside the holes.
   * @param {Layout} layout
   */
  #earth(layout) {
    const { board, cell, houses } = layout;
    const unit = layout.width / 640;
    /** @type {[number, number, number][]} */
    const free = layout.crossings().map(([x, y]) => [x, y, 0.2 * cell]);
    /** @type {Rect[]} */
    const taken = [];
    for (const row of /** @type {Row[]} */ (["far", "near"])) {
      for (let number = 1; number <= houses; number += 1) {
        const { hole, count, label } = layout.house(row, number);
        free.push([hole.x + cell / 2, hole.y + cell / 2, 0.52 * cell]);
        taken.push(count, label);
      }
      const store = layout.store(row);
      if (store) taken.push(store.seeds, store.count);
      taken.push(layout.letter(row));
    }
    const grains = Math.floor((board.width * board.height) / (unit * unit) / 300);
    const dust = Array.from({ length: grains }, (_, grain) => {
      const place = (/** @type {number} */ which) => scatter(grain * 3 + which + 90000);
      const x = board.x + (0.02 + 0.96 * place(0)) * board.width;
      const y = board.y + (0.03 + 0.94 * place(1)) * board.height;
      const size = unit * (0.7 + 1.7 * place(2) ** 2);
      const isFree =
        free.every(([holeX, holeY, away]) => Math.hypot(holeX - x, holeY - y) > away + size) &&
        taken.every((rect) => x + size * 2 < rect.x || x - size * 2 > rect.x + rect.width || y + size * 2 < rect.y || y - size * 2 > rect.y + rect.height);
      return isFree ? svg`<ellipse class="dust${grain % 2}" cx=${round(x)} cy=${round(y)} rx=${round(size * 1.5)} ry=${round(size)} />` : nothing;
    });
    return svg`<path class="edge" d=${ground(board, 0.5 * unit, unit)} /><path class="base" d=${ground(board, 4 * unit, unit)} />${dust}`;
  }

  /**
   * The direction of sowing: small arrows between the rows, and at the ends of a band how its rows go on.
   * @param {Layout} layout
   */
  #arrows(layout) {
    const { cell, houses, inBand, bands, look } = layout;
    const forward = layout.clockwise ? -1 : 1;
    const size = cell * 0.05;
    let line = "";
    const head = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ across, /** @type {number} */ down, /** @type {number} */ size) => {
      line += `M${round(x + (-across - down) * size)} ${round(y + (-down - across) * size)}L${round(x)} ${round(y)}` +
        `L${round(x + (-across + down) * size)} ${round(y + (-down + across) * size)}`;
    };
    for (const [x, y] of layout.crossings()) {
      for (const way of [forward, -forward]) {
        const [along, beside] = [(way * size) / 2, way * forward * cell * 0.075];
        if (layout.isTurned) head(x - beside, y + along, 0, way, size);
        else head(x + along, y + beside, way, 0, size);
      }
    }
    if (layout instanceof TurnedLayout) {
      const [middle, from, reach] = [layout.width / 2, layout.top + layout.end / 2, cell * 0.5];
      for (const [y, across] of /** @type {[number, number][]} */ ([[from, -forward], [from + layout.houses * cell - layout.end, forward]])) {
        line += `M${round(middle - across * reach)} ${y}H${round(middle + across * reach)}`;
        head(middle + across * reach, y, across, 0, cell * 0.1);
      }
    }
    const reach = Math.min(layout.margin * 0.72, cell * 0.4);
    const tip = reach * 0.26;
    for (let band = 0; band < bands; band += 1) {
      const first = band * inBand + 1;
      const last = Math.min(first + inBand - 1, houses);
      for (const [number, outward, isEnd] of /** @type {[number, number, boolean][]} */ ([[first, -1, band === 0], [last, 1, last === houses]])) {
        // A store at the end takes the place of the arrow.
        if (isEnd && look.stores === "ends") continue;
        const near = layout.house("near", number).hole;
        const far = layout.house("far", houses + 1 - number).hole;
        const x = outward < 0 ? near.x : near.x + cell;
        const [low, high] = [near.y + cell / 2, far.y + cell / 2];
        if (isEnd) {
          // Round the end of the board: up where the near row is sown outward.
          const [from, to] = outward === forward ? [low, high] : [high, low];
          const inner = x + outward * reach * 0.1;
          const outer = round(x + outward * reach * 1.2);
          const bend = (to - from) * 0.25;
          line += `M${round(inner)} ${round(from + bend)}C${outer} ${round(from + bend * 1.5)} ${outer} ${round(to - bend * 1.5)} ${round(inner)} ${round(to - bend)}`;
          head(inner, to - bend, -outward * Math.SQRT1_2, Math.sign(to - from) * Math.SQRT1_2, tip);
        } else {
          for (const [y, across] of /** @type {[number, number][]} */ ([[low, forward], [high, -forward]])) {
            const middle = x + outward * reach * 0.5;
            line += `M${round(middle - across * reach * 0.45)} ${round(y)}H${round(middle + across * reach * 0.45)}`;
            head(middle + across * reach * 0.45, y, across, 0, tip);
          }
        }
      }
    }
    return svg`<path class="arrows" stroke-width=${round(Math.max(cell * 0.03, 1))} d=${line} />`;
  }

  /**
   * Lines between the houses of the members of a team, and the number of each member where their houses begin.
   * @param {Layout} layout
   */
  #teams(layout) {
    const { cell, houses } = layout;
    if (this.seats < 2) return nothing;
    const run = houses / this.seats;
    const thin = round(Math.max(cell * 0.03, 1));
    return /** @type {Row[]} */ (["near", "far"]).map((row) =>
      Array.from({ length: this.seats }, (_, index) => {
        const { hole, label } = layout.house(row, index * run + 1);
        const [x, inward] = row === "near" ? [hole.x, 1] : [hole.x + cell, -1];
        const [from, to] = [Math.min(hole.y, label.y), Math.max(hole.y + cell, label.y + label.height)];
        const size = label.height;
        // In the corner of the house that is free: towards the middle of the board.
        const y = row === "near" ? hole.y + cell * 0.06 : hole.y + cell * 0.94;
        const place = { x: x + inward * size * 0.5 - size / 2, y: y - size / 2, width: size, height: size };
        return svg`${index ? svg`<path class="seat" stroke-width=${thin} d="M${round(x)} ${round(from)}V${round(to)}" />` : nothing}
          <g class="seat-number"><circle cx=${round(place.x + size / 2)} cy=${round(place.y + size / 2)} r=${round(size * 0.42)} stroke-width=${thin} />${text("label", place, 0.62, index + 1)}</g>`;
      }),
    );
  }
}

/**
 * Text in the middle of a box, as high as a part of it.
 * @param {string} name
 * @param {Rect} box
 * @param {number} part
 * @param {string | number} said
 */
function text(name, box, part, said) {
  const size = Math.min(box.height * part * 1.2, (box.width * 1.7) / String(said).length);
  return svg`<text class=${name} x=${round(box.x + box.width / 2)} y=${round(box.y + box.height / 2)} font-size=${round(size)}>${said}</text>`;
}

if (!customElements.get("ayla-board")) customElements.define("ayla-board", AylaBoard);
