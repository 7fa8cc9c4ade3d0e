import type { EditAutomation } from '@picksync/contracts';
import type { Automation, SmartsheetConnection } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { withSmartsheet } from '../smartsheet/with-smartsheet.ts';
import { choiceAfter, isSameChoice } from './column-choice.ts';
import { type ColumnSettings, lookUpColumns, lookUpSettings, type NamedColumns } from './look-up-columns.ts';
import { isSame, settingsAfter } from './settings.ts';

/** What was looked up for an edit, and the connection it was looked up with. */
export type FoundColumns = {
  /** Source and target; null where they stay. */
  columns: NamedColumns | null;
  settings: ColumnSettings;
  connection: SmartsheetConnection;
};

/** Returns the columns that an edit names, looked up at Smartsheet; null for any other edit. */
export async function lookUpEdit(
  context: Context,
  row: Automation,
  edit: EditAutomation,
): Promise<FoundColumns | null> {
  const choice = choiceAfter(edit, row);
  // A source that is about to get rows is checked as a new one is.
  const becomesTwoWay = edit.mode === 'two_way' && row.mode !== 'two_way';
  const isLookedUp = becomesTwoWay || !isSameChoice(choice, row);
  if (!isLookedUp && !edit.filters && !edit.labelTemplate) return null;
  const [before, after] = [settingsAfter(row, {}), settingsAfter(row, edit)];
  const isNamed = (name: keyof ColumnSettings) => after[name] !== null && !isSame(after[name], before[name]);
  if (!isLookedUp && !isNamed('filters') && !isNamed('labelTemplate')) return null;
  return withSmartsheet(context, row.userId, async (client, connection) => {
    if (isLookedUp) return { connection, ...(await lookUpColumns(client, choice, after)) };
    return { connection, columns: null, settings: await lookUpSettings(client, choice.sourceSheetId, after) };
  });
}

/** Returns the columns of an edit, and the edit with the names that its settings have at Smartsheet. */
export function namedEdit(
  edit: EditAutomation,
  found: FoundColumns | null,
): { columns: NamedColumns | null; edit: EditAutomation } {
  if (!found) return { columns: null, edit };
  const { filters, labelTemplate } = found.settings;
  const named = {
    ...(edit.filters && { filters }),
    ...(edit.labelTemplate && { labelTemplate }),
  };
  return { columns: found.columns, edit: { ...edit, ...named } };
}
