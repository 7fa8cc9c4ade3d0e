import { type Cell, type Contact, SmartsheetError } from '@picksync/smartsheet-client';

/**
 * More marks on one character than any language has (UAX #15, "Stream-Safe Text Format"). Ordering marks takes
 * quadratic time, so that a sheet full of them would hold up everybody else for minutes.
 */
const tooManyMarks = /\p{M}{31}/u;

/** Returns a text in NFC; a text with too many marks in a row is returned as it is. */
export function composeText(text: string): string {
  return tooManyMarks.test(text) ? text : text.normalize('NFC');
}

/**
 * Texts that are normal as they are, which most are: of characters that NFC leaves alone whatever stands beside them (Latin,
 * Cyrillic, dashes and quotes, Chinese), with single spaces in between. This check takes a tenth of the time of
 * normalising.
 */
const isNormal =
  /^[!-\x9f\xa1-\u02ff\u0400-\u0482\u2010-\u2027€\u4e00-\u9fff]+(?: [!-\x9f\xa1-\u02ff\u0400-\u0482\u2010-\u2027€\u4e00-\u9fff]+)*$/;

/** Returns one spelling for texts that look the same: NFC, trimmed, inner whitespace collapsed to one space. */
export function normaliseText(text: string): string {
  return isNormal.test(text) ? text : composeText(text).replace(/\s+/gu, ' ').trim();
}

/** Returns one spelling for normalised texts that differ in upper and lower case only. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}

/** Returns whether a text is empty or only has control, format (zero-width) and separator characters. */
export function isBlank(text: string): boolean {
  return /^[\p{Cc}\p{Cf}\p{Z}]*$/u.test(text);
}

/**
 * Returns what a cell says, before normalising: several texts for multi-select and multi-contact cells, else one or
 * none. Read with `level=2` and `include=objectValue`, without which those cells are one joined text that cannot be
 * split safely. Checkboxes say `true` or `false`, dates their ISO form: Smartsheet sends no display value for these.
 * Numbers say what is shown, with their currency or percent sign. Throws `incomplete` for a cell of unknown shape:
 * leaving the cell out would remove its option.
 */
export function cellTexts(cell: Cell): string[] {
  assertUnderstood(cell);
  const { objectValue, displayValue, value } = cell;
  if (objectValue?.objectType === 'MULTI_PICKLIST') return objectValue.values;
  if (objectValue?.objectType === 'MULTI_CONTACT') return objectValue.values.flatMap(contactTexts);
  const text = displayValue ?? value;
  return text === null ? [] : [String(text)];
}

/** Returns what a cell says, normalised and without blanks; formula errors are still in it. */
export function saidTexts(cell: Cell | undefined): string[] {
  if (cell === undefined) return [];
  return cellTexts(cell)
    .map(normaliseText)
    .filter((text) => !isBlank(text));
}

/** Throws `incomplete` for a cell of unknown shape. */
export function assertUnderstood({ objectValue }: Cell): void {
  if (objectValue?.objectType !== 'UNKNOWN') return;
  const detail = 'a cell of unknown shape';
  throw new SmartsheetError({ class: 'retry', reason: 'incomplete', operation: 'sheets.get', detail });
}

function contactTexts({ name, email }: Contact): string[] {
  const text = name !== null && !isBlank(name) ? name : email;
  return text === null ? [] : [text];
}
