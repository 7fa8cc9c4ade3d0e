import { isLockedFor, mayAtLeast } from '../access.ts';
import { refuse } from '../errors.ts';
import { checkMembers, isObject, type Json, member } from '../json.ts';
import type { Cell, Column, Id, Sheet } from '../model.ts';
import { fitObjectValue, fitValue, isEmpty } from './cell.value.ts';

/** What a request wants of one cell; null clears it. */
export type CellWrite = { columnId: Id; cell: Cell | null };

export type CellRules = {
  sheet: Sheet;
  accountId: Id;
  /** The call's own `overrideValidation`. */
  overrideValidation: boolean;
};

const TAKEN = [
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
const KNOWN = ['displayValue', 'columnType', 'conditionalFormat', 'linksOutToCells', 'image'];
const CONTENTS = ['value', 'objectValue', 'formula'];

/** Reads one cell of a request against its column: what it will hold, or why it may not. */
export function readCell(given: unknown, rules: CellRules): CellWrite {
  if (!isObject(given)) throw refuse(1008, 'A cell must be an object.');
  checkMembers(given, { noun: 'cell', taken: TAKEN, known: KNOWN });
  const columnId = member(given, { noun: 'cell', name: 'columnId', kind: 'number' });
  if (columnId === undefined) throw refuse(1012, 'cell.columnId');
  const column = rules.sheet.columns.find(({ id }) => id === columnId);
  if (!column) throw refuse(1036, columnId);
  requireWritable(column, rules);
  return { columnId, cell: contentOf(given, { column, rules }) };
}

function requireWritable(column: Column, { sheet, accountId }: CellRules): void {
  if (column.systemColumnType !== undefined) throw refuse(1046, column.id);
  if (column.formula !== undefined) throw refuse(1302);
  if (isLockedFor(sheet, accountId, column.locked)) throw refuse(1039, column.id);
}

function contentOf(given: Json, { column, rules }: { column: Column; rules: CellRules }): Cell | null {
  const contents = CONTENTS.filter((name) => name in given);
  if (contents.includes('value') && contents.includes('objectValue')) throw refuse(1130);
  if (contents.length > 1) throw refuse(1178, contents.map((name) => `cell.${name}`).join(', '));
  const hyperlink = linkOf(given);
  if ('formula' in given) return formulaCell(given);
  if ('linkInFromCell' in given) return linkedCell(given, contents.length > 0);
  if (contents.length === 0 && !hyperlink) throw refuse(1012, 'cell.value');
  const content = given.objectValue ?? given.value ?? hyperlink?.url ?? null;
  if (content === null || content === '') return null;
  const { value, fits } =
    'objectValue' in given ? fitObjectValue(column, content) : fitValue(column, content);
  if (!fits) requireLeave(given, { column, rules, content });
  if (isEmpty(value)) return null;
  const format = member(given, { noun: 'cell', name: 'format', kind: 'string' });
  return { value, ...(hyperlink ? { hyperlink } : {}), ...(format === undefined ? {} : { format }) };
}

/** A value that does not fit needs `strict: false`, and in a restricted column an admin's override as well. */
function requireLeave(
  given: Json,
  { column, rules, content }: { column: Column; rules: CellRules; content: unknown },
): void {
  const strict = member(given, { noun: 'cell', name: 'strict', kind: 'boolean' }) ?? true;
  const shown = typeof content === 'object' ? JSON.stringify(content) : String(content);
  if (strict) throw refuse(1042, column.id, shown, column.type);
  if (!column.validation) return;
  const override =
    member(given, { noun: 'cell', name: 'overrideValidation', kind: 'boolean' }) ?? rules.overrideValidation;
  if (!override) throw refuse(1042, column.id, shown, column.type);
  if (!mayAtLeast(rules.sheet, rules.accountId, 'ADMIN')) throw refuse(1212);
}

function linkOf(given: Json): { url: string } | undefined {
  if (!isObject(given.hyperlink)) return undefined;
  const url = given.hyperlink.url;
  if (typeof url !== 'string') throw refuse(1012, 'cell.hyperlink.url');
  return { url };
}

/** The sandbox calculates nothing: a new formula shows what the provider shows for one it cannot read. */
function formulaCell(given: Json): Cell | null {
  const formula = member(given, { noun: 'cell', name: 'formula', kind: 'string' });
  if (formula === undefined || formula === '') return null;
  if (!formula.startsWith('=')) throw refuse(1162);
  return { value: '#UNPARSEABLE', formula };
}

/** Links between sheets are only ever taken away here; making one needs a sheet to follow. */
function linkedCell(given: Json, hasContent: boolean): null {
  if (hasContent) throw refuse(1115);
  if (given.linkInFromCell !== null) throw refuse(1032, 'cell.linkInFromCell');
  return null;
}
