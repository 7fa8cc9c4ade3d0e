import type { Cell, CellValue, Column, Contact } from '../contract.ts';

const plainNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Returns typed text as a cell's value: plain numbers become numbers, as in Smartsheet's grid. */
export function typedValue(typed: string): string | number {
  return plainNumber.test(typed) && Math.abs(Number(typed)) < 2 ** 53 ? Number(typed) : typed;
}

function contactText({ name, email }: Contact): string {
  return name && email && name !== email ? `${name} <${email}>` : (email ?? name ?? '');
}

/** Returns how a contact is offered while one is typed. */
export function contactChoices(column: Column): string[] {
  return column.type === 'CONTACT_LIST' ? column.contactOptions.map(contactText) : [];
}

function contactsText(cell: Cell | undefined): string {
  const value = cell?.value;
  if (Array.isArray(value))
    return value.map((one) => (typeof one === 'string' ? one : contactText(one))).join(', ');
  return value !== null && typeof value === 'object' ? contactText(value) : (cell?.text ?? '');
}

/** Returns the text that an editor begins with. */
export function editedText(column: Column, cell: Cell | undefined): string {
  const isContact = column.type === 'CONTACT_LIST' || column.type === 'MULTI_CONTACT_LIST';
  return isContact ? contactsText(cell) : (cell?.text ?? '');
}

/** Returns the options that are chosen in a cell of a dropdown. */
export function chosenIn(cell: Cell | undefined): string[] {
  if (Array.isArray(cell?.value)) return cell.value.map(String);
  return cell?.text ? [cell.text] : [];
}

/** Returns what is pasted into a cell, of which the first of several cells counts, as its value. */
export function pastedValue(column: Column, text: string): CellValue {
  if (column.type === 'MULTI_PICKLIST') {
    const whole = text.trim();
    const parts = column.options?.includes(whole) ? [whole] : whole.split(/\r?\n|, /);
    return parts.map((part) => part.trim()).filter(Boolean);
  }
  const [first = ''] = text.split(/[\t\r\n]/);
  if (first.trim() === '') return null;
  return column.type === 'TEXT_NUMBER' ? typedValue(first) : first.trim();
}

/** What a picker asks: from which options, and whether several or others may be chosen. */
export type Question = { options: readonly string[]; several: boolean; free: boolean };

const maxShown = 200;

/** Returns the options that contain the typed text. Where the column allows free text, the text itself comes last. */
export function choices({ options, free }: Pick<Question, 'options' | 'free'>, typed: string): string[] {
  const query = typed.trim().toLowerCase();
  const matching = options.filter((option) => option.toLowerCase().includes(query)).slice(0, maxShown);
  if (free && typed.trim() && !options.includes(typed.trim())) matching.push(typed.trim());
  return matching;
}

/** Returns what is chosen in the order of the options; what is none of them comes last. */
export function chosenInOrder(options: readonly string[], chosen: ReadonlySet<string>): string[] {
  return [
    ...options.filter((option) => chosen.has(option)),
    ...[...chosen].filter((one) => !options.includes(one)),
  ];
}
