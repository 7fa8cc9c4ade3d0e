import { type AutomationSettings, automationSettings } from '@picksync/contracts';
import * as z from 'zod';
import type { ReadEntry } from './setting-control.ts';

/** Columns in their order, and the texts before, between and after them: always one more than columns. */
export const labelEntry = z.object({
  columns: z.array(z.object({ columnId: z.string(), columnName: z.string() })),
  texts: z.array(z.string()),
});

export type LabelEntry = z.output<typeof labelEntry>;

export const noLabel: LabelEntry = { columns: [], texts: [''] };

export function toLabelEntry(label: AutomationSettings['labelTemplate']): LabelEntry {
  if (!label) return noLabel;
  // Split at the placeholders, whose numbers are at the odd indexes.
  const pieces = label.template.split(/\{(\d)\}/);
  const places = pieces
    .filter((_, index) => index % 2 === 1)
    .map((place) => label.columns[Number(place) - 1]);
  return {
    columns: places.flatMap((column) => (column ? [column] : [])),
    texts: pieces.filter((_, index) => index % 2 === 0),
  };
}

/** Returns the template as the contract has it: a column that stands twice is listed once. */
function toLabel({ columns, texts }: LabelEntry): unknown {
  const distinct = columns.filter(
    ({ columnId }, index) => columns.findIndex((other) => other.columnId === columnId) === index,
  );
  const getPlace = (id: string) => 1 + distinct.findIndex(({ columnId }) => columnId === id);
  const [before = '', ...after] = texts;
  const template = columns
    .map(({ columnId }, index) => `{${getPlace(columnId)}}${after[index] ?? ''}`)
    .join('');
  return { template: `${before}${template}`, columns: distinct };
}

export function readLabel(entry: LabelEntry): ReadEntry<AutomationSettings['labelTemplate']> {
  if (entry.columns.length === 0) return { value: null };
  if (entry.columns.some(({ columnId }) => !columnId)) return { problem: 'Please choose a column' };
  if (entry.texts.some((text) => /\{\d\}/.test(text)))
    return { problem: 'A number in braces cannot be part of the text between columns' };
  const { data, error } = automationSettings.shape.labelTemplate.safeParse(toLabel(entry));
  return data === undefined
    ? { problem: error?.issues[0]?.message ?? 'Please check this label' }
    : { value: data };
}

/** Returns how options read, with the names of the columns in their places. */
export function labelInWords({ columns, texts }: LabelEntry): string {
  const [before = '', ...after] = texts;
  return (
    before + columns.map(({ columnName }, index) => `${columnName || '…'}${after[index] ?? ''}`).join('')
  );
}
