import {
  assertAttributes,
  definedFields,
  isObject,
  type Json,
  readChoice,
  readFlag,
  readId,
  readNumber,
  readText,
  unexpectedType,
} from '../attributes.ts';
import { apiError } from '../errors.ts';
import { columnTypes, type SystemColumnType, typeBySystemColumn } from '../model.ts';
import {
  type ReportColumn,
  type ReportColumnIdentifier,
  type ReportCriterion,
  type ReportFilters,
  type ReportFilterValue,
  reportOperators,
} from './report.model.ts';

const mostColumns = 400;
const mostScope = 100;
const deepestFilters = 3;
const defaultWidth = 150;

/** Returns a list of a request. Throws 1012 without one, and 1061 for more than Smartsheet takes at once. */
function readList(body: Json, name: string, most: number): unknown[] {
  const list = body[name];
  if (list === undefined || list === null) throw apiError(1012, `report.${name}`);
  if (!Array.isArray(list)) throw unexpectedType(name);
  if (list.length === 0) throw apiError(1207);
  if (list.length > most) throw apiError(1061, `report.${name}`);
  return list;
}

function readIdentifier(body: Json): ReportColumnIdentifier {
  return definedFields({
    title: readText(body, 'title'),
    type: readChoice(body, 'type', columnTypes, 'report'),
    primary: readFlag(body, 'primary') || undefined,
    systemColumnType: readChoice(
      body,
      'systemColumnType',
      Object.keys(typeBySystemColumn) as SystemColumnType[],
      'report',
    ),
    sheetNameColumn: readFlag(body, 'sheetNameColumn') || undefined,
  });
}

/** Returns the columns of a new report. */
export function parseReportColumns(body: Json): Omit<ReportColumn, 'virtualId'>[] {
  return readList(body, 'columns', mostColumns).map((column) => {
    if (!isObject(column)) throw unexpectedType('columns');
    const { title, type, ...identifier } = readIdentifier(column);
    if (title === undefined) throw apiError(1012, 'column.title');
    if (type === undefined) throw apiError(1012, 'column.type');
    const width = readNumber(column, 'width') ?? defaultWidth;
    return { title, type, ...identifier, width, hidden: readFlag(column, 'hidden') ?? false };
  });
}

const assetTypes = ['sheet', 'workspace'] as const;

export type ReportAsset = { assetType: (typeof assetTypes)[number]; assetId: number };

/** Returns the sheets and workspaces of a request; their kinds come in any case. */
export function parseReportScope(body: Json): ReportAsset[] {
  return readList(body, 'scope', mostScope).map((asset) => {
    if (!isObject(asset)) throw unexpectedType('scope');
    const kind = readText(asset, 'assetType');
    const assetType = assetTypes.find((one) => one === kind?.toLowerCase());
    if (assetType === undefined) throw apiError(1031, kind, 'scope.assetType');
    const assetId = readId(asset, 'assetId');
    if (assetId === undefined) throw apiError(1012, 'scope.assetId');
    return { assetType, assetId };
  });
}

/** Returns the filters of a report's definition; null where a request takes them away. Undefined: they stay. */
export function parseReportFilters(definition: unknown): ReportFilters | null | undefined {
  if (definition === undefined) return undefined;
  if (!isObject(definition)) throw unexpectedType('reportDefinition');
  const accepted = ['filters', 'groupingCriteria', 'summarizingCriteria', 'sortingCriteria'];
  assertAttributes(definition, { noun: 'reportDefinition', accepted });
  const { filters } = definition;
  return filters === undefined || filters === null ? filters : parseFilters(filters, 1);
}

function parseFilters(body: unknown, depth: number): ReportFilters {
  if (!isObject(body) || depth > deepestFilters) throw unexpectedType('filters');
  const operator = readChoice(body, 'operator', ['AND', 'OR'], 'report');
  if (operator === undefined) throw apiError(1012, 'filters.operator');
  const list = (name: string) => (Array.isArray(body[name]) ? (body[name] as unknown[]) : undefined);
  const criteria = list('criteria')?.map(parseCriterion);
  const nestedCriteria = list('nestedCriteria')?.map((nested) => parseFilters(nested, depth + 1));
  if (!criteria && !nestedCriteria) throw apiError(1012, 'filters.criteria');
  return { operator, ...definedFields({ criteria, nestedCriteria }) };
}

function parseCriterion(body: unknown): ReportCriterion {
  if (!isObject(body) || !isObject(body.column)) throw unexpectedType('criteria');
  const operator = readChoice(body, 'operator', reportOperators, 'report');
  if (operator === undefined) throw apiError(1012, 'criteria.operator');
  const values = Array.isArray(body.values) ? (body.values as ReportFilterValue[]) : [];
  return { column: readIdentifier(body.column), operator, values };
}
