import type { Automation, EditAutomation, SettingName } from '@picksync/contracts';
import { create } from 'zustand';
import { forgetWithUser } from '../../../stores/user-state.ts';
import { type AutomationField, type AutomationValues, toValues } from './automation-form-values.ts';
import { formSettings } from './setting-controls.tsx';

type Undoable = SettingName | 'name';

/** The last edit in this tab that its message offers to undo: the automation before, and what of it was changed. */
type LastEdit = { before: Automation; changed: readonly Undoable[] };

const useLastEdit = create<{ edit: LastEdit | null }>(() => ({ edit: null }));

forgetWithUser(() => useLastEdit.setState({ edit: null }));

const columns: readonly (keyof EditAutomation)[] = [
  'sourceSheetId',
  'sourceColumnId',
  'sheetId',
  'targetColumnId',
];

/**
 * Keeps an edit, so that it can be undone, and returns the field in which that begins. Null where nothing is left to undo, or
 * another source or destination was chosen, which is never undone.
 */
export function keepEdit(before: Automation, body: EditAutomation): AutomationField | null {
  const undoable: readonly Undoable[] = ['name', ...formSettings];
  const changed = undoable.filter((name) => Object.hasOwn(body, name));
  const isMoved = columns.some((name) => Object.hasOwn(body, name));
  const first = isMoved ? undefined : changed[0];
  useLastEdit.setState({ edit: first === undefined ? null : { before, changed } });
  return (first as AutomationField | undefined) ?? null;
}

/** Returns the values of the form with what stood there before the last edit; null when that was of another automation. */
export function toValuesBeforeLastEdit(automation: Automation): AutomationValues | null {
  const { edit } = useLastEdit.getState();
  if (edit?.before.id !== automation.id) return null;
  const old = toValues(edit.before);
  const back = edit.changed.map((name) => [name, old[name as AutomationField]]);
  return { ...toValues(automation), ...Object.fromEntries(back) };
}
