import { showToast } from '../toast.js';
import { changedCells, describeChange, optionChanges } from './difference.js';
import { optionHighlights } from './option.highlights.js';
import { rowWindow } from './row.window.js';

/** @import { Row, Sheet } from '../contract.d.ts' */

/**
 * Keeps an open sheet and what changed since the last read.
 * @param {{
 *   first: Sheet,
 *   calls: ReturnType<typeof import('./sheet.calls.js').sheetCalls>,
 *   range: () => { first: number, last: number },
 *   show: (flashes: Map<string, Set<string>>) => void,
 *   showRows: () => void,
 * }} options
 */
export function sheetSession({ first, calls, range, show, showRows }) {
  let sheet = first;
  const highlights = optionHighlights(() => show(new Map()));
  const rows = rowWindow({ load: calls.rows, onLoaded: showRows });

  /** @param {Map<string, Row>} before @returns the columns to light up, by row */
  function flashes(before) {
    const found = new Map();
    for (let index = range().first; index <= range().last; index += 1) {
      const row = before.size > 0 ? rows.at(index) : undefined;
      const old = row && before.get(row.id);
      const ids = old ? changedCells(old, row) : [];
      if (row && ids.length > 0) found.set(row.id, new Set(ids));
    }
    return found;
  }

  /** Shows sheet and rows in one step, so that they always match. @param {boolean} isOwn */
  async function readAgain(isOwn) {
    const [after, replaceRows] = await Promise.all([calls.read(), rows.reload(range())]);
    const changes = optionChanges(sheet.columns, after.columns);
    sheet = after;
    highlights.add(changes);
    for (const [columnId, change] of isOwn ? [] : changes) {
      const title = sheet.columns.find((column) => column.id === columnId)?.title ?? '';
      showToast(describeChange(title, change));
    }
    show(flashes(replaceRows()));
  }

  let stopped = false;
  let reading = Promise.resolve();
  return {
    sheet: () => sheet,
    rowAt: rows.at,
    highlights: highlights.highlights,
    /** Stops reading and showing. */
    stop() {
      stopped = true;
      highlights.stop();
    },
    /**
     * Reads the sheet again, one read after another, and highlights changes. Changes by others are announced.
     * @param {{ isOwn: boolean }} cause
     */
    refresh({ isOwn }) {
      reading = reading
        .then(() => (stopped ? undefined : readAgain(isOwn)))
        .catch((error) => showToast(error.message, 'bad'));
      return reading;
    },
  };
}
