// What boards look like: geometry and the places of seeds, as in the pictures of crates/pictures, with which
// tests/pages/board.spec.mjs compares what is drawn. Lengths are in units of the picture's width; the page scales them.

import { GAMES } from "./games.js";

/** @typedef {import("./games.js").Variant} Variant */
/** @typedef {"near" | "far"} Row */
/** @typedef {{x: number, y: number, width: number, height: number}} Rect */
/** @typedef {{hole: Rect, count: Rect, label: Rect}} HouseBox */
/** @typedef {{x: number, y: number, shape: number}} Lying a seed, from the middle of its house, in widths of a house */

/** The number of ways in which the same number of seeds lies, and of different seeds. */
export const WAYS = 6;
export const SHAPES = 4;
/** The radius of a seed, in widths of a house. */
export const RADIUS = 0.09;
/** A board below this width is narrow. */
const NARROW = 480;
const MOST_IN_HOLE = 30;
const GOLDEN = 2.399963;
const TURN = 2 * Math.PI;

/**
 * A number from 0 to 1 that looks random.
 * @param {number} seed
 */
export function scatter(seed) {
  let mixed = (seed + 0x9e3779b9) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  mixed ^= mixed >>> 15;
  return (mixed >>> 8) / 2 ** 24;
}

/**
 * The way in which the seeds of a house lie.
 * @param {"south" | "north"} side
 * @param {number} house
 */
export function way(side, house) {
  return Math.floor(scatter(house * 2 + (side === "south" ? 0 : 1)) * WAYS) % WAYS;
}

/**
 * Seeds in a hole, in the order in which they fell: one more changes nothing about the others.
 * @param {number} seeds
 * @param {number} way
 * @returns {Lying[]}
 */
export function inHole(seeds, way) {
  const turn = scatter(way * 977 + 5) * TURN;
  return Array.from({ length: Math.min(seeds, MOST_IN_HOLE) }, (_, index) => {
    const key = way * 8191 + index * 31;
    const [distance, angle, loose] =
      index < 5 ? [0.175, (index * 2 * TURN) / 5, 0.018]
      : index === 5 ? [0, 0, 0.015]
      : index < 15 ? [0.282, (index * 4 * TURN) / 9, 0.012]
      : [0.2 * Math.sqrt((index - 14) / (MOST_IN_HOLE - 14)), index * GOLDEN, 0.02];
    return lying(distance, distance, angle + turn, loose, key);
  });
}

/**
 * Seeds in an oblong store or on a heap of this size, in widths of a house.
 * @param {number} seeds
 * @param {number} width
 * @param {number} height
 * @returns {Lying[]}
 */
export function inStore(seeds, width, height) {
  const most = height > width ? 48 : 60;
  return Array.from({ length: Math.min(seeds, most) }, (_, index) => {
    const reach = Math.sqrt((index + 0.5) / most) / 2;
    return lying(reach * (width - 0.46), reach * (height - 0.42), index * GOLDEN, 0.025, index * 31 + 613);
  });
}

/**
 * @param {number} across
 * @param {number} down
 * @param {number} angle
 * @param {number} loose
 * @param {number} key
 * @returns {Lying}
 */
function lying(across, down, angle, loose, key) {
  const stray = (/** @type {number} */ which) => (scatter(key + which) - 0.5) * 2 * loose;
  const shape = Math.floor(scatter(key + 3) * SHAPES) % SHAPES;
  return { x: across * Math.cos(angle) + stray(1), y: down * Math.sin(angle) + stray(2), shape };
}

/**
 * A smooth closed line past these points.
 * @param {[number, number][]} points
 */
function smooth(points) {
  const at = (/** @type {number} */ index) => points[(index + points.length) % points.length] ?? [0, 0];
  const middle = (/** @type {number} */ index) => {
    const [[x, y], [nextX, nextY]] = [at(index), at(index + 1)];
    return `${round((x + nextX) / 2)} ${round((y + nextY) / 2)}`;
  };
  const bends = points.map(([x, y], index) => `Q${round(x)} ${round(y)} ${middle(index)}`);
  return `M${middle(-1)}${bends.join("")}Z`;
}

/**
 * A closed line around the origin: a circle that was dug by hand.
 * @param {number} radius
 * @param {number} uneven
 * @param {number} key
 */
export function uneven(radius, uneven, key) {
  return smooth(
    Array.from({ length: 14 }, (_, index) => {
      const distance = radius * (1 + (scatter(key * 101 + index) - 0.5) * 2 * uneven);
      return [distance * Math.cos((index / 14) * TURN), distance * Math.sin((index / 14) * TURN)];
    }),
  );
}

/**
 * @param {number} halfWidth
 * @param {number} halfHeight
 */
export function oval(halfWidth, halfHeight) {
  return smooth(
    Array.from({ length: 10 }, (_, index) => {
      const angle = (index / 10) * TURN;
      return [halfWidth * Math.cos(angle) * 1.05, halfHeight * Math.sin(angle) * 1.05];
    }),
  );
}

/**
 * A closed line around the origin as of a trough, with round ends.
 * @param {number} halfWidth
 * @param {number} halfHeight
 * @param {number} uneven
 * @param {number} key
 */
