// SPDX-License-Identifier: BSD-3-Clause
// Requests below the address of the publication. Web views with an address scheme of their own answer XMLHttpRequest,
// but not always fetch, and not always with a status or headers.

/** The folder above `~lectern/`: every address of the publication begins with it. */
export const base = new URL("../", import.meta.url).href;

/**
 * @param {string} href of a resource, or of a route of the library
 * @returns {string} the absolute address
 */
export const address = (href) => new URL(href.replace(/^\/+/, ""), base).href;

/**
 * @param {string|null} href
 * @param {string} [from] what it is relative to
 * @returns {string|null} the absolute address, if it is one
 */
export function absolute(href, from = base) {
  try {
    return href === null ? null : new URL(href, from).href;
  } catch {
    return null;
  }
}

/** @param {string} text of an address @returns {string} without its escapes, or as it is spelled */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * @param {string} href
 * @param {{type?: "text"|"json"|"arraybuffer"|"blob"|"document", timeout?: number, inspect?: (request: XMLHttpRequest) => void}} options
 * @returns {Promise<any>} the body of the answer
 */
export function load(href, {type = "text", timeout = 0, inspect} = {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = () => reject(new Error(`cannot load ${href}`));
    request.open("GET", address(href));
    request.responseType = type === "json" ? "text" : type;
    request.timeout = timeout;
    request.onerror = request.ontimeout = request.onabort = fail;
    request.onload = () => {
      // A scheme without status says 0 or 200.
      if (request.status >= 400) return fail();
      try {
        inspect?.(request);
        resolve(type === "json" ? JSON.parse(request.response) : request.response);
      } catch (error) {
        reject(error);
      }
    };
    request.send();
  });
}
