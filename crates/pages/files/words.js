// What the page says, in the language of the reader, from the catalogues of the service.

import { address } from "./address.js";
import { EDITIONS, RULINGS } from "./games.js";
import { LANGUAGES } from "./languages.js";
import { keep, kept } from "./storage.js";
import { FluentBundle, FluentResource } from "./vendor/fluent.js";

/** @typedef {import("./board.js").Side} Side */
/** @typedef {string} Language the tag of one of the languages */
/** @typedef {Record<string, string | number>} Arguments */

/** The messages of a language, about players who have names. */
export class Words {
  /** @type {FluentBundle} */
  #bundle;

  /**
   * @param {FluentBundle} bundle
   * @param {{south?: string, north?: string}} [names] of the players
   * @param {Side} [you] the side whose player reads
   */
  constructor(bundle, names = {}, you = undefined) {
    this.#bundle = bundle;
    this.names = names;
    this.you = you;
  }

  /**
   * @param {Language} language
   * @param {...string} catalogues
   */
  static of(language, ...catalogues) {
    const bundle = new FluentBundle(language, { useIsolating: false });
    for (const catalogue of catalogues) bundle.addResource(new FluentResource(catalogue));
    return new Words(bundle);
  }

  /** @returns {Language} */
  get language() {
    return this.#bundle.locales[0] ?? "en";
  }

  /**
   * The same messages about other players.
   * @param {{south?: string, north?: string}} names
   * @param {Side} [you]
   */
  about(names, you) {
    return new Words(this.#bundle, names, you);
  }

  /**
   * These as the language lists them.
   * @param {string[]} items
   */
  list(items) {
    return new Intl.ListFormat(this.language, { style: "narrow" }).format(items);
  }

  /** @param {Side} side */
  name(side) {
    return this.names[side] || this.say(side === this.you ? "page-you" : `side-${side}`);
  }

  /**
   * A message about players, which addresses the one who reads.
   * @param {string} key
   * @param {Record<string, Side>} sides by the names that the message has for them
   * @param {Arguments} [values]
   */
  tell(key, sides, values) {
    const all = Object.entries(sides);
    const names = Object.fromEntries(all.map(([name, side]) => [name, this.name(side)]));
    return this.say(key, { ...values, ...names, you: all.find(([, side]) => side === this.you)?.[0] ?? "" });
  }

  /**
   * @param {string} key of a message or, after a point, of one of its attributes
   * @param {Arguments} [values]
   * @returns {string}
   */
  say(key, values) {
    return this.sayIfAny(key, values) ?? key;
  }

  /**
   * A message, or nothing where the language has none.
   * @param {string} key
   * @param {Arguments} [values]
   */
  sayIfAny(key, values) {
    const [name = key, attribute] = key.split(".");
    const message = this.#bundle.getMessage(name);
    const value = attribute ? message?.attributes[attribute] : message?.value;
    return value ? this.#bundle.formatPattern(value, values, []) : undefined;
  }

  /**
   * A number with one digit after the point, and its sign.
   * @param {number} value
   */
  value(value) {
    const whole = Number.isInteger(value);
    return new Intl.NumberFormat(this.language, {
      signDisplay: "exceptZero",
      minimumFractionDigits: whole ? 0 : 1,
      maximumFractionDigits: 1,
    }).format(value);
  }
}

/**
 * Where a page of the rules is, in the language that the page shows if the rules are translated.
 * @param {string} [name] of the page; without one it is the page that leads to the others
 */
export function rulesAddress(name = "") {
  const { lang } = document.documentElement;
  return address(`/rules/${EDITIONS.includes(lang) ? `${lang}/` : ""}${name}`);
}

/**
 * Where the rules have a ruling.
 * @param {string} ruling such as `AW-1`
 */
export function rulingAddress(ruling) {
  return `${rulesAddress(RULINGS[ruling.split("-")[0] ?? ""])}#${ruling.toLowerCase()}`;
}

/**
 * The first of these languages that the page has, by the lookup of RFC 4647: `fr-CI` finds `fr`.
 * @param {readonly string[]} wanted
 * @returns {Language}
 */
export function choose(wanted) {
  for (const tag of wanted) {
    for (let range = tag.toLowerCase(); range; range = range.slice(0, Math.max(0, range.lastIndexOf("-")))) {
      const found = Object.keys(LANGUAGES).find((language) => language.toLowerCase() === range);
      if (found) return found;
    }
  }
  return "en";
}

/** Where the browser keeps the language that the reader chose. */
const KEPT = "ayla-language";

/** The language that the reader chose, or the first of the browser's that the page has. */
export const chosenLanguage = () => choose([kept(KEPT), ...navigator.languages]);

/** @param {Language} language */
export const keepLanguage = (language) => keep(KEPT, language);

/**
 * The direction of the script of a language: from left to right, where the browser does not know it.
 * @param {Language} language
 * @returns {string}
 */
export function direction(language) {
  /** @type {any} */
  const locale = new Intl.Locale(language);
  return (locale.getTextInfo?.() ?? locale.textInfo)?.direction ?? "ltr";
}

/** @type {Map<Language, Promise<Words>>} */
const loaded = new Map();

/**
 * @param {string} name of a catalogue
 * @returns {Promise<string>}
 */
async function load(name) {
  const answer = await fetch(new URL(`${name}.ftl`, import.meta.url));
  if (!answer.ok) throw new Error(`${answer.status} for the words ${name}`);
  return answer.text();
}

/**
 * The words of a language, which a page fetches once.
 * @param {Language} language
 * @param {string} [catalogue] of words that few pages say
 * @returns {Promise<Words>}
 */
export function words(language, catalogue = "") {
  let found = loaded.get(language);
  if (!found) {
    const names = catalogue ? [language, `${language}.${catalogue}`] : [language];
    found = Promise.all(names.map(load)).then((catalogues) => Words.of(language, ...catalogues));
    loaded.set(language, found);
    found.catch(() => loaded.delete(language));
  }
  return found;
}