export function oblong(halfWidth, halfHeight, uneven, key) {
  const ends = 6;
  return smooth(
    [halfWidth - halfHeight, halfHeight - halfWidth].flatMap((middle, side) =>
      Array.from({ length: ends }, (_, step) => {
        const angle = (step / (ends - 1) + side - 0.5) * Math.PI;
        const radius = halfHeight + (scatter(key * 57 + side * ends + step) - 0.5) * uneven;
        return /** @type {[number, number]} */ ([middle + Math.cos(angle) * radius, Math.sin(angle) * radius]);
      }),
    ),
  );
}

/**
 * The outline of the ground: a rectangle drawn by hand.
 * @param {Rect} board
 * @param {number} inset
 * @param {number} unit
 */
export function ground(board, inset, unit) {
  const [left, top] = [board.x + inset, board.y + inset];
  const [right, bottom] = [board.x + board.width - inset, board.y + board.height - inset];
  const corners = /** @type {[number, number][]} */ ([[left, top], [right, top], [right, bottom], [left, bottom]]);
  /** @type {[number, number][]} */
  const points = [];
  corners.forEach(([fromX, fromY], corner) => {
    const [toX, toY] = corners[(corner + 1) % 4] ?? [left, top];
    const parts = Math.max(2, Math.ceil((Math.abs(toX - fromX) + Math.abs(toY - fromY)) / (26 * unit)));
    for (let part = 0; part < parts; part += 1) {
      const stray = part === 0 ? 0 : (scatter(7001 + points.length) - 0.5) * 5 * unit;
      const along = part / parts;
      const upright = fromX === toX;
      points.push([fromX + (toX - fromX) * along + (upright ? stray : 0), fromY + (toY - fromY) * along + (upright ? 0 : stray)]);
    }
  });
  return smooth(points);
}

const whole = Math.floor;

/** @param {number} value */
export function round(value) {
  return Math.round(value * 100) / 100;
}

/** Where everything of a board lies, in whole units, by the same rule as `Layout` of crates/pictures. */
export class Layout {
  /**
   * @param {Variant} variant
   * @param {number} houses in a row
   * @param {number} width of the picture
   * @param {number} most houses of a row that stand beside each other
   * @param {boolean} clockwise whether seeds are sown clockwise
   */
  constructor(variant, houses, width, most, clockwise) {
    this.variant = variant;
    this.clockwise = clockwise;
    this.houses = houses;
    this.width = width;
    this.most = most;
    this.bands = Math.ceil(houses / most);
    this.inBand = Math.ceil(houses / this.bands);
    this.look = GAMES[variant].look;
    const { material, stores } = this.look;
    const outside = whole(width / 80);
    // Beside the houses: the edge of the board, and within it the stores or the arrows that say where a row goes on. They are
    // smaller on a narrow board, so that the houses are large enough for fingers.
    const edge = whole(width / 32);
    const [side, store] = width < NARROW ? [whole(edge / 2), 7] : [edge, 13];
    // A part of a house for a store and the wood around it.
    const tenths = this.inBand * 10 + (stores === "ends" ? 2 * store : 0);
    this.cell = Math.min(whole(((width - 2 * outside - 2 * side) * 10) / tenths), whole(width / 8));
    this.top = outside + (material === "wood" ? whole((edge * 3) / 5) : whole(this.cell / 6));
    this.left = whole((width - this.cell * this.inBand) / 2);
    const above = this.top - outside;
    const heap = stores === "heaps" ? this.part(90) : 0;
    this.top += heap;
    const bottom = this.bandTop(this.bands) - this.part(30) + heap + above;
    /** @type {Rect} */
    this.board = { x: outside, y: outside, width: width - 2 * outside, height: bottom - outside };
    this.thickness = material === "wood" ? whole(this.cell / 9) : 0;
    this.height = bottom + outside + this.thickness;
  }

  /**
   * A length in hundredths of a house.
   * @param {number} hundredths
   */
  part(hundredths) {
    return whole((this.cell * hundredths) / 100);
  }

  /** Whether the rows are columns. */
  get isTurned() {
    return false;
  }

  get countHeight() {
    return Math.max(this.part(34), 13);
  }

  get labelHeight() {
    return Math.max(this.part(28), 13);
  }

  get rowGap() {
    return this.part(22);
  }

  /** The width to the left and right of the bands, within the board. */
  get margin() {
    return this.left - this.board.x;
  }

  /** The number of the house from which sowing leaves a row. */
  get lastSown() {
    return this.clockwise ? 1 : this.houses;
  }

  /** @param {number} band */
  bandTop(band) {
    const height = 2 * (this.labelHeight + this.countHeight + this.cell) + this.rowGap;
    return this.top + band * (height + this.part(30));
  }

