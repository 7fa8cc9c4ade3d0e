/** @import { Row } from '../contract.d.ts' */

const pageSize = 100;

/**
 * Loads the rows of a sheet in pages as they become visible.
 * @param {{ load: (from: number, count: number) => Promise<Row[]>, onLoaded: () => void }} options
 */
export function rowWindow({ load, onLoaded }) {
  /** @type {Map<number, Row[]>} */
  let pages = new Map();
  /** @type {Set<number>} */
  const loading = new Set();
  /** Counts reloads, so that a page requested before one does not overwrite newer rows. */
  let generation = 0;

  /** @param {number} page */
  async function fetchPage(page) {
    loading.add(page);
    const startedIn = generation;
    const rows = await load(page * pageSize, pageSize).catch(() => null);
    loading.delete(page);
    if (rows && startedIn === generation) {
      pages.set(page, rows);
      onLoaded();
    }
  }

  return {
    /**
     * Returns the row at this index, or undefined while it is loading.
     * @param {number} index
     */
    at(index) {
      const page = Math.floor(index / pageSize);
      const rows = pages.get(page);
      if (!rows && !loading.has(page)) void fetchPage(page);
      return rows?.[index % pageSize];
    },
    /**
     * Loads the visible pages again and drops the others.
     * @param {{ first: number, last: number }} range
     * @returns {Promise<() => Map<string, Row>>} replaces the rows and returns the old ones by id
     */
    async reload({ first, last }) {
      const from = Math.floor(first / pageSize);
      const to = Math.floor(Math.max(first, last) / pageSize);
      const numbers = Array.from({ length: to - from + 1 }, (_, n) => from + n);
      const loaded = await Promise.all(numbers.map((page) => load(page * pageSize, pageSize)));
      return () => {
        generation += 1;
        loading.clear();
        const before = new Map([...pages.values()].flat().map((row) => [row.id, row]));
        pages = new Map(numbers.map((page, n) => [page, loaded[n] ?? []]));
        return before;
      };
    },
  };
}
