import { select } from '../controls.js';
import { openDialog } from '../dialog.js';
import { h } from '../element.js';

/** @import { Account, Sheet } from '../contract.d.ts' */

export const accessLevels = [
  { value: '', label: 'No access' },
  { value: 'VIEWER', label: 'Viewer' },
  { value: 'COMMENTER', label: 'Commenter' },
  { value: 'EDITOR', label: 'Editor' },
  { value: 'EDITOR_SHARE', label: 'Editor, can share' },
  { value: 'ADMIN', label: 'Admin' },
];

/**
 * Opens the dialog that sets the access of each account. The owner cannot change.
 * @param {{ sheet: Sheet, accounts: Account[], save: (email: string, access: string) => Promise<boolean> }} options
 */
export function openSharingDialog({ sheet, accounts, save }) {
  const levels = accounts.map((account) => {
    const current = sheet.shares.find((share) => share.email === account.email)?.access ?? '';
    const isOwner = account.email === sheet.owner;
    const control = isOwner
      ? h('span', { class: 'badge accent' }, 'Owner')
      : select({ options: accessLevels, value: current, 'aria-label': `Access of ${account.email}` });
    return { account, current, control };
  });
  openDialog({
    title: `Sharing of ${sheet.name}`,
    content: h(
      'ul',
      { class: 'sharing' },
      levels.map(({ account, control }) =>
        h(
          'li',
          { class: 'share' },
          h('span', {}, h('b', {}, account.name), h('span', { class: 'caption' }, account.email)),
          control,
        ),
      ),
    ),
    action: 'Save sharing',
    submit: async () => {
      for (const { account, current, control } of levels) {
        if (!(control instanceof HTMLSelectElement) || control.value === current) continue;
        if (!(await save(account.email, control.value))) return false;
      }
      return true;
    },
  });
}
