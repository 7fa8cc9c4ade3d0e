import { formatNumber } from './format-number.ts';

/** Why a list is not restored, with the sentence for the user. Each is also a code of the API's errors. */
export const copyRefusals = {
  copy_gone:
    'The copy was deleted in Smartsheet. Picksync has no other one. Older copies are in the list of runs.',
  copy_expired:
    'Newer copies have taken the place of this one, so it was deleted. They are in the list of runs.',
  copy_changed:
    'The file is not the one Picksync wrote. Somebody has changed or replaced it. Open it, and put its names into the source.',
  copy_elsewhere: 'This copy is of another column: the automation has got another destination since.',
  copy_not_saved:
    'Nothing was restored: Smartsheet did not take the copy of today’s list, and without it there would be no way back.',
  restore_not_dropdown: 'The column is neither a dropdown nor a contact column any more.',
  restore_nothing: 'The column has this list already.',
  restore_outdated: 'Nothing was restored: the list has changed since you looked.',
  restore_other_account:
    'The restore was given up, because you connected another Smartsheet account. Look at the list in Smartsheet.',
  restore_pending: 'A list of this automation is being restored already.',
  restore_refused:
    'Nothing was restored: Smartsheet did not take the list. Check the column in Smartsheet, and try again.',
} as const;

/** Why a list is not restored. */
export type CopyRefusal = keyof typeof copyRefusals;

/** Why a copy whose file is not what it was is not restored, by what became of the file. */
export const lossRefusals = {
  gone: 'copy_gone',
  changed: 'copy_changed',
  expired: 'copy_expired',
} as const satisfies Record<string, CopyRefusal>;

/** Returns why a list was not restored, and what restoring would do now where it would do something else. */
export function restoreSentence(
  reason: CopyRefusal,
  { added, removed }: { added: number; removed: number },
): string {
  const now =
    reason === 'restore_outdated'
      ? ` It would now add ${formatNumber(added)} and remove ${formatNumber(removed)}.`
      : '';
  return `${copyRefusals[reason]}${now}`;
}
