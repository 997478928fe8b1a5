// SPDX-License-Identifier: BSD-3-Clause
// Calls the JSON API of the server.

import { t } from "./i18n.js";

/** @param {string} path  @param {RequestInit} [options] */
const ask = (path, options) => fetch(`api/${path}`, options).catch(() => {
  throw new Error(t("noAnswer"));
});

/** @param {Response} response */
async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error || response.statusText);
  return body;
}

/** @param {string} path  @returns {Promise<any>} */
export const get = async (path) => answer(await ask(path));

/** @param {string} path  @param {object} [data]  @returns {Promise<any>} */
export const post = async (path, data = {}) =>
  answer(await ask(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data),
  }));
