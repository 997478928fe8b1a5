// SPDX-License-Identifier: BSD-3-Clause
/** The place of the voice in the text of a document: a sentence in a block of text. */

import {placeOf, rangeIn, sentencesOf} from "../book/sentences.js";

export class Cursor {
  /** @type {import("../book/sentences.js").Block[]} */
  blocks = [];
  block = 0;
  sentence = 0;

  get text() {
    return this.blocks[this.block];
  }
  get sentences() {
    return this.text ? sentencesOf(this.text) : [];
  }
  get current() {
    return this.sentences[this.sentence];
  }
  range(part = this.current) {
    return part ? rangeIn(this.text, part.begin, part.end) : null;
  }

  /** Goes to the sentence where a range starts, or to the first one.
   * @param {Range | null} range @returns {number} the offset in the block */
  goTo(range) {
    const place = range ? placeOf(this.blocks, range) : {block: 0, offset: 0};
    const {block, offset} = place ?? {block: this.blocks.length, offset: 0};
    Object.assign(this, {block, sentence: 0});
    const {sentences} = this, at = sentences.findIndex(({end}) => end > offset);
    this.sentence = at < 0 ? sentences.length : at;
    return offset;
  }

  /** Goes to the next or previous sentence.
   * @param {1 | -1} step @returns {boolean} whether there is one */
  move(step) {
    this.sentence += step;
    while (!this.current) {
      this.block += step;
      if (!this.text) return false;
      this.sentence = step > 0 ? 0 : this.sentences.length - 1;
    }
    return true;
  }

  /** Goes to the first or last sentence of other text.
   * @param {1 | -1} step */
  enter(step) {
    this.block = step > 0 ? -1 : this.blocks.length;
    this.sentence = 0;
    return this.move(step);
  }

  /** From 0 to 1. */
  get progression() {
    const sum = (/** @type {number} */ end) => this.blocks.slice(0, end).reduce((all, {text}) => all + text.length, 0);
    return (sum(this.block) + (this.current?.begin ?? 0)) / sum(this.blocks.length);
  }
}
