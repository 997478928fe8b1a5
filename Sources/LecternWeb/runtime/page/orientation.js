// SPDX-License-Identifier: BSD-3-Clause
// Turns the screen as the setting `orientation` says, where the engine lets a page do so. Most web views leave this to
// the application, which hears of the setting as well.

/** @param {import("./shell.js").Shell} shell */
export function install(shell) {
  let last = "auto";
  const turn = () => {
    const wanted = shell.settings.orientation ?? "auto", {orientation} = /** @type {any} */ (screen);
    if (wanted === last) return;
    last = wanted;
    if (wanted === "auto") orientation?.unlock?.();
    else orientation?.lock?.(wanted).catch(() => {});
  };
  shell.on("settings", turn);
  turn();
}