  /**
   * @param {Row} row
   * @param {number} house by the number that its owner gives it
   * @returns {HouseBox}
   */
  house(row, house) {
    const unfolded = row === "near" ? house - 1 : this.houses - house;
    const x = this.left + (unfolded % this.inBand) * this.cell;
    const top = this.bandTop(whole(unfolded / this.inBand));
    const box = (/** @type {number} */ y, /** @type {number} */ height) => ({ x, y, width: this.cell, height });
    const [label, count] = [this.labelHeight, this.countHeight];
    if (row === "far") {
      return { label: box(top, label), count: box(top + label, count), hole: box(top + label + count, this.cell) };
    }
    const hole = top + label + count + this.cell + this.rowGap;
    return { hole: box(hole, this.cell), count: box(hole + this.cell, count), label: box(hole + this.cell + count, label) };
  }

  /**
   * The store of the side whose row this is.
   * @param {Row} row
   * @returns {{seeds: Rect, count: Rect} | undefined}
   */
  store(row) {
    const { cell, countHeight } = this;
    const right = this.left + this.inBand * cell;
    if (this.look.stores === "ends") {
      // Beside the house from which sowing leaves the row: of bands, the first has one store, and the last one the other.
      const { hole, count } = this.house(row, this.lastSown);
      const facing = this.house(row === "near" ? "far" : "near", this.houses + 1 - this.lastSown).hole;
      const y = Math.min(hole.y, facing.y);
      const gap = this.part(this.width < NARROW ? 8 : 15);
      const width = Math.min(cell, this.margin - 2 * gap);
      const x = (row === "near") !== this.clockwise ? right + gap : this.left - gap - width;
      const seeds = { x, y, width, height: Math.abs(hole.y - facing.y) + cell };
      return { seeds, count: { x, y: count.y, width, height: countHeight } };
    }
    if (this.look.stores === "heaps") {
      const [width, height] = [cell * 3, this.part(80)];
      const y = row === "near" ? this.bandTop(this.bands) - this.part(30) + this.part(10) : this.top - this.part(90);
      const [x, countX] = row === "near" ? [right - width, right - width - cell] : [this.left, this.left + width];
      const count = { x: countX, y: y + whole((height - countHeight) / 2), width: cell, height: countHeight };
      return { seeds: { x, y, width, height }, count };
    }
    return undefined;
  }

  /**
   * The middles of each four houses that meet within a band.
   * @returns {[number, number][]}
   */
  crossings() {
    return Array.from({ length: this.houses - 1 }, (_, index) => index + 1)
      .filter((column) => column % this.inBand !== 0)
      .map((column) => {
        const { hole } = this.house("near", column);
        return [hole.x + this.cell, hole.y - this.rowGap / 2];
      });
  }

  /**
   * Where the letter of a side stands.
   * @param {Row} row
   * @returns {Rect}
   */
  letter(row) {
    const store = this.store(row);
    if (store !== undefined && this.look.stores === "ends") {
      return { ...this.house(row, this.lastSown).label, x: store.seeds.x, width: store.seeds.width };
    }
    const label = this.house(row, this.houses).label;
    const width = Math.min(whole((this.margin * 3) / 4), this.cell);
    return { ...label, x: row === "near" ? label.x + this.cell : label.x - width, width };
  }
}

/**
 * A board that is turned, for a window in which long rows have no room: the near row stands at the left with its first house
 * above, the far one opposite at the right, and the stores lie between them.
 */
export class TurnedLayout extends Layout {
  /**
   * @param {Variant} variant
   * @param {number} houses in a row
   * @param {boolean} clockwise whether seeds are sown clockwise
   */
  constructor(variant, houses, clockwise) {
    super(variant, houses, 220, houses, clockwise);
    this.cell = 45;
    this.top = 9;
    this.left = 7;
    this.board = { x: 2, y: 2, width: 216, height: houses * this.cell + 14 };
    this.height = this.board.height + 4 + this.thickness;
  }

  get isTurned() {
    return true;
  }

  /** The height of the arrows between the first houses, and between the last ones. */
  get end() {
    return 24;
  }

  /**
   * A box that is at the left for the near row, and at the right for the far one.
   * @param {Row} row
   * @param {number} fromEdge
   * @param {number} y
   * @param {number} width
   * @param {number} height
   * @returns {Rect}
   */
  #box(row, fromEdge, y, width, height) {
    return { x: row === "near" ? fromEdge : this.width - fromEdge - width, y, width, height };
  }

  /**
   * @param {Row} row
   * @param {number} house
   */
  house(row, house) {
    const y = this.top + (row === "near" ? house - 1 : this.houses - house) * this.cell;
    return { label: this.#box(row, this.left, y + 4, 25, 15), count: this.#box(row, this.left, y + 20, 25, 18), hole: this.#box(row, 32, y, this.cell, this.cell) };
  }

  /** @param {Row} row */
  store(row) {
    const y = this.top + this.end + 34;
    return { seeds: this.#box(row, 79, y, 28, this.houses * this.cell - 2 * this.end - 34), count: this.#box(row, 79, y - 20, 28, 18) };
  }

  /** @param {Row} row */
  letter(row) {
    return this.#box(row, 79, this.top + this.end, 28, 14);
  }

  crossings() {
    // Beside the stores, below their numbers.
    return Array.from({ length: this.houses - 2 }, (_, index) => /** @type {[number, number]} */ ([this.width / 2, this.top + (index + 2) * this.cell]));
  }
}
