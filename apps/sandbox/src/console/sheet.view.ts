import { definedFields } from '../smartsheet/attributes.ts';
import type {
  Attachment,
  Cell,
  CellValue,
  Column,
  Contact,
  ContactValue,
  Id,
  Place,
  Row,
  Sheet,
} from '../smartsheet/model.ts';
import { countRows } from '../smartsheet/seed/rows-on-demand.ts';
import { formatDisplayValue, sortByOptions } from '../smartsheet/sheets/display-value.ts';
import type { State } from '../state/state.ts';
import { toReportSummary } from './report.view.ts';

type Accounts = State['accounts'];

const names = new Intl.Collator('en', { numeric: true });

function toSummary(sheet: Sheet, accounts: Accounts) {
  const findEmail = (id: Id) => accounts.get(id)?.email ?? '';
  return {
    id: String(sheet.id),
    name: sheet.name,
    owner: findEmail(sheet.ownerId),
    shares: Object.entries(sheet.shares).map(([id, access]) => ({ email: findEmail(Number(id)), access })),
    rows: countRows(sheet),
    version: sheet.version,
    place: sheet.place ? toPlaceId(sheet.place) : null,
  };
}

/** Returns one text for a place, which is its address in the page's forms: `workspaceId` or `workspaceId/folderId`. */
function toPlaceId({ workspaceId, folderId }: Place): string {
  return folderId === undefined ? String(workspaceId) : `${workspaceId}/${folderId}`;
}

/** Returns the names from a workspace down to the folder. */
function getPath({ workspaceId, folderId }: Place, state: State): string[] {
  const folder = folderId === undefined ? undefined : state.folders.get(folderId);
  if (folder) return [...getPath(folder.place, state), folder.name];
  return [state.workspaces.get(workspaceId)?.name ?? []].flat();
}

/** Returns every workspace, each followed by its folders, by the names of their paths. */
function toPlaceViews(state: State) {
  const places: Place[] = [
    ...[...state.workspaces.keys()].map((workspaceId) => ({ workspaceId })),
    ...[...state.folders.values()].map(({ id, place }) => ({ ...place, folderId: id })),
  ];
  return places
    .map((place) => {
      const workspace = state.workspaces.get(place.workspaceId);
      return {
        id: toPlaceId(place),
        path: getPath(place, state),
        isFolder: place.folderId !== undefined,
        owner: state.accounts.get(workspace?.ownerId ?? 0)?.email ?? '',
        shares: Object.entries(workspace?.shares ?? {}).map(([id, access]) => ({
          email: state.accounts.get(Number(id))?.email ?? '',
          access,
        })),
      };
    })
    .sort((a, b) => names.compare(a.path.join('\n'), b.path.join('\n')));
}

/** Returns the accounts, the workspaces with their folders, the reports and the sheets by name. */
export function toOverview(state: State) {
  const { accounts, sheets } = state;
  return {
    places: toPlaceViews(state),
    accounts: [...accounts.values()].map(({ email, firstName, lastName, licensed }) => ({
      email,
      name: `${firstName} ${lastName}`,
      licensed: licensed !== false,
    })),
    reports: [...state.reports.values()]
      .map((report) => toReportSummary(report, state))
      .sort((a, b) => names.compare(a.name, b.name)),
    sheets: [...sheets.values()]
      .map((sheet) => toSummary(sheet, accounts))
      .sort((a, b) => names.compare(a.name, b.name)),
  };
}

/** Returns what is special about a sheet, in words. */
function describeTraits({ isReadOnly, isProject, place, deliveryDelayMs }: Sheet, state: State): string[] {
  return [
    isReadOnly ? 'read-only for the API' : [],
    isProject ? 'project' : [],
    place ? `in ${getPath(place, state).join(' / ')}` : [],
    deliveryDelayMs === undefined ? [] : `events after ${deliveryDelayMs / 1000} s`,
  ].flat();
}

function toColumnView(column: Column) {
  return {
    ...column,
    id: String(column.id),
    /** Of a contact column, its contacts as a person types them. */
    options: column.options ?? column.contactOptions?.map(toContactText) ?? null,
    symbol: column.symbol ?? null,
    systemColumnType: column.systemColumnType ?? null,
    formula: column.formula ?? null,
    contactOptions: column.contactOptions ?? [],
  };
}

function toContactText({ name, email }: Contact): string {
  if (!email) return name ?? '';
  return name ? `${name} <${email}>` : email;
}

