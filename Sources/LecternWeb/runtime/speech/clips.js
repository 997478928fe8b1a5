// SPDX-License-Identifier: BSD-3-Clause
/** The clips of media overlays: pieces of text, and their recordings. */

import {loadJSON} from "../tools/load.js";
import {clipOf, withoutFragment} from "../recordings/media.js";
import {XHTML, around} from "../tools/nodes.js";
import {rangeIn} from "../book/sentences.js";

/**
 * A `par` of the overlay. `inside` lists the escapable structures that contain it.
 * @typedef {{href: string, id: string, src: string, begin: number, end: number, roles: string[], inside: any[]}} Clip
 */

/** Structures that a listener may escape (EPUB 3.3, 9.3.4.2). */
const escapable = new RegExp("^(table|row|cell|list|listItem|figure|aside|sidebar|footnote|endnotes|note|glossary"
  + "|bibliography|index|toc|loa|loi|lot|lov|panel)$");

/** @param {any[]} objects @param {string[]} roles @param {any[]} inside @returns {Clip[]} */
const clipsIn = (objects, roles = [], inside = []) => objects.flatMap((object) => {
  /** @type {string[]} */
  const own = (object.role ?? []).map((/** @type {string} */ role) => role.replace(/.*[#/]/, ""));
  const all = [...roles, ...own];
  if (object.children) {
    return clipsIn(object.children, all, own.some((role) => escapable.test(role)) ? [...inside, object] : inside);
  }
  const [href, id = ""] = (object.textref ?? "").split("#"), recording = object.audioref ?? object.videoref ?? "";
  if (!href) return [];
  const {begin, end} = clipOf(recording.split("#")[1]) ?? {begin: 0, end: Infinity};
  return [{href, id, src: withoutFragment(recording), begin, end, roles: all, inside}];
});

export class ClipLists {
  /** @type {Map<string, Promise<Clip[]>>} */
  #known = new Map();

  /** @param {import("../book/book.js").Book} book */
  constructor(book) {
    this.book = book;
  }

  /** The clips of a resource, or of the next one that has clips.
   * @param {number} index @param {1 | -1} step @param {() => boolean} isWanted whether to go on
   * @returns {Promise<{index: number, clips: Clip[]} | null>} */
  async find(index, step, isWanted) {
    const order = this.book.readingOrder;
    for (; order[index]; index += step) {
      if (!order[index].overlay) continue;
      const clips = await this.#load(order[index].href);
      if (!isWanted()) return null;
      if (clips.length) return {index, clips};
    }
    return null;
  }

  /** @param {string} href @returns {Promise<Clip[]>} */
  #load(href) {
    const loading = this.#known.get(href) ?? loadJSON("~readium/guided-navigation.json", {ref: href})
      .then(({guided = []}) => clipsIn(guided), () => []);
    this.#known.set(href, loading);
    return loading;
  }
}

/** @param {any} frame @param {Clip} clip @returns {Element} its text */
export const elementOf = (frame, {id}) => (id && frame.document.getElementById(id)) || frame.body;

/** @param {Element} element */
export function rangeOf(element) {
  const range = around(element);
  if (element.firstChild && element.namespaceURI === XHTML) range.selectNodeContents(element);
  return range;
}

/** The first clip whose element begins on the screen or after it.
 * @param {Clip[]} clips @param {any} frame @param {import("./aloud.js").Follower} follower */
export function firstShown(clips, frame, follower) {
  if (!frame) return 0;
  const page = frame.flow.mode === "fixed" ? 0 : frame.pageOf(frame.visible());
  let last = 0;
  for (const [at, clip] of clips.entries()) {
    const element = clip.href === frame.href && elementOf(frame, clip);
    if (!element) continue;
    Object.assign(follower, {href: frame.href, frame, range: rangeOf(element)});
    const isBehind = () => frame.flow.mode !== "fixed" && frame.pageOf(element.getBoundingClientRect()) > page;
    if (follower.isShown || isBehind()) return at;
    last = at;
  }
  return last;
}

/** The clip to skip to: at least one further, and as many as last that many seconds.
 * @param {Clip[]} clips @param {number} at @param {number} seconds */
export function skipped(clips, at, seconds) {
  const step = seconds < 0 ? -1 : 1;
  let rest = Math.abs(seconds);
  do {
    const {begin = 0, end = 0} = clips[at] ?? {};
    at += step;
    rest -= end - begin;
  } while (clips[at + step] && rest > 0);
  return at;
}

/** The first clip after the innermost structure that contains a clip, or else the next one.
 * @param {Clip[]} clips @param {number} at */
export function afterStructure(clips, at) {
  const structure = clips[at]?.inside[clips[at].inside.length - 1];
  if (!structure) return at + 1;
  const next = clips.findIndex((other, index) => index > at && !other.inside.includes(structure));
  return next < 0 ? clips.length : next;
}

/** The offset at which the text of a clip continues on another page, and the rest of the text.
 * @param {import("./aloud.js").Follower} follower @param {any} frame @param {Clip} clip @param {number} from an offset */
export function pageBreak(follower, frame, clip, from) {
  if (!frame || !clip.id) return null;
  const walker = frame.document.createTreeWalker(elementOf(frame, clip), NodeFilter.SHOW_TEXT);
  /** @type {import("../book/sentences.js").Block} */
  const block = {text: "", language: "", parts: []};
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    block.parts.push({node, at: block.text.length});
    block.text += node.data;
  }
  const {length} = block.text, at = follower.beyond((offset) => rangeIn(block, offset, offset + 1), from, length);
  return at > 0 ? {at, share: at / length, rest: rangeIn(block, at, length)} : null;
}
