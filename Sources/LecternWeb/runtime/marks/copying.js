// SPDX-License-Identifier: BSD-3-Clause
// Copies no more than the licence of the book allows, and has the library count it.

/** @typedef {import("../page/shell.js").Shell} Shell */

/** The number of characters in one message. */
const PIECE = 10000;

/** @param {Shell} shell */
export function install(shell) {
  /** @type {number|undefined} absent if copying is not limited */
  let left = shell.state.charactersToCopyLeft;
  if (left === undefined) return;
  /** @type {WeakSet<Document>} */
  const guarded = new WeakSet();

  /** @param {Document} document */
  function guard(document) {
    if (guarded.has(document)) return;
    guarded.add(document);
    for (const type of ["copy", "cut", "dragstart"]) document.addEventListener(type, copied, true);
  }

  /** @param {any} event */
  function copied(event) {
    const text = String(event.target.ownerDocument?.getSelection() || event.target.getSelection?.() || "");
    const characters = [...text];
    if (!characters.length) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === "dragstart") return;
    if (characters.length > Number(left)) {
      shell.report(`The licence allows to copy ${left} more characters, not ${characters.length}.`, undefined, "rights");
      return;
    }
    left = Number(left) - characters.length;
    event.clipboardData.setData("text/plain", text);
    for (let at = 0; at < characters.length; at += PIECE)
      shell.send({type: "copy", text: characters.slice(at, at + PIECE).join("")});
  }

  guard(document);
  for (const type of ["frame", "surface"]) shell.on(type, (/** @type {any} */ one) => guard(one.document));
}
