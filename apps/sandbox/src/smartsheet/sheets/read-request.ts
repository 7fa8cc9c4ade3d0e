import type { SandboxDeps } from '../../deps.ts';
import { getAccess, type Shared } from '../access.ts';
import type { QueryParams } from '../api/query-params.ts';
import { apiError } from '../errors.ts';
import type { AccessLevel, Account, Column, Sheet } from '../model.ts';
import { findLinksOut } from '../rows/linked-cells.ts';
import { type Level, parseLevel } from './level.ts';
import { timeFormat } from './time-format.ts';

/** The account and the query of a read. */
export type ReadRequest = {
  account: Account;
  query: QueryParams;
  deps: SandboxDeps;
};

/**
 * Returns the access level for the response. COMMENTER is reported as VIEWER unless the caller sets
 * `accessApiLevel=1`.
 */
export function accessLevelFor(
  sheet: Shared,
  { account, query }: { account: Account; query: QueryParams },
): AccessLevel {
  const access = getAccess(sheet, account.id) ?? 'VIEWER';
  return access === 'COMMENTER' && query.integer('accessApiLevel') !== 1 ? 'VIEWER' : access;
}

/** Returns the owner of a sheet for a query that asks for it. */
export function ownerInfo({ ownerId }: Sheet, { query, deps }: Pick<ReadRequest, 'query' | 'deps'>) {
  if (!query.list('include').has('ownerInfo')) return {};
  return { owner: deps.state.accounts.get(ownerId)?.email, ownerId };
}

export type RowViewOptions = ReturnType<typeof rowViewOptions>;

/** Returns how the query asks for rows and cells. A report has levels of its own. */
export function rowViewOptions(
  sheet: Sheet,
  { account, query, deps }: ReadRequest,
  level: Level = parseLevel(query.integer('level')),
) {
  const include = query.list('include');
  const exclude = query.list('exclude');
  return {
    sheet,
    accountId: account.id,
    accounts: deps.state.accounts,
    config: deps.config,
    level,
    formatTime: timeFormat(query.flag('numericDates')),
    columns: selectColumns(sheet, query),
    withObjectValue: include.has('objectValue'),
    withColumnType: include.has('columnType'),
    withFormat: include.has('format'),
    withWriter: include.has('writerInfo'),
    withPermalink: include.has('rowPermalink'),
    withEmpty: !exclude.has('nonexistentCells'),
    withLinkInDetails: !exclude.has('linkInFromCellDetails'),
    withLinkOutDetails: !exclude.has('linksOutToCellsDetails'),
    /** The links from this sheet's cells to others. */
    linksOut: findLinksOut(sheet, deps.state),
  };
}

/** Returns the columns in `columnIds`. Throws 1036 when one of them is not in the sheet. */
function selectColumns({ columns }: Sheet, query: QueryParams): Column[] {
  const columnIds = query.integers('columnIds');
  if (!columnIds) return columns;
  const unknown = columnIds.find((id) => !columns.some((column) => column.id === id));
  if (unknown !== undefined) throw apiError(1036, unknown);
  return columns.filter(({ id }) => columnIds.includes(id));
}
