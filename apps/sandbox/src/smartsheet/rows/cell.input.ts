import { hasAccess, isLockedFor } from '../access.ts';
import { assertAttributes, isObject, type Json, readAttribute } from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { Cell, Column, Id, Sheet } from '../model.ts';
import { checkObjectValue, checkValue, isEmpty } from './cell.value.ts';

/** What a request wants of one cell; null clears it. */
export type CellInput = { columnId: Id; cell: Cell | null };

export type CellRules = {
  sheet: Sheet;
  accountId: Id;
  /** The call's own `overrideValidation`. */
  overrideValidation: boolean;
};

const acceptedAttributes = [
  'columnId',
  'value',
  'objectValue',
  'formula',
  'hyperlink',
  'linkInFromCell',
  'strict',
  'overrideValidation',
  'format',
];
const unsupportedAttributes = ['displayValue', 'columnType', 'conditionalFormat', 'linksOutToCells', 'image'];
const contentAttributes = ['value', 'objectValue', 'formula'];

/** Reads one cell of a request against its column: what it will hold, or why it may not. */
export function parseCell(given: unknown, rules: CellRules): CellInput {
  if (!isObject(given)) throw apiError(1008, 'A cell must be an object.');
  assertAttributes(given, { noun: 'cell', taken: acceptedAttributes, known: unsupportedAttributes });
  const columnId = readAttribute(given, { noun: 'cell', name: 'columnId', kind: 'number' });
  if (columnId === undefined) throw apiError(1012, 'cell.columnId');
  const column = rules.sheet.columns.find(({ id }) => id === columnId);
  if (!column) throw apiError(1036, columnId);
  assertWritable(column, rules);
  return { columnId, cell: contentOf(given, { column, rules }) };
}

function assertWritable(column: Column, { sheet, accountId }: CellRules): void {
  if (column.systemColumnType !== undefined) throw apiError(1046, column.id);
  if (column.formula !== undefined) throw apiError(1302);
  if (isLockedFor(sheet, accountId, column.locked)) throw apiError(1039, column.id);
}

function contentOf(given: Json, { column, rules }: { column: Column; rules: CellRules }): Cell | null {
  const contents = contentAttributes.filter((name) => name in given);
  if (contents.includes('value') && contents.includes('objectValue')) throw apiError(1130);
  if (contents.length > 1) throw apiError(1178, contents.map((name) => `cell.${name}`).join(', '));
  const hyperlink = linkOf(given);
  if ('formula' in given) return formulaCell(given);
  if ('linkInFromCell' in given) return linkedCell(given, contents.length > 0);
  if (contents.length === 0 && !hyperlink) throw apiError(1012, 'cell.value');
  const content = given.objectValue ?? given.value ?? hyperlink?.url ?? null;
  if (content === null || content === '') return null;
  const { value, conforms } =
    'objectValue' in given ? checkObjectValue(column, content) : checkValue(column, content);
  if (!conforms) assertMayViolateType(given, { column, rules, content });
  if (isEmpty(value)) return null;
  const format = readAttribute(given, { noun: 'cell', name: 'format', kind: 'string' });
  return { value, ...(hyperlink ? { hyperlink } : {}), ...(format === undefined ? {} : { format }) };
}

/** A value that does not fit needs `strict: false`, and in a restricted column an admin's override as well. */
function assertMayViolateType(
  given: Json,
  { column, rules, content }: { column: Column; rules: CellRules; content: unknown },
): void {
  const strict = readAttribute(given, { noun: 'cell', name: 'strict', kind: 'boolean' }) ?? true;
  const shown = typeof content === 'object' ? JSON.stringify(content) : String(content);
  if (strict) throw apiError(1042, column.id, shown, column.type);
  if (!column.validation) return;
  const override =
    readAttribute(given, { noun: 'cell', name: 'overrideValidation', kind: 'boolean' }) ??
    rules.overrideValidation;
  if (!override) throw apiError(1042, column.id, shown, column.type);
  if (!hasAccess(rules.sheet, rules.accountId, 'ADMIN')) throw apiError(1212);
}

function linkOf(given: Json): { url: string } | undefined {
  if (!isObject(given.hyperlink)) return undefined;
  const url = given.hyperlink.url;
  if (typeof url !== 'string') throw apiError(1012, 'cell.hyperlink.url');
  return { url };
}

/** The sandbox calculates nothing: a new formula shows what the provider shows for one it cannot read. */
function formulaCell(given: Json): Cell | null {
  const formula = readAttribute(given, { noun: 'cell', name: 'formula', kind: 'string' });
  if (formula === undefined || formula === '') return null;
  if (!formula.startsWith('=')) throw apiError(1162);
  return { value: '#UNPARSEABLE', formula };
}

/** Links between sheets are only ever taken away here; making one needs a sheet to follow. */
function linkedCell(given: Json, hasContent: boolean): null {
  if (hasContent) throw apiError(1115);
  if (given.linkInFromCell !== null) throw apiError(1032, 'cell.linkInFromCell');
  return null;
}
