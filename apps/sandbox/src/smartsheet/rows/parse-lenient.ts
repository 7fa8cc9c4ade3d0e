import type { CellValue, Column } from '../model.ts';

const numberPattern = /^-?(0|[1-9]\d*)(\.\d+)?$/;
const dollarPattern = /^\$(\d{1,3}(?:,\d{3})*|\d+)(?:\.(\d{1,5}))?$/;
const percentPattern = /^(-?\d+)(?:\.(\d{1,5}))?%$/;
const usDatePattern = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** A parsed value, and the format Smartsheet gives a cell that had none. */
export type Parsed = { value: CellValue; format?: string };

/**
 * Returns what Smartsheet makes of a text that is written with `strict: false`: a number, an amount of dollars or a
 * percentage in a text or dropdown column, a date in a date column, a tick in a checkbox column. Other texts stay as they are.
 */
export function parseLenient(column: Column, text: string): Parsed {
  switch (column.type) {
    case 'TEXT_NUMBER':
    case 'PICKLIST':
      return parseNumber(text);
    case 'DATE':
      return { value: parseUsDate(text) ?? text };
    case 'CHECKBOX':
      return { value: { true: true, false: false }[text.toLowerCase()] ?? text };
    default:
      return { value: text };
  }
}

function parseNumber(text: string): Parsed {
  if (numberPattern.test(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER) {
    return { value: Number(text) };
  }
  const dollars = dollarPattern.exec(text);
  if (dollars) {
    const [, whole = '', decimals = ''] = dollars;
    const value = Number(`${whole.replaceAll(',', '')}.${decimals || '0'}`);
    const separator = whole.includes(',') ? '1' : '';
    return { value, format: `,,,,,,,,,,,13,${decimals.length},${separator},2,,` };
  }
  const percent = percentPattern.exec(text);
  if (percent) {
    const decimals = percent[2]?.length ?? 0;
    const value = Number((Number(text.slice(0, -1)) / 100).toFixed(decimals + 2));
    return { value, format: `,,,,,,,,,,,,${decimals},,3,,` };
  }
  return { value: text };
}

function parseUsDate(text: string): string | undefined {
  const [, month = '', day = '', year = ''] = usDatePattern.exec(text) ?? [];
  const date = new Date(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T00:00:00Z`);
  const isReal = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
