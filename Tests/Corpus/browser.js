// SPDX-License-Identifier: BSD-3-Clause
//
// What browser.py evaluates in a document.  Locators are resolved in two ways: exactly, as in a test, and by best
// match, as in a navigator.
"use strict";
const unread = "head,script,style,template,noscript,iframe,noembed,noframes,title,audio,video,svg desc,svg defs,svg metadata,rt,rp,rtc";
// Elements that are not part of a quote.
const leftOut = "head,script,style,template,noscript,iframe,noembed,noframes,title,rt,rp,rtc";
const dense = text => (text ?? "").replace(/\s+/g, "");

function textNodes(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION);
  const nodes = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement?.closest(leftOut)) nodes.push(walker.currentNode);
  return nodes;
}

function rangeOf(nodes, start, end) {
  const range = document.createRange();
  let at = 0, isOpen = false;
  for (const node of nodes) {
    const behind = at + node.length;
    if (!isOpen && start < behind) { range.setStart(node, start - at); isOpen = true; }
    if (isOpen && end <= behind) { range.setEnd(node, end - at); return range; }
    at = behind;
  }
  return null;
}

// The text before and after a position.
function around(range) {
  let [before, after] = ["", ""];
  for (const node of textNodes(document.body ?? document.documentElement)) {
    if (node.parentElement.closest(unread)) continue;
    if (node === range.startContainer) before += node.data.slice(0, range.startOffset);
    else if (range.comparePoint(node, 0) < 0) before += node.data;
    if (node === range.endContainer) after += node.data.slice(range.endOffset);
    else if (range.comparePoint(node, 0) > 0) after += node.data;
  }
  return [before, after];
}

function ranges(locator) {
  const elements = document.querySelectorAll(locator.locations.cssSelector);
  if (elements.length !== 1) return {mistake: `the selector finds ${elements.length} elements`};
  const nodes = textNodes(elements[0]);
  const text = nodes.map(node => node.data).join("");
  const quote = locator.text, found = [];
  let at = text.indexOf(quote.highlight);
  if (at < 0) return {mistake: "the text is not there: " + text.slice(0, 200)};
  for (; at >= 0; at = text.indexOf(quote.highlight, at + 1)) {
    const range = rangeOf(nodes, at, at + quote.highlight.length);
    const [before, after] = around(range);
    if (dense(before).endsWith(dense(quote.before)) && dense(after).startsWith(dense(quote.after))) found.push(range);
  }
  return found.length ? {found} : {mistake: "the text around it is not the same"};
}

function textOf(range) {
  const part = range.cloneContents();
  for (const element of part.querySelectorAll(leftOut)) element.remove();
  return part.textContent;
}

window.resolve = locator => {
  const {found, mistake} = ranges(locator);
  if (mistake) return mistake;
  const text = textOf(found[0]);
  return text === locator.text.highlight ? null : "it is " + text;
};

// Like a navigator: the box for each rectangle of the range is a clone of the element of the decoration.
window.decorate = (item, stylesheet) => {
  const {found, mistake} = ranges(item.locator);
  if (mistake) return mistake;
  const range = found[0];
  // For part of the text of an SVG document, Chromium returns the box of the whole text.
  if (range.startContainer.parentElement.ownerSVGElement && !range.startContainer.parentElement.closest("foreignObject")) return "unseen";
  range.startContainer.parentElement.scrollIntoView({block: "center", inline: "center", behavior: "instant"});
  const rectangles = [...range.getClientRects()].filter(it => it.width >= 1 && it.height >= 1);
  const style = document.createElementNS("http://www.w3.org/1999/xhtml", "style");
  style.textContent = stylesheet;
  const layer = document.createElementNS("http://www.w3.org/1999/xhtml", "div");
  layer.style.cssText = "position: fixed; inset: 0; margin: 0; padding: 0; border: 0; pointer-events: none; transform: none";
  const template = document.createElementNS("http://www.w3.org/1999/xhtml", "div");
  template.innerHTML = item.element;
  document.documentElement.append(layer);
  layer.append(style);
  const outer = layer.getBoundingClientRect();
  const boxes = rectangles.map(rectangle => {
    const box = template.firstElementChild.cloneNode(true);
    box.style.cssText += `; position: absolute; left: ${rectangle.left - outer.left}px; top: ${rectangle.top - outer.top}px;`
      + ` width: ${rectangle.width}px; height: ${rectangle.height}px; pointer-events: none`;
    layer.append(box);
    return box;
  });
  let measured = 0, wrong = null;
  for (const box of boxes) {
    const {left, top, width, height} = box.getBoundingClientRect();
    const y = top + height / 2;
    // Where two directions meet, a position between two characters is before one or after another.
    const points = [left + width / 2, left + width / 5, left + 4 * width / 5];
    const under = document.elementFromPoint(points[0], y);
    // Outside of the window, or covered by something else.
    if (!under || !range.intersectsNode(under)) continue;
    const carets = points.map(x => document.caretRangeFromPoint(x, y)).filter(it => it);
    if (!carets.length) continue;
    measured += 1;
    if (!carets.some(it => range.isPointInRange(it.startContainer, it.startOffset)))
      wrong = `a box is on "${carets[0].startContainer.textContent.slice(0, 60)}"`;
  }
  layer.remove();
  return wrong ?? (measured ? null : "unseen");
};