function toAttachmentView(attachment: Attachment, accounts: Accounts) {
  return {
    id: String(attachment.id),
    name: attachment.name,
    createdAt: formatMinute(attachment.createdAt),
    createdBy: accounts.get(attachment.createdBy)?.email ?? '',
    isText: attachment.type === 'FILE' && attachment.mimeType.startsWith('text/'),
  };
}

export function toSheetView(sheet: Sheet, state: State) {
  return {
    ...toSummary(sheet, state.accounts),
    traits: describeTraits(sheet, state),
    columns: sheet.columns.map(toColumnView),
    attachments: (sheet.attachments ?? []).map((one) => toAttachmentView(one, state.accounts)),
  };
}

function countAncestors(row: Row, parents: ReadonlyMap<Id, Row>): number {
  let depth = 0;
  for (let up = row.parentId; up !== undefined; up = parents.get(up)?.parentId) depth += 1;
  return depth;
}

function mapParents(sheet: Sheet): Map<Id, Row> {
  const ids = new Set(sheet.rows.flatMap((row) => row.parentId ?? []));
  return new Map(sheet.rows.filter((row) => ids.has(row.id)).map((row) => [row.id, row]));
}

/** Returns `count` rows from index `from` in display order. `parent` says whether a row has children. */
export function toRowViews(
  sheet: Sheet,
  accounts: Accounts,
  { from, count }: { from: number; count: number },
) {
  const parents = mapParents(sheet);
  return sheet.rows.slice(from, from + count).map((row, n) => {
    const cells = sheet.columns.flatMap((column) => {
      const cell = toCellView(column, row, accounts);
      return cell ? [[String(column.id), cell] as const] : [];
    });
    return {
      id: String(row.id),
      number: from + n + 1,
      depth: countAncestors(row, parents),
      parent: parents.has(row.id),
      cells: Object.fromEntries(cells),
    };
  });
}

/** A cell as the page shows and edits it: `value` depends on the column's type, `text` is the displayed text. */
export type CellView = {
  value: string | number | boolean | string[] | Contact | Contact[] | null;
  text: string;
  formula?: string;
  /** Where a hyperlink leads; a sheet is a page of the console. */
  href?: string;
  /** The sheet whose cell a linked cell shows. */
  linkedFrom?: string;
};

function toContact({ objectType: _, ...contact }: ContactValue): Contact {
  return contact;
}

function toValueView(value: CellValue | null, format: string | undefined): CellView {
  if (value === null) return { value: null, text: '' };
  const text = formatDisplayValue(value, format);
  if (typeof value !== 'object') return { value, text };
  if (value.objectType === 'CONTACT') return { value: toContact(value), text };
  if (value.objectType === 'MULTI_CONTACT') return { value: value.values.map(toContact), text };
  return { value: [...value.values], text };
}

function formatMinute(time: number) {
  return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
}

/** Returns the cell of a system column. Its value comes from the row. */
function toSystemCell(column: Column, row: Row, accounts: Accounts): CellView | null {
  const person = (id: number) => {
    const account = accounts.get(id);
    if (!account) return null;
    const contact = { name: `${account.firstName} ${account.lastName}`, email: account.email };
    return { value: contact, text: contact.name };
  };
  switch (column.systemColumnType) {
    case 'CREATED_DATE':
      return { value: formatMinute(row.createdAt), text: formatMinute(row.createdAt) };
    case 'MODIFIED_DATE':
      return { value: formatMinute(row.modifiedAt), text: formatMinute(row.modifiedAt) };
    case 'CREATED_BY':
      return person(row.createdBy);
    case 'MODIFIED_BY':
      return person(row.modifiedBy);
    default:
      return null;
  }
}

/** Returns a cell for the page, or null for an empty one. */
function toCellView(column: Column, row: Row, accounts: Accounts): CellView | null {
  const cell: Cell | undefined = row.cells[String(column.id)];
  if (!cell) return toSystemCell(column, row, accounts);
  const value = cell.value === null ? null : sortByOptions(cell.value, column);
  return {
    ...toValueView(value, cell.format ?? column.format),
    ...definedFields({
      formula: cell.formula,
      href: findAddress(cell),
      linkedFrom: cell.linkInFromCell?.sheetName,
    }),
  };
}

/** Returns where a hyperlink leads. There are no reports here, and only addresses of the web are followed. */
function findAddress({ hyperlink }: Cell): string | undefined {
  if (!hyperlink || 'reportId' in hyperlink) return undefined;
  if ('sheetId' in hyperlink) return `#/sheets/${hyperlink.sheetId}`;
  return /^https?:\/\//.test(hyperlink.url) ? hyperlink.url : undefined;
}
