// SPDX-License-Identifier: BSD-3-Clause
// Applies decoration changes from the library.

/**
 * @template T
 * @param {T[]} list changed in place
 * @param {any[]} changes members of the message "decorations": add, update, remove or move, and an index
 * @param {(one: T) => string} idOf
 * @param {(item: any, old?: T) => T|null} make null for an item that does not belong in the list
 */
export function applyChanges(list, changes, idOf, make) {
  // The indices by id, valid until the first insertion, move or removal.
  const numbers = new Map(list.map((one, number) => [idOf(one), number]));
  const find = (/** @type {string} */ id) => {
    const number = numbers.get(id) ?? -1;
    if (number < 0 || list[number] && idOf(list[number]) === id) return number;
    return list.findIndex((one) => idOf(one) === id);
  };
  for (const {add, update, remove, move, index = list.length} of changes) {
    const item = add || update, at = find(remove ?? move ?? item.id), old = list[at];
    const one = item ? make(item, old) : move === undefined ? null : old;
    const stays = update && old && one;
    if (old) list.splice(at, 1, ...(stays ? [one] : []));
    if (!one || stays) continue;
    list.splice(index, 0, one);
    numbers.set(idOf(one), index);
  }
}
