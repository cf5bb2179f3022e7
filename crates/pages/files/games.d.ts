/**
 * The games, as the build of the pages writes them from what they say of themselves. No type has their names, so a file that
 * compares with one has no valid types.
 */

/** The name of a game. */
export type Variant = "a game";

/** What the page knows of a game. */
export interface About {
  title: string;
  /** The preset to offer first: one whose games end, where others can go on for ever. */
  firstPreset: string;
  /** What its positions have beside rows and turn. */
  parts: ("stores" | "phase" | "quiet" | "first" | "tuzdiks" | "burnt")[];
  /** What a move loses at least, in points, to be called a mistake, and to be called a large one. */
  mistakes: [number, number];
  /** The number of levels of play. */
  levels: number;
  /** Whether it can be played with seeds that are counted by eye (AW-12). */
  byEye: boolean;
  /** The text formats of other programs that it can be written in. */
  formats: string[];
  /** What its puzzles are about. */
  themes: string[];
  look: {
    material: "wood" | "earth";
    stores: "none" | "ends" | "heaps";
    seedShape: "nut" | "pebble" | "bean";
    /** Its colours on a light page and on a dark one, as properties of CSS. */
    light: string;
    dark: string;
  };
}

/** The games by their names, in the order of the service. */
export const GAMES: Record<Variant, About>;
export const VARIANTS: [Variant, ...Variant[]];
/** The pages of the rules by the letters of their rulings. */
export const RULINGS: Record<string, string>;
/** The pages of the rules in each language but English, by its tag. The page without a name leads to the others. */
export const EDITIONS: string[];
/** The names of the phases, in the order of a game that has them. */
export const PHASES: string[];
/** The count of moves without a capture from which on the service advises players to agree. */
export const LONG_QUIET: number;
/** The number of grades of puzzles: 1 is the easiest. */
export const GRADES: number;
/** The version of the rules of this page. */
export const RULES: string;
/** Whether the page has the rules, and answers calls without a server too. */
export const PLAYS_HERE: boolean;
