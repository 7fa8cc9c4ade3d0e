import { say } from '../toast.js';
import { changedCells, describeChange, optionChanges } from './difference.js';
import { changeMarks } from './option.highlights.js';
import { rowWindow } from './row.window.js';

/** @import { Row, Sheet } from '../contract.d.ts' */

/**
 * One open sheet: what is known of it, and what changed since it was read last.
 * @param {{
 *   first: Sheet,
 *   calls: ReturnType<typeof import('./sheet.calls.js').sheetCalls>,
 *   range: () => { first: number, last: number },
 *   show: (flashes: Map<string, Set<string>>) => void,
 *   showRows: () => void,
 * }} parts
 */
export function sheetSession({ first, calls, range, show, showRows }) {
  let sheet = first;
  const marks = changeMarks(() => show(new Map()));
  const rows = rowWindow({ load: calls.rows, arrived: showRows });

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

  /** Sheet and rows are shown in one step, so that nobody sees one without the other. @param {boolean} isOwn */
  async function readAgain(isOwn) {
    const [after, takeOver] = await Promise.all([calls.read(), rows.reload(range())]);
    const changes = optionChanges(sheet.columns, after.columns);
    sheet = after;
    marks.add(changes);
    for (const [columnId, change] of isOwn ? [] : changes) {
      const title = sheet.columns.find((column) => column.id === columnId)?.title ?? '';
      say(describeChange(title, change));
    }
    show(flashes(takeOver()));
  }

  let stopped = false;
  let reading = Promise.resolve();
  return {
    sheet: () => sheet,
    rowAt: rows.at,
    marks: marks.marks,
    /** After this nothing is read or shown any more. */
    stop() {
      stopped = true;
      marks.stop();
    },
    /**
     * Reads the sheet again, one reading after another, and marks what is different; what others did is also said.
     * @param {{ isOwn: boolean }} cause
     */
    refresh({ isOwn }) {
      reading = reading
        .then(() => (stopped ? undefined : readAgain(isOwn)))
        .catch((error) => say(error.message, 'bad'));
      return reading;
    },
  };
}
