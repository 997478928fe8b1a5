// SPDX-License-Identifier: BSD-3-Clause
// Observes changes of the layout and the position that we did not cause.
import {calm} from "./motion.js";

/** @param {import("./paginator.js").ReflowFrame} frame */
export function watch(frame) {
  const changed = () => frame.onchange?.(frame);
  calm(frame.document);
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
