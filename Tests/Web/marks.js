// SPDX-License-Identifier: BSD-3-Clause
// Measurements in the page for tests of decorations. Evaluated there; returns an object of functions.
(() => {
  const frame = () => window.lectern.shell.current();
  const SKIPPED = "rt, rp, script, style", PICTURES = "img, svg, math, video, audio, canvas, object";
  let state = 1;
  const random = (below) => (state = (state * 48271) % 2147483647) % below;
  /** @type {Map<string, Range>} the marked ranges by id */
  const ranges = new Map();

  /** Without scripts, the fallback text of a canvas is shown. */
  const isPicture = (element) => element.matches(PICTURES) &&
    (element.closest("svg, math") || ![...element.querySelectorAll("*"), element].some(({childNodes}) => [...childNodes].some((node) => {
      const range = node.ownerDocument.createRange();
      range.selectNodeContents(node);
      return node.nodeType === 3 && range.getClientRects().length > 0;
    })));
  const pictureOf = (element) => [element?.closest(PICTURES)].find((found) => found && isPicture(found));

  /** The rectangles of the text and pictures in a range, node by node; written independently of the runtime. */
  function rectsOf(range) {
    const found = [], part = range.cloneRange();
    const walker = frame().document.createTreeWalker(frame().document, 5);
    walker.currentNode = range.startContainer;
    for (let node = walker.currentNode, last; node && !last; node = walker.nextNode()) {
      last = node === range.endContainer;
      if (!range.intersectsNode(node)) continue;
      if (node.nodeType === 1) {
        if (isPicture(node) && !node.contains(range.endContainer) && !pictureOf(node.parentElement) &&
          getComputedStyle(node).visibility === "visible") found.push(...node.getClientRects());
        continue;
      }
      const picture = pictureOf(node.parentElement);
      if (node.parentElement.closest(SKIPPED) || picture && !picture.contains(range.startContainer) &&
        !picture.contains(range.endContainer)) continue;
      part.setStart(node, node === range.startContainer ? range.startOffset : 0);
      part.setEnd(node, node === range.endContainer ? range.endOffset : node.length);
      found.push(...part.getClientRects());
    }
    return found.filter(({width, height}) => width > 1 && height > 1);
  }

  const layer = () => frame().document.querySelector("lectern-decorations");

  /** The boxes of the elements of one decoration, by style: padding and borders belong to the template. */
  function boxesOf(id, group) {
    const selector = `${group ? `[data-group="${group}"] ` : ""}lectern-decoration[data-id="${id}"] > *`;
    const corner = layer().getBoundingClientRect();
    return [...layer().shadowRoot.querySelectorAll(selector)].map(({style, dataset, dir}) => {
      const [left, top, width, height] = ["left", "top", "width", "height"].map((name) => parseFloat(style[name]));
      return {left: left + corner.left, top: top + corner.top, right: left + width + corner.left,
        bottom: top + height + corner.top, width, height, writing: dataset.writingMode, dir};
    });
  }

  /** Points of a rectangle, one pixel inside. */
  function* points({left, top, right, bottom}) {
    const steps = (from, to) => {
      if (to - from < 2) return [(from + to) / 2];
      const count = Math.ceil((to - from - 2) / 6) || 1;
      return Array.from({length: count + 1}, (_, i) => from + 1 + (to - from - 2) * i / count);
    };
    for (const x of steps(left, right)) for (const y of steps(top, bottom)) yield {x, y};
  }
  const holds = ({left, top, right, bottom}, {x, y}, more) =>
    x >= left - more && x <= right + more && y >= top - more && y <= bottom + more;
  const scaled = ({left, top, right, bottom}, k) =>
    ({left: left * k, top: top * k, right: right * k, bottom: bottom * k});

  return {
    random, ranges, rectsOf, boxesOf, layer,

    /** Locators of random words in the current document; fewer if little text is shown. */
    async locators(count, seed, longest = 120) {
      const {locatorOf} = await import(new URL("book/locate.js", location)), {indexOf} = await import(new URL("book/quote.js", location));
      state = seed;
      const one = frame(), {document} = one, index = indexOf(document.body), found = [];
      // Japanese has no spaces between words.
      const words = [...index.text.matchAll(/\S{1,40}/gu)];
      ranges.clear();
      for (let tries = 0; words.length && found.length < count && tries < 20 * count; tries++) {
        let at = random(words.length);
        const first = words[at], end = first.index + random(longest);
        while (at < words.length - 1 && words[at].index + words[at][0].length < end) at++;
        const range = index.range(first.index, words[at].index + words[at][0].length);
        if (!rectsOf(range).length) continue;
        ranges.set(String(found.length), range);
        found.push({href: one.href, type: "application/xhtml+xml", ...locatorOf(range, document)});
      }
      return found;
    },

    /** The problems of the decorations on the screen, and their number. */
    check() {
      const one = frame(), k = one.zoom, screen = one.visible(), wrong = [];
      const isSeen = ({left, top, right, bottom}) => right > screen.left + 1 && left < screen.right - 1 &&
        bottom > screen.top + 1 && top < screen.bottom - 1;
      const seen = new Set();
      for (const [id, range] of ranges) {
        const around = scaled(range.getBoundingClientRect(), k);
        if (!isSeen(around)) {
          if (boxesOf(id).some(isSeen)) wrong.push(["elsewhere", id]);
          continue;
        }
        const expected = rectsOf(range).map((rect) => scaled(rect, k)).filter(isSeen);
        const boxes = boxesOf(id).filter(isSeen);
        if (expected.length) seen.add(id);
        for (const rect of expected) {
          for (const point of points(rect)) {
            if (!boxes.some((box) => holds(box, point, 0.1))) { wrong.push(["bare", id, rect, boxes]); break; }
          }
        }
        for (const box of boxes) {
          for (const point of points(box)) {
            if (expected.some((rect) => holds(rect, point, 1.1))) continue;
            wrong.push(["too much", id, box, expected]);
            break;
          }
        }
        boxes.forEach((box, i) => boxes.slice(0, i).forEach((other) => {
          const width = Math.min(box.right, other.right) - Math.max(box.left, other.left);
          const height = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
          if (Math.min(width, height) > 1.01) wrong.push(["overlap", id, box, other]);
        }));
      }
      return {wrong, seen: seen.size, ids: [...seen]};
    },

    /** The centers of boxes in the document, and the topmost decoration there, if it is unambiguous. */
    middles() {
      const all = [...ranges.keys()].map((id) => [id, boxesOf(id)]);
      const top = (point, more) => all.filter(([, boxes]) => boxes.some((box) => holds(box, point, more))).at(-1)?.[0];
      return all.flatMap(([, boxes]) => boxes).filter(({width}) => width >= 5).flatMap((box) => {
        const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2, id = top({x, y}, -2);
        return id !== undefined && id === top({x, y}, 2) ? {id, x, y} : [];
      });
    },

    /** Random selections in the current document whose locators do not resolve to the same characters. */
    async selections(count, seed) {
      const {rangeOf, locatorOf} = await import(new URL("book/locate.js", location)), {indexOf} = await import(new URL("book/quote.js", location));
      const {document} = frame(), index = indexOf(document.body), selection = document.getSelection(), wrong = [];
      state = seed;
      // The text may be only a style sheet.
      for (let tried = 0, tries = 0; tried < count && tries < 20 * count; tries++) {
        const start = random(index.text.length - 1), end = Math.min(index.text.length, start + 1 + random(900));
        const from = index.point(start), to = index.point(end);
        // Browsers select whole characters.
        if ([start, end].some((at) => /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(index.text.slice(at - 1, at + 1)))) continue;
        // Scripts cannot be selected.
        if ([from, to].some(({node}) => node.parentElement.closest("script, style, template"))) continue;
        const [one, other] = random(2) ? [from, to] : [to, from];
        selection.setBaseAndExtent(one.node, one.offset, other.node, other.offset);
        const range = selection.getRangeAt(0), text = range.toString();
        if (!text.trim()) continue;
        tried++;
        const found = rangeOf(JSON.parse(JSON.stringify(locatorOf(range, document))), document);
        if (found?.toString() !== text || index.offsetOf(found.startContainer, found.startOffset) !== start) wrong.push(text);
      }
      selection.removeAllRanges();
      return wrong;
    },

    /** Like `check`, on every page from the first to the last; also the number of ranges that are on none. */
    async checkAll() {
      const frame = () => window.lectern.shell.current(), here = frame();
      const shown = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
      here.showProgression(0);
      here.notify("move");
      const ids = new Set();
      for (let seen = 0; ;) {
        const found = this.check();
        seen += found.seen;
        found.ids.forEach((id) => ids.add(id));
        const isLast = found.wrong.length || here.atEnd || !await window.lectern.move("forward") || frame() !== here;
        if (isLast) return {...found, seen, missing: ranges.size - ids.size};
        await shown();
      }
    },
  };
})()
