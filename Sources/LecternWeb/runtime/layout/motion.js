// SPDX-License-Identifier: BSD-3-Clause
// Stops animations of documents that disturb the layout.

/** How long an animation may keep changing the layout, in ms. */
const RESTLESS = 1000;
/** Keyframe members that do not change the layout. */
const QUIET = /^(offset|computedOffset|easing|composite|opacity|transform|translate|rotate|scale|filter|visibility|.*color|background.*)$/i;

/** Stops animations that would change the layout repeatedly.
 * @param {Document} document */
export function calm(document) {
  for (const animation of document.getAnimations()) {
    const {effect, timeline} = animation;
    const frames = /** @type {KeyframeEffect|null} */ (effect)?.getKeyframes() || [];
    if (frames.every((frame) => Object.keys(frame).every((name) => QUIET.test(name)))) continue;
    const end = Number(effect?.getComputedTiming().endTime);
    if (timeline !== document.timeline || end === Infinity) animation.cancel();
    else if (end > RESTLESS) animation.finish();
  }
  // An animation of an svg element itself may change its size, and with it the text layout.
  for (const svg of document.querySelectorAll("svg")) {
    if (svg.querySelector(":scope > animate")) svg.pauseAnimations();
  }
}
