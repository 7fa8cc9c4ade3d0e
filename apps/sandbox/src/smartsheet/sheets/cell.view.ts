import type { Config } from '../../config.ts';
import type {
  Account,
  Cell,
  CellLink,
  CellValue,
  Column,
  ContactValue,
  Hyperlink,
  Row,
  Sheet,
} from '../model.ts';
import { formatDisplayValue, sortByOptions } from './display-value.ts';
import { requiredLevel } from './level.ts';
import { permalink, reportPermalink } from './permalink.ts';
import type { RowViewOptions } from './read-request.ts';

/** Returns the cells of a row in these columns. */
export function cellViews(row: Row, viewOptions: RowViewOptions): object[] {
  return viewOptions.columns.flatMap((column) => {
    const cell = row.cells[column.id] ?? systemCell(row, column, viewOptions);
    const linksOut = viewOptions.linksOut.get(`${row.id}/${column.id}`);
    return cell || viewOptions.withEmpty ? cellView({ cell, linksOut }, column, viewOptions) : [];
  });
}

type Content = { cell: Cell | undefined; linksOut: CellLink[] | undefined };

/** JSON leaves out what is undefined. */
function cellView({ cell, linksOut }: Content, column: Column, viewOptions: RowViewOptions): object {
  const { config, withColumnType, withFormat, withLinkInDetails, withLinkOutDetails } = viewOptions;
  return {
    columnId: column.id,
    columnType: withColumnType ? column.type : undefined,
    ...(cell && valueFields(cell, column, viewOptions)),
    formula: cell && (cell.formula ?? column.formula),
    format: withFormat ? (cell?.format ?? column.format) : undefined,
    hyperlink: cell?.hyperlink && hyperlinkView(cell.hyperlink, config),
    linkInFromCell: cell?.linkInFromCell && linkView(cell.linkInFromCell, withLinkInDetails),
    linksOutToCells: linksOut?.map((link) => linkView(link, withLinkOutDetails)),
  };
}

/** A link to a sheet or a report has its permalink as the address. */
function hyperlinkView(hyperlink: Hyperlink, config: Config): object {
  if ('url' in hyperlink) return hyperlink;
  if ('sheetId' in hyperlink) return { url: permalink({ id: hyperlink.sheetId }, config), ...hyperlink };
  return {
    url: reportPermalink({ id: hyperlink.reportId }, config),
    ...hyperlink,
  };
}

/** Without details a link tells only the sheet it leads to. */
function linkView({ sheetId, sheetName, ...details }: CellLink, hasDetails: boolean): object {
  return { sheetId, sheetName, ...(hasDetails ? details : {}) };
}

function valueFields(cell: Cell, column: Column, { level, withObjectValue, sheet }: RowViewOptions) {
  if (cell.value === null) return {};
  const value = sortByOptions(cell.value, column);
  if (typeof value === 'object' && value.objectType !== 'CONTACT') {
    const text = formatDisplayValue(value);
    const isReal = level >= requiredLevel(column.type);
    const shown = isReal ? value : text;
    return {
      value: isReal ? undefined : text,
      displayValue: text,
      objectValue: withObjectValue ? shown : undefined,
    };
  }
  return {
    value: typeof value === 'object' ? (value.email ?? value.name ?? '') : value,
    displayValue: hasDisplayValue(value, column)
      ? formatDisplayValue(value, cell.format ?? column.format)
      : undefined,
    objectValue: withObjectValue ? toObjectValue(value, { column, sheet }) : undefined,
  };
}

/** Ticks of a checkbox and dates have no display value. */
function hasDisplayValue(value: CellValue, { type }: Column) {
  if (typeof value === 'boolean') return type !== 'CHECKBOX';
  return type !== 'DATE' && type !== 'DATETIME' && type !== 'ABSTRACT_DATETIME';
}

function toObjectValue(
  value: string | number | boolean | ContactValue,
  { column: { type }, sheet }: { column: Column; sheet: Sheet },
) {
  if (typeof value === 'string' && type === 'DURATION') return durationValue(value);
  if (typeof value === 'string' && type === 'PREDECESSOR') return predecessorList(value, sheet.rows);
  const isDate = type === 'DATE' || type === 'DATETIME' || type === 'ABSTRACT_DATETIME';
  return isDate && typeof value === 'string' ? { objectType: type, value } : value;
}

function systemCell(row: Row, column: Column, { accounts, formatTime }: RowViewOptions): Cell | undefined {
  switch (column.systemColumnType) {
    case 'CREATED_DATE':
      return { value: formatTime(row.createdAt) };
    case 'MODIFIED_DATE':
      return { value: formatTime(row.modifiedAt) };
    case 'CREATED_BY':
      return contactCell(accounts.get(row.createdBy));
    case 'MODIFIED_BY':
      return contactCell(accounts.get(row.modifiedBy));
    default:
      return undefined;
  }
}

function contactCell(account: Account | undefined): Cell | undefined {
  return account && { value: { objectType: 'CONTACT', email: account.email, name: account.email } };
}

const durationPart = /(?<sign>-?)(?<number>\d+(?:\.\d+)?)(?<unit>ms|[wdhms])/g;
const unitNames = {
  w: 'weeks',
  d: 'days',
  h: 'hours',
  m: 'minutes',
  s: 'seconds',
  ms: 'milliseconds',
} as const;
const predecessorPart = /^(?<row>\d+)(?<type>FS|FF|SS|SF)?\s*(?:(?<sign>[+-])(?<lag>.+))?$/;

/** Returns a duration as its object: `2w 1.5d` has weeks and days, `e5d` is elapsed time. */
function durationValue(text: string): object {
  const negative = text.trim().startsWith('-');
  const parts = [...text.matchAll(durationPart)].map(({ groups = {} }) => [
    unitNames[groups.unit as keyof typeof unitNames],
    Number(groups.number),
  ]);
  return {
    objectType: 'DURATION',
    ...(negative ? { negative } : {}),
    ...(text.trim().startsWith('e') ? { elapsed: true } : {}),
    ...Object.fromEntries(parts),
  };
}

/** Returns predecessors such as `3FS +2d, 7` as their object. A row that does not exist makes one invalid. */
function predecessorList(text: string, rows: readonly Row[]): object {
  const predecessors = text.split(',').map((part) => {
    const { row = '0', type = 'FS', sign = '', lag } = predecessorPart.exec(part.trim())?.groups ?? {};
    const rowNumber = Number(row);
    const rowId = rows[rowNumber - 1]?.id;
    return {
      ...(rowId === undefined ? {} : { rowId }),
      rowNumber,
      type,
      ...(lag === undefined ? {} : { lag: durationValue(`${sign === '-' ? '-' : ''}${lag}`) }),
      inCriticalPath: false,
      invalid: rowId === undefined,
    };
  });
  return { objectType: 'PREDECESSOR_LIST', predecessors };
}
