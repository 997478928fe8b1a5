// SPDX-License-Identifier: BSD-3-Clause
// Finds many passages in one text: an index of some of its places, by the letters at these places.

/** Letters in a gram. One in 8 of the grams of a text is indexed, chosen by its hash. */
const LETTERS = 8, LAST = 0x01000193, BITS = 3;
/** The factor of the first letter of a gram when it leaves the rolling hash. */
const FIRST = Array.from({length: LETTERS}).reduce((power) => Math.imul(power, LAST), 1);
/** The number of passages that are searched without an index. */
const FEW = 8;

/**
 * Calls a function for each gram that is indexed.
 * @param {string} text
 * @param {(hash: number, start: number) => void} fn
 */
function grams(text, fn) {
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    sum = Math.imul(sum, LAST) + text.charCodeAt(at) | 0;
    if (at >= LETTERS) sum = sum - Math.imul(text.charCodeAt(at - LETTERS), FIRST) | 0;
    const hash = Math.imul(sum ^ sum >>> 15, 0x9E3779B1) >>> 0;
    if (at >= LETTERS - 1 && hash >>> 32 - BITS === 0) fn(hash << BITS >>> 0, at - LETTERS + 1);
  }
}

export class Passages {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.asked = 0;
    /** @type {{ends: Uint32Array, starts: Uint32Array, shift: number}|null} */
    this.index = null;
  }

  /** The places of grams, sorted by the highest bits of their hash. */
  build() {
    const bits = Math.max(8, Math.ceil(Math.log2(this.text.length)) - BITS), shift = 32 - bits;
    const ends = new Uint32Array((1 << bits) + 1);
    grams(this.text, (hash) => ends[(hash >>> shift) + 1]++);
    for (let i = 1; i < ends.length; i++) ends[i] += ends[i - 1];
    const starts = new Uint32Array(ends[ends.length - 1]);
    // From here on, where the next place goes; in the end, where the places of a hash end.
    grams(this.text, (hash, start) => (starts[ends[hash >>> shift]++] = start));
    return {ends, starts, shift};
  }

  /**
   * @param {string} passage
   * @returns {number[]|null} all places where it begins, in order; null if the index cannot be used
   */
  find(passage) {
    if (!this.index && ++this.asked <= FEW) return null;
    const {ends, starts, shift} = (this.index ||= this.build());
    let least = Infinity, from = 0, before = 0;
    grams(passage, (hash, start) => {
      const key = hash >>> shift, first = key ? ends[key - 1] : 0;
      if (ends[key] - first < least) [least, from, before] = [ends[key] - first, first, start];
    });
    if (least === Infinity) return null;
    const found = [];
    for (let i = from; i < from + least; i++) {
      const start = starts[i] - before;
      if (start >= 0 && this.text.startsWith(passage, start)) found.push(start);
    }
    return found;
  }
}
