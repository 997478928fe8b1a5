// SPDX-License-Identifier: BSD-3-Clause
// Measurements in the page for tests. Evaluated there; returns an object of functions.
(() => {
  const solid = (rects) => [...rects].filter((rect) => rect.width > 0 && rect.height > 0);
  const frame = () => window.lectern.shell.current();
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  /** Pending requests: messages that the host has not received. */
  let open = 0;
  const {send} = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (...body) {
    open++;
    this.addEventListener("loadend", () => open--);
    return send.apply(this, body);
  };

  /** The visible text nodes. */
  function* texts(document) {
    const walker = document.createTreeWalker(document.body || document.documentElement, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!/\S/.test(node.data) || node.parentElement.closest("script, style, head, title, svg, video, audio, [data-lectern-layer]"))
        continue;
      yield node;
    }
  }

  /** The position of a rectangle on the pages: its column, and whether it is entirely inside. */
  function placed(one, rect) {
    if (one.flow.mode === "fixed") {
      const whole = rect.right > 0 && rect.bottom > 0 && rect.left < one.width && rect.top < one.height;
      return {column: 0, start: rect.left, end: rect.right, low: rect.top, high: rect.bottom, whole};
    }
    const {axis, sign, pitch, width, height} = one.flow, {x, y} = one.scroll();
    const start = axis === "y" ? rect.top + y : sign > 0 ? rect.left + x : width - rect.right - x;
    const end = start + (axis === "y" ? rect.height : rect.width);
    const column = Math.floor((start + 1) / pitch);
    const [low, high, size] = axis === "y" ? [rect.left, rect.right, width] : [rect.top, rect.bottom, height];
    return {column, start, end, low, high,
      whole: start >= -1 && end <= (column + 1) * pitch + 1 && column < one.columns && low >= -1 && high <= size + 1};
  }

  /** Whether a box of the book hides a rectangle. */
  function hidden(node, rect, cache) {
    for (let box = node.parentElement; box && box !== box.ownerDocument.documentElement; box = box.parentElement) {
      let clip = cache.get(box);
      if (clip === undefined) {
        const style = getComputedStyle(box);
        clip = box !== box.ownerDocument.body && (style.overflowX !== "visible" || style.overflowY !== "visible") &&
          style.display !== "inline" ? solid(box.getClientRects()) : null;
        cache.set(box, clip);
      }
      if (clip && !clip.some((one) => rect.left >= one.left - 1 && rect.right <= one.right + 1 && rect.top >= one.top - 1 &&
        rect.bottom <= one.bottom + 1)) return true;
    }
    return false;
  }

  /** The painted part of the rectangle of a large letter; the rectangle of a capital starts far above it. */
  function ink(node, letter, rect) {
    const {fontStyle, fontWeight, fontFamily, writingMode} = getComputedStyle(node.parentElement);
    if (rect.height < 40 || writingMode !== "horizontal-tb") return rect;
    const context = node.ownerDocument.createElement("canvas").getContext("2d");
    context.font = `${fontStyle} ${fontWeight} 100px ${fontFamily}`;
    const {fontBoundingBoxAscent: up, fontBoundingBoxDescent: down, actualBoundingBoxAscent: over, actualBoundingBoxDescent: under} =
      context.measureText(letter);
    const scale = rect.height / (up + down);
    return new DOMRect(rect.x, rect.y + (up - over) * scale, rect.width, (over + under) * scale);
  }

  const visible = (node) => {
    if (node.parentElement.checkVisibility?.() === false) return false;
    const style = getComputedStyle(node.parentElement);
    return style.visibility === "visible" && style.display !== "none" && Number(style.opacity) > 0 &&
      parseFloat(style.fontSize) > 0;
  };

  /** The letters of a text that are not entirely on one page: whether each is good nevertheless, with its index and
   * rectangle. */
  function* letterRects(node, isGood) {
    const range = node.ownerDocument.createRange();
    for (let at = 0; at < node.length; at++) {
      if (!node.data[at].trim()) continue;
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const [rect] = solid(range.getClientRects());
      // A mark that combines with its letter has no width.
      yield [!rect || isGood(node, rect) || isGood(node, ink(node, node.data[at], rect)), at, rect];
    }
  }

  /** Describes a letter that is not on a page. */
  function describe(one, node, at, {left, top, width, height}) {
    const path = [], {x, y} = one.scroll();
    for (let box = node.parentElement; box && path.length < 5; box = box.parentElement)
      path.push(box.localName + (box.className ? "." + box.className : ""));
    return [node.data.slice(at, at + 12), path.join("<"), [left + x, top + y, width, height]];
  }

  /** About how many letters two lines print over each other: they overlap by more than 0.6 of their height and half
   * their width. In vertical text, the width of a line is its height. */
  function overprinted([a, first], [b, second]) {
    const x = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const y = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (first === second || x <= 0 || y <= 0) return 0;
    const wide = Math.min(a.width, b.width), high = Math.min(a.height, b.height);
    const isVertical = getComputedStyle(first.parentElement).writingMode !== "horizontal-tb";
    const [along, length, across, size] = isVertical ? [y, high, x, wide] : [x, wide, y, high];
    return along > 2 && along > length / 2 && across > size * 0.6 ? Math.max(1, Math.round(along / Math.max(4, size / 2))) : 0;
  }

  /** The pairs of lines of one column that print over each other, with the number of letters. */
  function* overprints(list) {
    list.sort((a, b) => a[0].top - b[0].top);
    for (let i = 0; i < list.length; i++) {
      for (let j = i + 1; j < list.length && list[j][0].top < list[i][0].bottom; j++) {
        const over = overprinted(list[i], list[j]);
        if (over) yield [over, list[i][1], list[j][1]];
      }
    }
  }

  /** Whether the document on the screen is still loading. */
  const loads = (document) => Boolean(document) && (document.readyState !== "complete" || document.fonts?.status === "loading");

  return {
    wait,

    /** Counts the letters of the current document, those entirely on one page, and those printed over others. */
    letters(one = frame()) {
      const {document} = one, range = document.createRange(), cache = new Map(), lost = [], lines = new Map();
      let total = 0, good = 0, over = 0;
      const isGood = (node, rect) => placed(one, rect).whole && !hidden(node, rect, cache);
      for (const node of texts(document)) {
        range.selectNodeContents(node);
        const rects = solid(range.getClientRects());
        if (!rects.length || !visible(node)) continue;
        const count = node.data.replace(/\s/g, "").length;
        total += count;
        for (const rect of rects) {
          const {column} = placed(one, rect);
          const list = lines.get(column) || [];
          list.push([node.data.trim().length === 1 ? ink(node, node.data.trim(), rect) : rect, node]);
          lines.set(column, list);
        }
        if (rects.every((rect) => isGood(node, rect))) {
          good += count;
          continue;
        }
        for (const [isThere, at, rect] of letterRects(node, isGood)) {
          if (isThere) good++;
          // In a PDF, it may be outside of the page.
          else if (window.lectern.shell.kind === "pdf") total--;
          else if (lost.length < 8) lost.push(describe(one, node, at, rect));
        }
      }
      for (const list of lines.values()) {
        for (const [count, first, second] of overprints(list)) {
          over += count;
          if (lost.length < 8) lost.push(["over", first.data.slice(0, 20), second.data.slice(0, 20)]);
        }
      }
      return {total, good, over, lost, columns: one.columns};
    },

    /** Images and tables that are larger than a page, or span two. */
    large(one = frame()) {
      const bad = [];
      for (const box of one.document.querySelectorAll("img, svg, video, table, math, canvas, object")) {
        if (box.parentElement.closest("svg, math")) continue;
        for (const rect of solid(box.getClientRects())) {
          const {whole, start, end, low, high} = placed(one, rect);
          if (!whole) bad.push([box.localName, box.outerHTML.slice(0, 60), start, end, low, high]);
        }
      }
      return bad;
    },

    /** Columns without content. */
    blank(one = frame()) {
      const seen = new Set(), range = one.document.createRange();
      for (const node of texts(one.document)) {
        range.selectNodeContents(node);
        for (const rect of solid(range.getClientRects())) seen.add(placed(one, rect).column);
      }
      for (const box of one.document.querySelectorAll("img, svg, video, hr, math, audio, object, embed, canvas, iframe, input, button, textarea, select, progress, meter")) {
        for (const rect of solid(box.getClientRects())) seen.add(placed(one, rect).column);
      }
      return [...Array(one.columns).keys()].filter((column) => !seen.has(column));
    },

    /** The position of the reader: resource, page, and the distance from the grid. */
    at() {
      const one = frame(), {axis, sign} = one.flow, {x, y} = one.scroll();
      const offset = (axis === "x" ? x : y) * sign, cross = axis === "x" ? y : x;
      const size = axis === "x" ? one.flow.width : one.flow.height;
      return {index: one.index, page: one.page, pages: one.pages, off: offset - one.page * size, cross};
    },

    /** The distance of the edge of the body from the edge of the page; null if it is a picture on one side of a spread. */
    edge() {
      const one = frame();
      if (one.plate) return null;
      const rects = one.body.getClientRects(), rect = rects[one.page * one.flow.columns] || rects[0];
      if (!rect) return null;
      const element = one.element.getBoundingClientRect();
      return one.flow.axis === "y" ? rect.top + element.top : one.flow.sign > 0 ? rect.left + element.left
        : window.innerWidth - element.left - rect.right;
    },

    /** The first words on the screen, found independently of the page, from the rectangles of all characters. */
    first(one = frame(), length = 12) {
      const range = one.document.createRange(), {axis, sign, width, height} = one.flow;
      const strip = window.lectern.shell.kind === "continuous";
      for (const node of texts(one.document)) {
        if (!visible(node)) continue;
        range.selectNodeContents(node);
        const extent = strip ? one.extent : axis === "x" ? width : height;
        const inside = (rect) => {
          const start = strip ? one.along(rect).start : axis === "y" ? rect.top : sign > 0 ? rect.left : width - rect.right;
          return start >= -1 && start < extent - 1;
        };
        if (!solid(range.getClientRects()).some(inside)) continue;
        for (let at = 0; at < node.length; at++) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          if (node.data[at].trim() && solid(range.getClientRects()).some(inside)) {
            return {text: node.data.slice(at, at + length), node, at};
          }
        }
      }
      return null;
    },

    /** Remembers the first character on the screen; `kept` tells whether it is still there, even if the document was
     * reloaded. */
    mark() {
      const found = this.first(), path = [];
      for (let node = found?.node; node?.parentNode; node = node.parentNode) {
        path.unshift([...node.parentNode.childNodes].indexOf(node));
      }
      this.marked = found && {path, at: found.at, node: found.node, href: frame().href};
      return found?.text || "";
    },

    /** Whether a picture is on the screen, which may be what stays there. */
    pictured(one = frame()) {
      return [...one.document.querySelectorAll("img, svg, math, video, audio, object, canvas, hr")].some((box) =>
        solid(box.getClientRects()).some((rect) => one.along(rect).end > 1 && one.along(rect).start < one.extent - 1));
    },

    kept() {
      const one = frame(), {path, at, href} = this.marked;
      if (one.href !== href) return false;
      const same = this.marked.node.ownerDocument === one.document;
      const node = same ? this.marked.node : path.reduce((parent, index) => parent?.childNodes[index], one.document);
      if (node?.nodeType !== 3) throw new Error(`no text at ${path} of ${href}`);
      const range = one.document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return solid(range.getClientRects()).some((rect) => {
        const {start} = one.along(rect);
        return start >= -2 && start < one.extent - 1;
      });
    },

    /** Waits until layout and location have settled, and the host has been notified. */
    async settled() {
      for (let calm = 0, tries = 0; calm < 3 && tries < 400; tries++) {
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
        calm = this.isBusy() ? 0 : calm + 1;
      }
    },

    isBusy() {
      const {view, busy, kind} = window.lectern.shell, shown = view?.current?.();
      if (busy || open || !view || loads(shown?.document)) return true;
      return !/images|player|scripted/.test(kind) && !view.shown && !shown || view.dirty ||
        view.layouts?.pause > 0 || view.settling || view.later || shown?.sliding || view.crossing?.promise;
    },

    /** The pages of a fixed layout, comic or PDF on the screen, or the track of a recording, in order. */
    shown() {
      const {shell} = window.lectern, view = shell.view;
      if (view.shown) {
        const first = view.source.places;
        return view.shown.places.map(({number}) => first ? `pdf:${number}` : `${number}`);
      }
      const {locator, page} = shell.view.place();
      return [`${locator.href}:${page}`];
    },

    /** The missing parts of the pages on the screen: a document or picture, part of the page, text on the page. */
    async missing() {
      const {shell} = window.lectern, view = shell.view, missing = [];
      for (const page of view.shown?.pages || []) {
        const name = page.href, box = page.element.getBoundingClientRect();
        for (let tries = 0; tries < 100 && (page.isReady === false || page.image && !page.image.complete); tries++) await wait(20);
        if (page.isReady === false || page.image && !page.image.naturalWidth) missing.push(["not there", name]);
        if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.width < 8)
          missing.push(["not on the screen", name, box.left, box.top, box.width, box.height]);
      }
      return missing;
    },

    /** Turns all pages from the first to the last and back; checks each document on the way. */
    async walk(options = {}) {
      const {shell} = window.lectern, result = {pages: [], back: [], letters: 0, good: 0, over: 0, large: 0, blank: 0,
        lost: [], off: 0, edges: {x: [], y: []}, script: 0, last: false};
      await shell.move("start");
      await this.settled();
      let seen = -1;
      const note = (list) => {
        if (shell.kind !== "reflow") {
          result.other = shell.kind;
          list.push(...(list === result.back ? this.shown().reverse() : this.shown()));
          return {index: -1};
        }
        const at = this.at();
        list.push(`${at.index}:${at.page}`);
        result.off = Math.max(result.off, Math.abs(at.off), Math.abs(at.cross));
        const edge = list === result.pages ? this.edge() : null;
        if (edge !== null) result.edges[frame().flow.axis].push(edge);
        return at;
      };
      const count = (found, index) => {
        result.letters += found.total;
        result.good += found.good;
        // Overlapping text in a fixed layout is intentional.
        if (shell.kind === "reflow") result.over += found.over;
        result.lost.push(...found.lost.map((entry) => [index, ...entry]));
      };
      const visit = async () => {
        const at = note(result.pages);
        if (at.index < 0) {
          seen = -1;
          return this.fixed(result, count);
        }
        if (at.index === seen) return;
        seen = at.index;
        await wait(options.wait ?? 30);
        await this.settled();
        count(this.letters(), at.index);
        const large = this.large(), blank = this.blank();
        result.large += large.length;
        result.blank += blank.length;
        if (large.length) result.lost.push([at.index, "large", ...large.slice(0, 2)]);
        if (blank.length) result.lost.push([at.index, "blank", blank.slice(0, 4)]);
      };
      await visit();
      const most = options.most || 5000;
      while (result.pages.length < most) {
        const begin = performance.now();
        const moved = shell.move("forward");
        if (moved === true) result.script = Math.max(result.script, performance.now() - begin);
        if (!await moved) break;
        await visit();
      }
      result.last = shell.view.place()?.atEnd;
      if (options.back !== false) await this.back(result, note, seen, options);
      const {edges, back, pages, ...found} = result;
      // Another direction has another edge.
      const drift = Math.max(0, ...Object.values(edges).map((all) => Math.max(...all) - Math.min(...all)));
      return {...found, drift, turns: pages.length, lost: found.lost.slice(0, 12), ...(options.list && {pages})};
    },

    /** Checks the pages of a fixed layout on the screen. */
    async fixed(result, count) {
      const missing = await this.missing();
      result.large += missing.length;
      result.lost.push(...missing);
      for (const page of window.lectern.shell.view.shown?.pages || []) {
        if (page.isReady) count(this.letters(page), page.number ?? page.index);
      }
    },

    /** Turns the pages back to the first, and compares them. */
    async back(result, note, seen, options) {
      const {shell} = window.lectern, {pages, back} = result;
      note(back);
      while (back.length < (options.most || 5000) && await shell.move("backward")) {
        // Pages are counted again when pictures or fonts of a newly opened resource load.
        if (shell.kind === "reflow" && shell.view.index !== seen) {
          seen = shell.view.index;
          await wait(options.wait ?? 30);
          await this.settled();
        }
        note(back);
      }
      const there = pages.slice().reverse(), at = there.findIndex((one, index) => one !== back[index]);
      result.same = back.length === pages.length && at < 0;
      if (!result.same) result.differ = [["back", there.length, back.length, at, there.slice(at, at + 3), back.slice(at, at + 3)]];
    },
  };
})()
