// SPDX-License-Identifier: BSD-3-Clause
// Short messages, which are also announced to screen readers.
import { byId, el } from "./dom.js";
import { t } from "./i18n.js";

const SHOWN = 5000;

export class Toasts {
  /** @param {string} message  @param {{label: string, action: () => void}} [offer]  @param {number} [time] */
  show(message, offer, time = SHOWN) {
    const toast = el("div", { class: "toast" }, el("span", { dir: "auto" }, message));
    const end = () => toast.remove();
    if (offer) {
      toast.append(
        el(
          "button", { type: "button", class: "text-button", on: { click: () => (end(), offer.action()) } },
          offer.label
        )
      );
    }
    byId("toasts").replaceChildren(toast);
    setTimeout(end, offer ? time * 2 : time);
  }

  /** Asks before opening a link out of the book; hides a user name, which could be mistaken for a host.
   * @param {string} link */
  offerLink(link) {
    if (!/^(https?|mailto|tel):/i.test(link)) return;
    const { href } = Object.assign(el("a"), { href: link, username: "", password: "" });
    this.show(t("leadsOutside", { address: href.length > 80 ? href.slice(0, 79) + "…" : href }), {
      label: t("open"), action: () => open(href, "_blank", "noopener,noreferrer"),
    });
  }

  /** Announces a message to screen readers only.
   * @param {string} message */
  say(message) {
    const box = el("span", { class: "visually-hidden" }, message);
    byId("toasts").append(box);
    setTimeout(() => box.remove(), 3000);
  }
}
