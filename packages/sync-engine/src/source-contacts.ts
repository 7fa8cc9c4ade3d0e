import type { AutomationSettings } from '@picksync/contracts';
import { type Column, isContactType, parseContactText, type Row } from '@picksync/smartsheet-client';
import { isBlank, saidTexts } from './cell-texts.ts';
import { cellContacts, toTidyContact } from './contacts.ts';
import { isFormulaError } from './formula-errors.ts';

/** Reads the values of a row, and counts what it leaves out. */
export type RowTexts = (row: Row) => { texts: string[]; errors: number; withoutAddress: number };

/** Returns whether a source has an address for each of its contacts: a contact column has, a text column needs a second one. */
export function hasAddresses(
  { type }: Pick<Column, 'type'>,
  { addressColumn }: Pick<AutomationSettings, 'addressColumn'>,
): boolean {
  return isContactType(type) || addressColumn !== null;
}

/**
 * Returns a function that reads the contacts of a row, as texts: from a contact column, or a name from a text column with the
 * address beside it. Those without an address are counted and left out.
 */
export function createRowContacts(input: {
  column: Pick<Column, 'id' | 'type'>;
  settings: Pick<AutomationSettings, 'addressColumn'>;
}): RowTexts {
  const { column, settings } = input;
  const findCell = (row: Row, columnId: string) => row.cells.find((cell) => cell.columnId === columnId);
  if (isContactType(column.type)) {
    return (row) => {
      const contacts = cellContacts(findCell(row, column.id));
      const errors = contacts.filter(({ name, email }) => email === null && isFormulaError(name ?? ''));
      const whole = contacts.filter(({ email }) => email !== null);
      return {
        texts: whole.map(toTidyContact),
        errors: errors.length,
        withoutAddress: contacts.length - whole.length - errors.length,
      };
    };
  }
  const { addressColumn } = settings;
  return (row) => {
    const names = saidTexts(findCell(row, column.id));
    const addressCell = addressColumn ? findCell(row, addressColumn.columnId) : undefined;
    const addresses = cellContacts(addressCell).flatMap(({ name, email }) => email ?? name ?? []);
    const isWrong = [...names, ...addresses].some(isFormulaError);
    if (isWrong) return { texts: [], errors: 1, withoutAddress: 0 };
    const name = names.join(', ');
    const { email } = parseContactText(addresses.find((text) => !isBlank(text)) ?? '');
    const isMissing = email === null && (name !== '' || addresses.length > 0);
    const texts = email === null ? [] : [toTidyContact({ name, email })];
    return { texts, errors: 0, withoutAddress: Number(isMissing) };
  };
}
