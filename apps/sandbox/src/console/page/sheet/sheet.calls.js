import { call, sheetPath } from '../api.js';

/** @import { CellValue, Column, Row, Sheet } from '../contract.d.ts' */

/**
 * Returns the console's calls for one sheet. Writes follow Smartsheet's rules and are made as the sheet's owner.
 * @param {string} id
 */
export function sheetCalls(id) {
  return {
    /** @returns {Promise<Sheet>} */
    read: () => call('GET', sheetPath(id)),
    /**
     * @param {number} from
     * @param {number} count
     * @returns {Promise<Row[]>}
     */
    rows: (from, count) => call('GET', sheetPath(`${id}/rows?from=${from}&count=${count}`)),
    /**
     * @param {string} rowId
     * @param {string} columnId
     * @param {CellValue} value
     */
    setCell: (rowId, columnId, value) => call('PUT', sheetPath(`${id}/cells`), { rowId, columnId, value }),
    addRow: () => call('POST', sheetPath(`${id}/rows`)),
    /** @param {string[]} rowIds */
    deleteRows: (rowIds) => call('DELETE', sheetPath(`${id}/rows`), { rowIds }),
    /** @param {{ title: string, type: string }} column */
    addColumn: (column) => call('POST', sheetPath(`${id}/columns`), column),
    /**
     * @param {string} columnId
     * @param {Partial<Column>} change
     */
    changeColumn: (columnId, change) => call('PATCH', sheetPath(`${id}/columns/${columnId}`), change),
    /** @param {string} columnId */
    deleteColumn: (columnId) => call('DELETE', sheetPath(`${id}/columns/${columnId}`)),
    /** @param {string} name */
    rename: (name) => call('PATCH', sheetPath(id), { name }),
    remove: () => call('DELETE', sheetPath(id)),
    /**
     * @param {string} email
     * @param {string} access empty for none
     */
    share: (email, access) => call('PUT', sheetPath(`${id}/shares`), { email, access: access || null }),
  };
}
