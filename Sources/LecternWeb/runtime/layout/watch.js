// SPDX-License-Identifier: BSD-3-Clause
// Observes changes of the layout and the position that we did not cause, and stops animations that cause them.

/** How long an animation may keep changing the layout, in ms. */
const RESTLESS = 1000;
/** Keyframe members that do not change the layout. */
const QUIET = /^(offset|computedOffset|easing|composite|opacity|transform|translate|rotate|scale|filter|visibility|.*color|background.*)$/i;

/** Stops animations that would change the layout repeatedly, and those that follow scrolling: pages do not scroll.
 * @param {Document} document */
export function calm(document) {
  for (const animation of document.getAnimations()) {
    const {effect, timeline} = animation;
    if (timeline !== document.timeline) {
      animation.cancel();
      continue;
    }
    const frames = /** @type {KeyframeEffect|null} */ (effect)?.getKeyframes() || [];
    if (frames.every((frame) => Object.keys(frame).every((name) => QUIET.test(name)))) continue;
    const end = Number(effect?.getComputedTiming().endTime);
    if (end === Infinity) animation.cancel();
    else if (end > RESTLESS) animation.finish();
  }
  // An animation of an svg element itself may change its size, and with it the text layout.
  for (const svg of document.querySelectorAll("svg")) {
    if (svg.querySelector(":scope > animate")) svg.pauseAnimations();
  }
}

/** @param {import("./paginator.js").ReflowFrame} frame */
export function watch(frame) {
  const changed = () => frame.onchange?.(frame);
  const observer = new ResizeObserver(() => {
    calm(frame.document);
    if (frame.measured !== frame.measure()) changed();
  });
  observer.observe(frame.body);
  frame.ends.push(() => observer.disconnect());
  // Pictures may be larger than a page. Everything else that matters changes the size of the body.
  const arrived = (/** @type {Event} */ event) => {
    if (/^(img|image|video|object|embed|iframe)$/.test(/** @type {Element} */ (event.target).localName)) changed();
  };
  for (const type of ["load", "error", "loadedmetadata"]) frame.listen(frame.document, type, arrived, true);
  if (frame.document.fonts) frame.listen(frame.document.fonts, "loadingdone", changed);
  frame.listen(frame.document, "scroll", () => frame.scrolled());
}
