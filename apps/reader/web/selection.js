// SPDX-License-Identifier: BSD-3-Clause
// The small toolbar for selected words, and for an activated note.
import { byId, el, iconButton } from "./dom.js";
import { t } from "./i18n.js";

const GAP = 10;

export class SelectionBar {
  /** @param {any} book  @param {any} editor  @param {any} search  @param {any} media */
  constructor(book, editor, search, media) {
    this.book = book;
    this.editor = editor;
    this.search = search;
    this.media = media;
    this.box = byId("selection-bar");
    /** @type {any} */ this.selection = null;
    /** @type {any} */ this.note = null;
    book.on("selection", (/** @type {any} */ event) => this.selected(event));
    book.on(
      "picked",
      (/** @type {any} */ event) => event.note && this.activated(event.note, event.rect || event.point)
    );
    for (const type of ["location", "tap", "panel", "jump"]) book.on(type, () => this.note && this.hide());
    // While it has the focus, the arrows move between buttons.
    this.box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
  }

  /** @param {any} event */
  selected(event) {
    const text = !this.note && this.text;
    this.selection = event.locator ? event : null;
    if (!event.locator) return this.note || this.hide();
    this.note = null;
    // The words may have moved, or left the screen: the buttons are kept, because one may have the focus.
    if (!event.rect) this.box.hidden = true;
    else this.show(event.rect, this.box.hidden || text !== this.text ? this.buttons(null) : null);
  }

  /** @param {any} note  @param {any} rect */
  activated(note, rect) {
    this.note = note;
    this.selection = null;
    this.show(rect, this.buttons(note));
    this.box.querySelector("button")?.focus({ preventScroll: true });
  }

  get text() {
    return (this.note || this.selection)?.locator.text?.highlight || "";
  }

  /** @param {any} note */
  buttons(note) {
    const colors = Object.entries(this.book.info.tints).map(([color, tint]) => el("button", {
      type: "button", class: "dot", "aria-label": t(`color.${color}`), title: t(`color.${color}`),
        style: { "--tint": tint },
      "aria-pressed": String(Boolean(note && note.style === "solid" && note.color === color)),
      on: { click: () => this.mark({ style: "solid", color }) },
    }));
    const rule = () => el("span", { class: "rule", "aria-hidden": "true" });
    return [
      el("span", { class: "dots" }, ...colors),
      iconButton(
        "underline", t("underline"), () => this.mark({ style: "underline" }),
        { "aria-pressed": String(note?.style === "underline") }
      ),
      rule(),
      iconButton("note", t(note?.text ? "editNote" : "addNote"), () => this.write()),
      iconButton("copy", t("copy"), () => this.copy()),
      this.book.info.hasSearch ? iconButton("search", t("findThis"), () => this.find()) : null,
      note || !this.media.canSpeak ? null : iconButton("speak", t("readFromHere"), () => this.speak()),
      note ? iconButton("delete", t("delete"), () => this.remove()) : null,
    ].filter(Boolean);
  }

  /** @param {any} change */
  async mark(change) {
    const color = this.lastColor ? { color: this.lastColor } : {};
    const from = this.note ? { id: this.note.id } : { locator: this.selection?.locator, ...color };
    const wanted = { ...from, ...change };
    if (change.color) this.lastColor = change.color;
    this.hide();
    this.book.command("clearSelection");
    const kept = await this.book.notes.put(wanted);
    if (kept) this.book.toasts.say(t("highlighted"));
    this.book.focusPage();
    return kept;
  }

  async write() {
    const note = this.note || (await this.mark({ style: "solid" }));
    this.hide();
    if (note) this.editor.open(note);
  }

  async copy() {
    const text = this.text;
    this.dismiss();
    await navigator.clipboard.writeText(text);
    this.book.toasts.show(t("copied"));
  }

  find() {
    const text = this.text.replace(/\s+/g, " ").trim().slice(0, 200);
    this.dismiss();
    this.search.find(text);
  }

  speak() {
    const { locator } = this.selection;
    this.dismiss();
    this.media.speak(locator);
  }

  remove() {
    const { note } = this;
    this.dismiss();
    this.book.notes.remove(note);
  }

  /** Hides the toolbar, and clears the selection. */
  dismiss() {
    const was = this.selection || this.note;
    if (this.selection) this.book.command("clearSelection");
    this.hide();
    if (was) this.book.focusPage();
    return Boolean(was);
  }

  hide() {
    this.box.hidden = true;
    this.note = this.selection = null;
  }

  /** Shows the toolbar above the words, or below if there is no room.
   * @param {any} rect  in the page  @param {any[] | null} buttons  if they change */
  show(rect, buttons) {
    if (buttons) this.box.replaceChildren(...buttons);
    this.box.hidden = false;
    const page = this.book.page.frame.getBoundingClientRect(), { width, height } = this.box.getBoundingClientRect();
    const left = page.left + (
      rect?.left ?? rect?.x ?? page.width / 2
    ), top = page.top + (rect?.top ?? rect?.y ?? page.height / 2);
    const x = left + (rect?.width || 0) / 2 - width / 2, below = top + (rect?.height ||
      0) + GAP, above = top - height - GAP;
    // On touch screens, the system shows handles and its own menu above.
    const y = matchMedia("(pointer: coarse)").matches &&
      below + height < innerHeight ? below + GAP : above > 8 ? above : below;
    this.box.style.setProperty("left", `${Math.min(Math.max(x, 8), innerWidth - width - 8)}px`);
    this.box.style.setProperty("top", `${Math.min(Math.max(y, 8), innerHeight - height - 8)}px`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const all = [...this.box.querySelectorAll("button")], sign = document.documentElement.dir === "rtl" ? -1 : 1;
    all[(all.indexOf(document.activeElement) + by * sign + all.length) % all.length].focus();
  }

  /** Selects the first word on the page; Shift and arrows extend the selection. */
  begin() {
    this.book.focusPage();
    this.book.page.ask("select");
  }

  /** Moves the focus to the toolbar. */
  focus() {
    if (this.box.hidden) return false;
    this.box.querySelector("button")?.focus();
    return true;
  }
}
