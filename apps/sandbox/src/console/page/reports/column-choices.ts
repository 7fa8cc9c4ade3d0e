import type { Column, Report } from '../contract.ts';

export type ColumnChoice = {
  title: string;
  type: Column['type'];
  primary?: boolean;
  sheetNameColumn?: boolean;
};

type Named = Partial<Pick<Report['columns'][number], 'title' | 'type' | 'primary' | 'sheetNameColumn'>>;

/** Returns one text for what is one column of a report. */
export function toKey({ title = '', type = 'TEXT_NUMBER', primary, sheetNameColumn }: Named): string {
  if (sheetNameColumn) return 'sheet name';
  return primary ? 'primary' : `${type} ${title.toLowerCase()}`;
}

/** Returns what a report of these columns of sheets can show: each title and type once, and the name of the sheet. */
export function findColumnChoices(columns: readonly Column[]): ColumnChoice[] {
  const choices = new Map<string, ColumnChoice>();
  for (const { title, type, primary, systemColumnType } of columns) {
    if (systemColumnType) continue;
    const choice: ColumnChoice = { title, type, ...(primary && { primary }) };
    const key = toKey(choice);
    if (!choices.has(key)) choices.set(key, choice);
  }
  if (choices.size === 0) return [];
  const sheetName: ColumnChoice = { title: 'Sheet name', type: 'TEXT_NUMBER', sheetNameColumn: true };
  return [sheetName, ...choices.values()];
}
