// SPDX-License-Identifier: BSD-3-Clause
// Requests below the base of the publication. Web views with a custom scheme always support XMLHttpRequest, but not
// always fetch, status codes or headers.

/** The folder that contains `~lectern/`: the base of all addresses of the publication. */
export const base = new URL("../", document.URL).href;

/** @param {Record<string, any>} [query] @returns {string} the query part of an address */
const search = (query = {}) => Object.entries(query)
  .map(([name, value], number) => `${number ? "&" : "?"}${name}=${encodeURIComponent(value)}`).join("");

/** @param {string} href of a resource, or of a route of the library @param {Record<string, any>} [query]
 * @returns {string} the absolute address */
export const address = (href, query) => new URL(href.replace(/^\/+/, ""), base).href + search(query);

/** @param {string|null} href @param {string} [from] the address to which it is relative
 * @returns {string|null} the absolute address, if it is one */
export function absolute(href, from = base) {
  try {
    return href === null ? null : new URL(href, from).href;
  } catch {
    return null;
  }
}

/** @param {string} text of an address @returns {string} decoded, or unchanged if it cannot be decoded */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} href @param {XMLHttpRequestResponseType} [type] @returns {Promise<XMLHttpRequest>} on success */
export const request = (href, type = "text") => new Promise((resolve, reject) => {
  const xhr = new XMLHttpRequest();
  const fail = () => reject(new Error(`cannot load ${href}`));
  xhr.open("GET", address(href));
  xhr.responseType = type;
  xhr.onerror = xhr.onabort = fail;
  // A scheme without status codes reports 0 or 200.
  xhr.onload = () => (xhr.status >= 400 ? fail() : resolve(xhr));
  xhr.send();
});

/** @param {string} href @param {Record<string, any>} [query] @returns {Promise<any>} the JSON of the library */
export const loadJSON = async (href, query) => JSON.parse((await request(href + search(query))).response);