// ---------------------------------------------------------------------------------------------------------- Content

const spaced = text => text.replace(/\u00AD/g, "").replace(/[ \t\n\r\f]+/g, " ").replace(/^ | $/g, "");
const shown = node => spaced(node.innerText ?? node.textContent);
// Without blocks that consist of white space, which are not read.
const plain = text => text.replace(/\s+/g, " ").trim();
const ops = "http://www.idpf.org/2007/ops";
const words = text => (text ?? "").toLowerCase().split(/\s+/);

// Elements that are not read, as documented in the README.
const names = `${unread.replaceAll("svg ", "")},rt,rp,rtc,annotation,annotation-xml,select,datalist,textarea,canvas`.split(",");

function isUnread(node) {
  const name = node.localName;
  if (names.includes(name)) return true;
  if (node.hasAttribute("hidden") && node.getAttribute("hidden") !== "until-found") return true;
  if (node.getAttribute("aria-hidden") === "true" || node.style?.display === "none") return true;
  if (name === "dialog" && !node.hasAttribute("open")) return true;
  if (["object", "embed"].includes(name) && /^(image|audio|video)\//i.test(node.getAttribute("type"))) return true;
  const types = words(node.getAttributeNS(ops, "type") ?? node.getAttribute("epub:type"));
  const roles = words(node.getAttribute("role"));
  if (types.includes("pagebreak") || roles.includes("doc-pagebreak")) return true;
  return name !== "svg" && node.hasAttribute("aria-label") && (roles.includes("img") || roles.includes("image"));
}

// Reduces the document to what is read, in the browser's default style.
function reduce() {
  for (const node of [...document.querySelectorAll("link, style")]) node.remove();
  for (const node of [...document.childNodes]) if (node.nodeType === Node.PROCESSING_INSTRUCTION_NODE) node.remove();
  for (const node of [...document.body.querySelectorAll("*")]) {
    if (isUnread(node)) { node.remove(); continue; }
    // A browser shows the object itself, or else its fallback content.
    if (node.localName === "object") { node.replaceWith(...node.childNodes); continue; }
    if (node.localName === "math" && node.hasAttribute("alttext")) {
      node.replaceWith(node.getAttribute("alttext"));
      continue;
    }
    if (node.localName === "details") node.setAttribute("open", "");
    node.removeAttribute("style");
    node.removeAttribute("hidden");
  }
}

// Checks texts of content (`text` without replacements for images), and finally the whole document.
window.read = texts => {
  if (!document.body) return {answers: [], whole: "there is no body"};
  const nodes = texts.map(it => [...document.querySelectorAll(it.selector)]);
  const places = nodes.map(found => found[0]);
  // Texts that include all of the text of their element.
  const isWhole = places.map((node, at) =>
    node && !places.some((other, number) => number !== at && other && node.contains(other)));
  const isStyled = places.map((node, at) => isWhole[at] && shown(node) !== spaced(texts[at].text));
  reduce();
  const answers = texts.map((it, at) => {
    if (nodes[at].length !== 1) return `the selector finds ${nodes[at].length} elements`;
    if (!isWhole[at]) return "part";
    const text = shown(places[at]);
    return text === spaced(it.text) ? (isStyled[at] ? "styled" : null) : `it is ${text.slice(0, 300)}`;
  });
  const [whole, said] = [plain(shown(document.body)), plain(spaced(texts.map(it => it.text).join(" ")))];
  let at = 0;
  while (at < whole.length && whole[at] === said[at]) at++;
  const part = text => text.slice(Math.max(0, at - 30), at + 60);
  return {answers, whole: whole === said ? null : `"${part(said)}" is "${part(whole)}"`};
};
