// SPDX-License-Identifier: BSD-3-Clause
/** The keys of a player. */

/** @type {Record<string, (player: any) => any>} */
const keys = {
  " ": (player) => player.toggle(), k: (player) => player.toggle(),
  ArrowLeft: (player) => player.skip(-player.intervals[0]), ArrowRight: (player) => player.skip(player.intervals[1]),
  ArrowUp: (player) => player.setVolume(player.volume + 0.1), ArrowDown: (player) => player.setVolume(player.volume - 0.1),
  m: (player) => player.setVolume(player.volume, !player.isMuted),
  Home: (player) => player.seek(0), End: (player) => player.seek(player.duration),
  PageUp: (player) => player.moveChapter(-1), PageDown: (player) => player.moveChapter(1),
  "<": (player) => player.setRate(player.rate - 0.1), ">": (player) => player.setRate(player.rate + 0.1),
  Escape: (player) => player.panel.toggle(false),
};

/** @param {any} player @param {KeyboardEvent} event */
export function pressKey(player, event) {
  const {key, target, altKey, ctrlKey, metaKey, defaultPrevented} = event;
  if (altKey || ctrlKey || metaKey || defaultPrevented || player.shell.options.keyboard === false) return;
  const control = /** @type {Element} */ (target).closest?.("select, input, textarea, button");
  if (control?.matches("select, textarea, .volume input") || (control?.matches("button") && key === " ")) return;
  if (!keys[key] || (key === "Escape" && !player.panel.isOpen)) return;
  keys[key](player);
  event.preventDefault();
  event.stopPropagation();
}
