import type { AutomationSettings } from '@picksync/contracts';

/** What a cell holds: several texts, one value, or nothing; a number may be shown in another way. */
export type ReferenceCell = string | number | boolean | null | string[] | { number: number; shown: string };

/** The cells of a row by their column. */
export type ReferenceRow = Readonly<Record<string, ReferenceCell>>;

/** Returns one spelling for texts that look the same. */
export function tidy(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

function isNothing(text: string): boolean {
  return text.replaceAll(/[\p{C}\p{Z}]/gu, '') === '';
}

function isError(text: string): boolean {
  return ['#REF', '#NO MATCH', '#INVALID VALUE', '#UNPARSEABLE'].includes(text);
}

/** Returns what the settings make of the rows: one text for each option, in the order of the rows, repeats included. */
export function referenceValues(
  rows: readonly ReferenceRow[],
  { column, settings }: { column: string; settings: AutomationSettings },
): string[] {
  const { filters, labelTemplate, splitValues } = settings;
  const values: string[] = [];
  for (const row of rows) {
    if (filters !== null) {
      const passed = filters.rules.map((rule) => passes(row[rule.columnId] ?? null, rule));
      if (filters.match === 'all' ? passed.includes(false) : !passed.includes(true)) continue;
    }
    const own = getTexts(row[column] ?? null, splitValues).filter((text) => !isError(text));
    if (labelTemplate === null) values.push(...own);
    else values.push(...own.flatMap((text) => toLabel({ ...row, [column]: [text] }, labelTemplate)));
  }
  return values;
}

function getTexts(cell: ReferenceCell, separator: string | null = null): string[] {
  if (cell === null) return [];
  if (Array.isArray(cell)) return cell.map(tidy).filter((text) => !isNothing(text));
  const text = typeof cell === 'object' ? cell.shown : String(cell);
  const isText = typeof cell === 'string';
  const parts =
    separator === null || !isText ? [text] : text.normalize('NFC').split(separator.normalize('NFC'));
  return parts.map(tidy).filter((one) => !isNothing(one));
}

type Template = NonNullable<AutomationSettings['labelTemplate']>;

const brackets = ['()', '[]', '«»'];

/** A blank part goes with what separates it from the part before, the first one with what comes after it. */
function toLabel(row: ReferenceRow, { template, columns }: Template): string[] {
  const texts = columns.map(({ columnId }) => getTexts(row[columnId] ?? null));
  if (texts.flat().some(isError)) return [];
  const between = template.split(/\{\d\}/);
  const parts = [...template.matchAll(/\{(\d)\}/g)].map(
    ([, place]) => texts[Number(place) - 1]?.join(', ') ?? '',
  );
  for (const [index, part] of parts.entries()) {
    if (part !== '') continue;
    let [before, after] = [between[index] ?? '', between[index + 1] ?? ''];
    while (brackets.includes(`${before.at(-1)}${after[0]}`))
      [before, after] = [before.slice(0, -1), after.slice(1)];
    const isFirst = parts.slice(0, index).every((one) => one === '');
    // What closes the brackets around an earlier part stays with it.
    between[index] = isFirst ? before : (/^[)\]»]*/.exec(before)?.[0] ?? '');
    between[index + 1] = isFirst && index + 1 < parts.length ? '' : after;
  }
  if (parts.every((part) => part === '')) return [];
  const label = tidy(between.map((text, index) => text + (parts[index] ?? '')).join(''));
  return isNothing(label) ? [] : [label];
}

type Rule = NonNullable<AutomationSettings['filters']>['rules'][number];

function passes(cell: ReferenceCell, { operator, value }: Rule): boolean {
  const texts = getTexts(cell);
  if (operator === 'is_blank') return texts.length === 0;
  if (operator === 'is_not_blank') return texts.length > 0;
  if (operator === 'is_checked') return cell === true;
  const given = tidy(value ?? '');
  const number = toNumber(cell);
  // Of a number its value counts as well as what is shown of it.
  const all = [...texts, ...(number === null ? [] : [String(number)])].map((text) => text.toLowerCase());
  const isEqual = all.includes(given.toLowerCase()) || (typeof cell !== 'string' && number === Number(given));
  if (operator === 'equals') return isEqual;
  if (operator === 'not_equals') return !isEqual;
  if (operator === 'contains') return all.some((text) => text.includes(given.toLowerCase()));
  if (operator === 'greater') return number !== null && number > Number(given);
  if (operator === 'less') return number !== null && number < Number(given);
  const [day] = typeof cell === 'string' ? (/^\d{4}-\d\d-\d\d(?=[T ]|$)/.exec(cell) ?? []) : [];
  if (day === undefined) return false;
  return operator === 'before' ? day < given : day > given;
}

/** A text that is nothing but a number counts as one. */
function toNumber(cell: ReferenceCell): number | null {
  if (typeof cell === 'number') return cell;
  if (typeof cell === 'string') return cell.trim() === '' || Number.isNaN(Number(cell)) ? null : Number(cell);
  return typeof cell === 'object' && cell !== null && 'number' in cell ? cell.number : null;
}
