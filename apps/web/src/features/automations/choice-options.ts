import { type Column, type Sheet, targetRefusals } from '@picksync/contracts';
import type { ComboboxOption } from '../../ui/combobox.tsx';

export const anySheet = ({ id, name }: Sheet): ComboboxOption => ({ value: id, label: name });

export const writableSheet = (sheet: Sheet): ComboboxOption => ({
  ...anySheet(sheet),
  disabledReason: sheet.writable ? undefined : targetRefusals.no_right,
});

export const anyColumn = ({ id, title }: Column): ComboboxOption => ({ value: id, label: title });

/** `ownId`: the column that the automation being edited fills already, which is taken by nobody else. */
export const targetColumn =
  (ownId: string | undefined) =>
  (column: Column): ComboboxOption => {
    const free = column.selectable || (column.id === ownId && column.reason === targetRefusals.taken);
    return {
      ...anyColumn(column),
      disabledReason: free ? undefined : (column.reason ?? 'This column cannot be filled'),
    };
  };
