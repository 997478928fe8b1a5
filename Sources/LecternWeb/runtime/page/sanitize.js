// SPDX-License-Identifier: BSD-3-Clause
// Rebuilds content of a book in the page, from an allow list of elements and attributes.
import {absolute, base} from "../tools/load.js";
import {XHTML, isElement, isText} from "../tools/nodes.js";

const math = "http://www.w3.org/1998/Math/MathML";

/** @type {(names: string) => Set<string>} */
const set = (names) => new Set(names.split(" "));
const inline = set("a abbr b bdi bdo big br cite code del dfn em font i img ins kbd mark q ruby rb rt s samp small span"
  + " strong sub sup time tt u var wbr");
const blocks = set("address aside blockquote caption center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header"
  + " hr li ol p pre rp section table tbody td tfoot th thead tr ul");
const formulas = set("math maction maligngroup malignmark menclose merror mfenced mfrac mi mmultiscripts mn mo mover"
  + " mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder"
  + " munderover semantics");
const attributes = set("lang dir title alt colspan rowspan start reversed value datetime cite display mathvariant"
  + " columnalign rowspacing columnspacing linethickness stretchy fence separator accent width height");
/** Elements that are replaced with their content; all other unknown elements are dropped. */
const transparent = set("article main body center font big tt details summary label");

/** @param {Element} node @returns {Element|null} a copy with the known attributes, if the element is known */
function known({localName: name, namespaceURI: space, attributes: all}) {
  const isFormula = space === math && formulas.has(name);
  if (!isFormula && !(space === XHTML && (inline.has(name) || blocks.has(name)))) return null;
  const made = isFormula ? document.createElementNS(math, name) : document.createElement(name);
  for (const {localName, value} of all) if (attributes.has(localName)) made.setAttribute(localName, value);
  return made;
}

/** Adds a sanitised copy to an element of the page.
 * @param {Node} node @param {Node} to */
export function copy(node, to) {
  if (isText(node)) return void to.appendChild(document.createTextNode(node.data));
  if (!isElement(node)) return;
  const name = node.localName;
  let into = to;
  if (!transparent.has(name)) {
    const made = known(node);
    if (!made) return;
    const address = name === "a" ? absolute(node.getAttribute("href")) : null;
    if (address) made.setAttribute("href", address);
    if (name === "img") {
      const source = absolute(node.getAttribute("src"));
      if (!source?.startsWith(base) || source.startsWith(base + "~")) return;
      made.setAttribute("src", source);
    }
    into = to.appendChild(made);
  }
  for (const child of node.childNodes) copy(child, into);
}
