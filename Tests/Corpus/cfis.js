// SPDX-License-Identifier: BSD-3-Clause
//
// EPUB CFIs in a DOM, written from the specification, for cfis.py to compare with the library.
"use strict";
const isText = node => node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE;

// The chunks of text before, between and after the child elements, each a list of nodes; and the elements.
function partsOf(element) {
  const parts = [[]];
  for (const node of element.childNodes) {
    if (node.nodeType === Node.ELEMENT_NODE) parts.push(node, []);
    else if (isText(node)) parts.at(-1).push(node);
  }
  return parts;
}

const escaped = text => text.replace(/[\^[\](),;=]/g, "^$&");
const idOf = element => (element.getAttribute("id") ? `[${escaped(element.getAttribute("id"))}]` : "");

function stepsTo(element) {
  const steps = [];
  for (let at = element; at.parentElement; at = at.parentElement) {
    steps.unshift(`/${partsOf(at.parentElement).indexOf(at) + 1}${idOf(at)}`);
  }
  return steps;
}

function selectorOf(element) {
  const numbers = [];
  for (let at = element; at.parentElement; at = at.parentElement) {
    numbers.unshift(`:nth-child(${[...at.parentElement.children].indexOf(at) + 1})`);
  }
  return [":root", ...numbers].join(" > ");
}

const filled = parts => parts.filter(part => Array.isArray(part) && part.some(node => node.length));

// A position in a text node, as the steps of a CFI and as a point of a domRange.
function described(node, offset) {
  const element = node.parentElement, parts = partsOf(element);
  const index = parts.findIndex(part => Array.isArray(part) && part.includes(node));
  let units = offset;
  for (const before of parts[index]) {
    if (before === node) break;
    units += before.length;
  }
  return {
    path: [...stepsTo(element), `/${index + 1}:${units}`],
    point: {cssSelector: selectorOf(element), textNodeIndex: filled(parts).indexOf(parts[index]), charOffset: units},
  };
}

function generator(seed) {
  let state = seed | 0;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return Math.floor(((state >>> 8) / 2 ** 24) * below);
  };
}

window.pick = (count, seed) => {
  const nodes = [], chance = generator(seed);
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_CDATA_SECTION);
  while (walker.nextNode()) if (walker.currentNode.length) nodes.push(walker.currentNode);
  if (!nodes.length) return [];
  const place = () => {
    const node = nodes[chance(nodes.length)];
    let offset = chance(node.length + 1);
    // Never between the halves of a surrogate pair.
    if (/[\uDC00-\uDFFF]/.test(node.data[offset] || "") && offset) offset--;
    return [node, offset];
  };
  const before = ([a, i], [b, j]) => (a === b ? i - j : a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1);
  return Array.from({length: count}, (_, number) => {
    const ends = (number % 2 ? [place(), place()].sort(before) : [place()]).map(end => described(...end));
    // An empty range is a position.
    if (ends.length > 1 && ends[0].path.join() === ends[1].path.join()) ends.pop();
    return {paths: ends.map(end => end.path), points: ends.map(end => end.point)};
  });
};

// The node and the offset that steps refer to.
function followed(path) {
  const steps = path.match(/\/\d+(?:\[(?:\^.|[^\]^])*\])?|:\d+/g);
  let at = document.documentElement, units = 0;
  for (const step of steps) {
    const number = parseInt(step.slice(1), 10);
    if (step[0] === ":") units = number;
    else at = partsOf(at)[number - 1];
  }
  return inChunk(at, units);
}

function inChunk(nodes, units) {
  let left = units;
  for (const node of nodes) {
    if (left < node.length || node === nodes.at(-1)) return [node, left];
    left -= node.length;
  }
  return null;
}

window.same = (paths, points) => paths.length === points.length && paths.every((path, index) => {
  const {cssSelector, textNodeIndex, charOffset} = points[index];
  const element = document.querySelector(cssSelector);
  const found = element && inChunk(filled(partsOf(element))[textNodeIndex] || [], charOffset);
  const expected = followed(path);
  return Boolean(found && expected) && found[0] === expected[0] && found[1] === expected[1];
});
