// SPDX-License-Identifier: BSD-3-Clause
// Animations of a document.

/** How long an animation may change the layout, in ms. */
const RESTLESS = 1000;
/** Members of key frames that do not change the layout. */
const QUIET = /^(offset|computedOffset|easing|composite|opacity|transform|translate|rotate|scale|filter|visibility|.*color|background.*)$/i;

/**
 * Stops animations that would change the layout repeatedly.
 * @param {Document} document
 */
export function calm(document) {
  for (const animation of document.getAnimations()) {
    const {effect, timeline} = animation;
    const frames = /** @type {KeyframeEffect|null} */ (effect)?.getKeyframes() || [];
    if (frames.every((frame) => Object.keys(frame).every((name) => QUIET.test(name)))) continue;
    const end = Number(effect?.getComputedTiming().endTime);
    if (timeline !== document.timeline || end === Infinity) animation.cancel();
    else if (end > RESTLESS) animation.finish();
  }
  // An animation of the drawing itself, on whose size that of the text depends.
  for (const svg of document.querySelectorAll("svg")) {
    if (svg.querySelector(":scope > animate")) svg.pauseAnimations();
  }
}
