import { linkTo } from '../router.js';
import { attempt } from '../toast.js';
import { openSharingDialog } from './sharing.dialog.js';

/** @import { Account } from '../contract.d.ts' */

/**
 * Returns the actions of the buttons above the grid.
 * @param {{
 *   grid: ReturnType<typeof import('./grid.js').createGrid>,
 *   session: ReturnType<typeof import('./sheet.session.js').sheetSession>,
 *   calls: ReturnType<typeof import('./sheet.calls.js').sheetCalls>,
 *   accounts: Account[],
 *   write: (action: () => Promise<unknown>) => Promise<boolean>,
 * }} options
 */
export function sheetActions({ grid, session, calls, accounts, write }) {
  return {
    async addRow() {
      if (await write(calls.addRow)) grid.activate({ row: session.sheet().rows - 1, column: 0 });
      grid.focus();
    },
    /** @param {string[]} rowIds */
    async deleteRows(rowIds) {
      const worked = await write(() => calls.deleteRows(rowIds));
      if (worked) grid.clearSelection();
      return worked;
    },
    openSharing: () =>
      openSharingDialog({
        sheet: session.sheet(),
        accounts,
        save: (email, access) => write(() => calls.share(email, access)),
      }),
    /** @param {string} name */
    rename: (name) => write(() => calls.rename(name)),
    async remove() {
      const worked = await attempt(calls.remove, `${session.sheet().name} is deleted.`);
      if (worked) {
        session.stop();
        location.assign(linkTo('sheets'));
      }
      return worked;
    },
  };
}
