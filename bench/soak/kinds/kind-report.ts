import { randomUUID } from 'node:crypto';
import type { Stage } from '../../stage/stage.ts';
import type { KindReport, KindSheet } from './kind-model.ts';

/** The columns of each sheet beside its names. */
export const columnTypes = {
  City: 'TEXT_NUMBER',
  Person: 'CONTACT_LIST',
  People: 'MULTI_CONTACT_LIST',
  Address: 'TEXT_NUMBER',
  Pick: 'PICKLIST',
};

/** Makes a report of the sheets that it is to read, which the colleague owns and the person may read. */
export async function makeKindReport(
  { sandbox }: Stage,
  { owner, sheets, reader }: { owner: string; sheets: readonly KindSheet[]; reader: string },
): Promise<KindReport> {
  const columns = [
    { title: 'Sheet', type: 'TEXT_NUMBER', sheetNameColumn: true },
    { title: 'Name', type: 'TEXT_NUMBER', primary: true },
    ...Object.entries(columnTypes).map(([title, type]) => ({ title, type })),
  ];
  const name = `All people ${randomUUID().slice(0, 8)}`;
  const sheetIds = sheets.filter(({ isInReport }) => isInReport).map((sheet) => sheet.id);
  const body = { owner, name, sheetIds, workspaceIds: [], columns, condition: null };
  const { id } = await sandbox.call<{ id: string }>('POST', '/api/console/reports', body);
  await sandbox.call('PUT', `/api/console/reports/${id}/shares`, { email: reader, access: 'VIEWER' });
  const made = await sandbox.call<{ columns: { id: string; title: string }[] }>(
    'GET',
    `/api/console/reports/${id}`,
  );
  const ids = Object.fromEntries(made.columns.map((column) => [column.title, column.id]));
  return { id, name, columns: ids as KindReport['columns'] };
}
