/** @import { Row } from '../contract.d.ts' */

const pageSize = 100;

/**
 * The rows of a sheet of any length, loaded a page at a time as they come into view.
 * @param {{ load: (from: number, count: number) => Promise<Row[]>, arrived: () => void }} parts
 */
export function rowWindow({ load, arrived }) {
  /** @type {Map<number, Row[]>} */
  let pages = new Map();
  /** @type {Set<number>} */
  const asked = new Set();
  /** A page that was asked for before a reload must not overwrite a newer one. */
  let generation = 0;

  /** @param {number} page */
  async function fetchPage(page) {
    asked.add(page);
    const mine = generation;
    const rows = await load(page * pageSize, pageSize).catch(() => null);
    asked.delete(page);
    if (rows && mine === generation) {
      pages.set(page, rows);
      arrived();
    }
  }

  return {
    /**
     * The row at this index, or undefined while it is on its way.
     * @param {number} index
     */
    at(index) {
      const page = Math.floor(index / pageSize);
      const rows = pages.get(page);
      if (!rows && !asked.has(page)) void fetchPage(page);
      return rows?.[index % pageSize];
    },
    /**
     * Reads the pages in view again and forgets the others.
     * @param {{ first: number, last: number }} range
     * @returns {Promise<() => Map<string, Row>>} puts the new rows in place and answers the old ones, by id
     */
    async reload({ first, last }) {
      const from = Math.floor(first / pageSize);
      const to = Math.floor(Math.max(first, last) / pageSize);
      const numbers = Array.from({ length: to - from + 1 }, (_, n) => from + n);
      const loaded = await Promise.all(numbers.map((page) => load(page * pageSize, pageSize)));
      return () => {
        generation += 1;
        asked.clear();
        const before = new Map([...pages.values()].flat().map((row) => [row.id, row]));
        pages = new Map(numbers.map((page, n) => [page, loaded[n] ?? []]));
        return before;
      };
    },
  };
}
