import {
  type Column,
  isListType,
  isSheetWritable,
  type Sheet,
  type TargetRefusal,
  targetRefusal,
  targetRefusals,
} from '@picksync/contracts';
import type { Db } from '@picksync/db';
import type { Column as LiveColumn } from '@picksync/smartsheet-client';
import { compareNames } from '../../base/compare-names.ts';
import type { Context } from '../../base/context.ts';
import { readSheetDefinition, toPermalinkAt, withSmartsheet } from '../smartsheet/with-smartsheet.ts';

type ListedSheets = {
  sheets: Sheet[];
  /** The total if Smartsheet has not listed all sheets, null if it does not say; absent for a complete list. */
  incompleteOf?: number | null;
};

/** Returns the sheets that the user can see, sorted by name, as far as Smartsheet lists them. */
export async function listSheets(context: Context, userId: string): Promise<ListedSheets> {
  const { list, origin } = await withSmartsheet(context, userId, async (client, { region }) => ({
    list: await client.sheets.list(),
    origin: context.smartsheet.originOf(region),
  }));
  const sheets = list.sheets
    .map(({ id, name, accessLevel, modifiedAt, permalink }) => ({
      id,
      name,
      accessLevel,
      writable: isSheetWritable(accessLevel),
      modifiedAt: modifiedAt?.toISOString() ?? null,
      permalink: toPermalinkAt(origin, permalink),
    }))
    .sort((a, b) => compareNames(a.name, b.name));
  return { sheets, ...(!list.isWhole && { incompleteOf: list.totalCount }) };
}

/**
 * Returns the columns of one sheet with their options, read from Smartsheet, and which of them an automation may fill. The
 * target of the automation that is being edited counts as free.
 */
export async function listColumns(
  context: Context,
  { userId, sheetId, editedId }: { userId: string; sheetId: string; editedId?: string | undefined },
): Promise<Column[]> {
  const [sheet, filled] = await Promise.all([
    withSmartsheet(context, userId, (client) => readSheetDefinition(client, sheetId)),
    findFilledColumns(context.db, { userId, sheetId, exceptId: editedId }),
  ]);
  return sheet.columns.map((column) => {
    const refusal = targetRefusal({ ...column, accessLevel: sheet.accessLevel });
    return toColumnView(column, refusal ?? (filled.has(column.id) ? 'taken' : null));
  });
}

function toColumnView({ id, title, type, options }: LiveColumn, refusal: TargetRefusal | null): Column {
  return {
    id,
    title,
    type,
    ...(isListType(type) && { options: options ?? [] }),
    selectable: refusal === null,
    reason: refusal && targetRefusals[refusal],
  };
}

/** Returns the columns of a sheet that the user's active automations fill, by id; without those of `exceptId`. */
async function findFilledColumns(
  db: Db,
  { userId, sheetId, exceptId }: { userId: string; sheetId: string; exceptId: string | undefined },
): Promise<Set<string>> {
  const filled = await db.automation.findMany({
    where: { userId, sheetId, isActive: true, ...(exceptId && { NOT: { id: exceptId } }) },
    select: { targetColumnId: true },
  });
  return new Set(filled.map(({ targetColumnId }) => targetColumnId));
}
