// What is heard of a game: seeds that fall, captures, and the end. All of it is made here; no file is loaded.

/** @type {AudioContext | undefined} */
let context;

/**
 * A short tone, like wood that is struck.
 * @param {number} pitch in hertz
 * @param {number} after so many seconds
 * @param {number} length in seconds
 * @param {number} loud
 */
function knock(pitch, after, length, loud) {
  context ??= new AudioContext();
  // A browser lets a page sound once somebody has touched it.
  if (context.state === "suspended") context.resume();
  const begin = context.currentTime + after;
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loud, begin);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  gain.connect(context.destination);
  for (const [part, type] of /** @type {[number, OscillatorType][]} */ ([[1, "sine"], [2.76, "triangle"]])) {
    const tone = new OscillatorNode(context, { type, frequency: pitch * part });
    tone.frequency.exponentialRampToValueAtTime(pitch * part * 0.7, begin + length);
    tone.connect(gain);
    tone.start(begin);
    tone.stop(begin + length);
  }
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  // No two seeds sound alike.
  sow: () => knock(520 + Math.random() * 160, 0, 0.07, 0.12),
  capture: () => [0, 0.06, 0.13].forEach((after, index) => knock(380 + index * 90 + Math.random() * 40, after, 0.12, 0.15)),
  end: () => [392, 494, 587, 784].forEach((pitch, index) => knock(pitch, index * 0.16, 0.5, 0.16)),
};

/** @param {"sow" | "capture" | "end"} what */
export const play = (what) => SOUNDS[what]?.();
