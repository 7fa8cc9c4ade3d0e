import type { Sandbox } from './sandbox.ts';

type ColumnOfSheet = readonly [sheet: string, column: string];

async function columnAt(sandbox: Sandbox, [sheetName, title]: ColumnOfSheet) {
  const sheet = await sandbox.sheet(sheetName);
  const column = sheet.columns.find((one) => one.title === title);
  if (!column) throw new Error(`The sandbox has no column ${title} in ${sheetName}`);
  return { sheetId: String(sheet.id), columnId: String(column.id) };
}

/** Returns what the form sends to fill one column of the sandbox from another. The names are wrong on purpose: they must not be stored. */
export async function draftAutomation(
  sandbox: Sandbox,
  { from, to }: { from: ColumnOfSheet; to: ColumnOfSheet },
) {
  const [source, target] = [await columnAt(sandbox, from), await columnAt(sandbox, to)];
  return {
    name: `${from[1]} into ${to[1]}`,
    sourceSheetId: source.sheetId,
    sourceSheetName: 'as the browser says',
    sourceColumnId: source.columnId,
    sourceColumnName: 'as the browser says',
    sheetId: target.sheetId,
    sheetName: 'as the browser says',
    targetColumnId: target.columnId,
    targetColumnName: 'as the browser says',
  };
}
