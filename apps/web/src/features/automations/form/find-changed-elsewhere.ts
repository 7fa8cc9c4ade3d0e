import { isSameButNames, settingNames } from '@picksync/contracts';
import type { FormFailure } from '@picksync/ui/form-dialog.tsx';

export const changedElsewhere: FormFailure = {
  tone: 'warn',
  title: 'This was changed in another window',
  text: 'Your changes are added to those. Where both changed the same, saving replaces what the other window saved.',
};

const always = ['name', 'sourceSheetId', 'sourceColumnId', ...settingNames] as const;

type Shown = { [K in (typeof always)[number]]: unknown };
type Versions<T> = { opened: T; now: T };

/**
 * Returns what a form says when somebody has saved other values than those with which it was opened; null when nobody has. `more`:
 * the fields that it has beside a name, a source and the settings.
 */
export function findChangedElsewhere<T extends Shown>(
  { opened, now }: Versions<T>,
  more: readonly (keyof T)[],
): FormFailure | null {
  const names = [...always, ...more];
  return names.every((name) => isSameButNames(opened[name], now[name])) ? null : changedElsewhere;
}
