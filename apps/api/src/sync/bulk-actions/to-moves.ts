import type { AutomationSettings, endpoints, Parsed, PreviewDraft } from '@picksync/contracts';
import type { Column } from '@picksync/smartsheet-client';
import { toTitleKey } from '@picksync/sync-engine';
import type { Context } from '../../base/context.ts';
import { findExisting } from '../automations/look-up-columns.ts';
import { readSourceDefinition, withSmartsheet } from '../smartsheet/with-smartsheet.ts';

export type MoveBody = Parsed<typeof endpoints.automations.moveMany>['body'];

/** What changes in one automation. The names come from Smartsheet when the columns are looked up. */
export type Move = { id: string; edit: MoveEdit };

type MoveEdit =
  | Pick<PreviewDraft, 'sheetId' | 'sheetName' | 'targetColumnId' | 'targetColumnName'>
  | (Pick<PreviewDraft, 'sourceKind' | 'sourceSheetId' | 'sourceColumnId' | 'sourceColumnName'> & {
      sourceSheetName: string;
    } & Partial<ColumnSettings>);

/** The settings that name columns of the source. */
type ColumnSettings = Pick<AutomationSettings, 'filters' | 'labelTemplate' | 'addressColumn'>;

export function toMoves(body: MoveBody): Move[] {
  if (body.side !== 'source') {
    const target = { sheetId: body.sheetId, sheetName: '', targetColumnName: '' };
    return body.moves.map(({ id, targetColumnId }) => ({ id, edit: { ...target, targetColumnId } }));
  }
  const { sourceKind, sourceSheetId } = body;
  const source = { sourceKind, sourceSheetId, sourceSheetName: '', sourceColumnName: '' };
  return body.moves.map(({ id, sourceColumnId }) => ({ id, edit: { ...source, sourceColumnId } }));
}

/**
 * Returns the edit with the columns that the settings name, as the new source has them: by id, else by an exact title, else by one that
 * differs in capital letters. What is not there keeps its id, and is refused like any column that is gone.
 */
export async function withSettingColumns(
  context: Context,
  { userId, edit, settings }: { userId: string; edit: MoveEdit; settings: ColumnSettings },
): Promise<MoveEdit> {
  if (!('sourceSheetId' in edit)) return edit;
  const { filters, labelTemplate, addressColumn } = settings;
  if (!filters && !labelTemplate && !addressColumn) return edit;
  const sheet = await withSmartsheet(context, userId, (client) =>
    findExisting(readSourceDefinition(client, edit)),
  );
  if (!sheet) return edit;
  const find = <T extends NamedColumn>(named: T): T => findColumn(sheet.columns, named);
  return {
    ...edit,
    ...(filters && { filters: { ...filters, rules: filters.rules.map(find) } }),
    ...(labelTemplate && { labelTemplate: { ...labelTemplate, columns: labelTemplate.columns.map(find) } }),
    ...(addressColumn && { addressColumn: find(addressColumn) }),
  };
}

type NamedColumn = { columnId: string; columnName: string };

function findColumn<T extends NamedColumn>(columns: readonly Pick<Column, 'id' | 'title'>[], named: T): T {
  const key = toTitleKey(named.columnName);
  const found =
    columns.find(({ id }) => id === named.columnId) ??
    columns.find(({ title }) => title === named.columnName) ??
    columns.find(({ title }) => toTitleKey(title) === key);
  return found ? { ...named, columnId: found.id, columnName: found.title } : named;
}
