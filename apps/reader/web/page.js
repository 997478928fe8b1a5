// SPDX-License-Identifier: BSD-3-Clause
// The library's page in its frame. It has another origin, so requests are sent as messages (page/answers.js).
import { byId } from "./dom.js";

export class Page {
  /** @param {string} address */
  constructor(address) {
    this.address = `${address}~lectern/index.html?channel=http`;
    this.isLoaded = false;
    /** @type {HTMLIFrameElement} */ this.frame = byId("page");
    this.frame.addEventListener("load", () => (this.isLoaded = this.frame.src === this.address));
  }

  load() {
    this.frame.src = this.address;
  }

  focus() {
    this.frame.focus({ preventScroll: true });
  }

  /** @param {string} question  @param {any} [argument]  @param {(answer: any) => void} [answered] */
  ask(question, argument, answered) {
    if (!this.isLoaded) return;
    const { port1, port2 } = new MessageChannel();
    if (answered) port1.onmessage = ({ data }) => answered(data);
    this.frame.contentWindow?.postMessage({ ask: question, argument }, new URL(this.address).origin, [port2]);
  }
}
