// SPDX-License-Identifier: BSD-3-Clause
// Shows a picture or a recording that a link opens, in front of the page until it is closed.
//   show(shell, address) → whether there is something to show
import {h} from "../tools/dom.js";
import {front} from "./front.js";

/** @typedef {import("./shell.js").Shell} Shell */

/** Elements by file extension; other files may be pictures. */
const KINDS = [[/\.(mp3|m4a|aac|oga|ogg|opus|wav|flac)$/i, "audio"], [/\.(mp4|m4v|webm|ogv|mov)$/i, "video"]];

/** @type {(element: any) => Promise<boolean>} whether it can show its file */
const loaded = (element) => new Promise((resolve) => {
  element.onload = element.onloadedmetadata = () => resolve(true);
  element.onerror = () => resolve(false);
});

/** @type {(shell: Shell, address: string) => Promise<boolean>} */
export async function show(shell, address) {
  const path = address.replace(/[?#].*$/s, "");
  const name = String(KINDS.find(([end]) => /** @type {RegExp} */ (end).test(path))?.[1] ?? "img");
  const element = /** @type {any} */ (h(name, name === "img" ? {alt: ""} : {controls: true, autoplay: true}));
  const ready = loaded(element);
  element.src = address;
  if (!await ready) return false;
  const panel = front("picture", element);
  panel.onclick = ({target}) => target === element && name !== "img" || panel.close();
  return true;
}
