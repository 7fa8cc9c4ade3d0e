import { hasAccess, isLockedFor } from '../access.ts';
import { assertAttributes, isObject, type Json, readFlag, readId, readText } from '../attributes.ts';
import { apiError } from '../errors.ts';
import type { Cell, Column, Id } from '../model.ts';
import { type LinkRules, parseCellLink, parseHyperlink } from './cell.link.ts';
import { checkObjectValue, checkValue, isEmpty, parseLenient } from './cell.value.ts';

/** One cell of a request; null clears it. */
export type CellInput = { columnId: Id; cell: Cell | null };

export type CellRules = LinkRules & {
  /** `overrideValidation` of the whole request. */
  overrideValidation: boolean;
  isNewRow: boolean;
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
  // Ignored.
  'displayValue',
];
const unsupportedAttributes = ['columnType', 'conditionalFormat', 'linksOutToCells', 'image'];
/** What a formula excludes. */
const withoutFormula = ['value', 'objectValue', 'hyperlink', 'linkInFromCell'];

/** Parses one cell of a request. Throws when its column does not accept it. */
export function parseCell(body: unknown, rules: CellRules): CellInput {
  if (!isObject(body)) throw apiError(1008, 'A cell must be an object.');
  assertAttributes(body, { noun: 'cell', accepted: acceptedAttributes, unsupported: unsupportedAttributes });
  const columnId = readId(body, 'columnId');
  if (columnId === undefined) throw apiError(1012, 'cell.columnId');
  const column = rules.sheet.columns.find(({ id }) => id === columnId);
  if (!column) throw apiError(1036, columnId);
  assertWritable(column, rules);
  return { columnId, cell: parseContent(body, { column, rules }) };
}

function assertWritable(column: Column, { sheet, accountId }: CellRules): void {
  if (column.systemColumnType !== undefined) throw apiError(1046, column.id);
  if (column.formula !== undefined) throw apiError(1302);
  if (isLockedFor(sheet, accountId, column.locked)) throw apiError(1039, column.id);
}

function parseContent(body: Json, { column, rules }: { column: Column; rules: CellRules }): Cell | null {
  if ('formula' in body) {
    if (withoutFormula.some((name) => (body[name] ?? null) !== null)) throw apiError(1163);
    return parseFormula(body);
  }
  if ('value' in body && 'objectValue' in body) throw apiError(1130);
  const link = parseHyperlink(body, rules);
  if ('linkInFromCell' in body) return parseCellLink(body, rules);
  if (!('value' in body || 'objectValue' in body) && !link) throw apiError(1012, 'cell.value');
  const written = body.objectValue ?? body.value ?? link?.text ?? null;
  // A checkbox that is cleared is not ticked; a cell of another type becomes empty.
  if (written === null || written === '') return column.type === 'CHECKBOX' ? { value: false } : null;
  const isParsed = typeof written === 'string' && !link && !isStrict(body);
  const parsed = isParsed ? parseLenient(column, written) : null;
  const content = parsed?.value ?? written;
  const { value, conforms } =
    'objectValue' in body ? checkObjectValue(column, content) : checkValue(column, content);
  if (!conforms) assertMayViolateType(body, { column, rules, content });
  if (isEmpty(value)) return null;
  const format = readText(body, 'format') ?? parsed?.format;
  return {
    value,
    ...(link ? { hyperlink: link.hyperlink } : {}),
    ...(format === undefined ? {} : { format }),
  };
}

/**
 * Throws unless a value of another type may be written: with `strict: false`, and in a restricted column only by an
 * admin who overrides the validation.
 */
function assertMayViolateType(
  body: Json,
  { column, rules, content }: { column: Column; rules: CellRules; content: unknown },
): void {
  const text = typeof content === 'object' ? JSON.stringify(content) : String(content);
  if (isStrict(body)) throw apiError(1042, column.id, text, column.type);
  if (!column.validation) return;
  const override = readFlag(body, 'overrideValidation') ?? rules.overrideValidation;
  if (!override) throw apiError(1042, column.id, text, column.type);
  if (!hasAccess(rules.sheet, rules.accountId, 'ADMIN')) throw apiError(1212);
}

function isStrict(body: Json): boolean {
  return readFlag(body, 'strict') ?? true;
}

/** The sandbox does not calculate: a new formula shows `#UNPARSEABLE`. */
function parseFormula(body: Json): Cell | null {
  const formula = readText(body, 'formula');
  if (formula === undefined || formula === '') return null;
  if (!formula.startsWith('=')) throw apiError(1162);
  return { value: '#UNPARSEABLE', formula };
}
