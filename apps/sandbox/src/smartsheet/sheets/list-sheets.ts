import { visibleSheets } from '../access.ts';
import { pageOf } from './paging.ts';
import { permalink } from './permalink.ts';
import { accessLevelFor, type ReadRequest } from './read-request.ts';
import { timeFormat } from './time-format.ts';

/** Returns "List Sheets": the sheets that the account owns or has access to. */
export function listSheets({ account, query, deps }: ReadRequest) {
  const formatTime = timeFormat(query.flag('numericDates'));
  const include = query.list('include');
  const since = query.time('modifiedSince') ?? 0;
  const sheets = visibleSheets(deps.state, account).filter(({ modifiedAt }) => modifiedAt >= since);
  const page = pageOf(sheets, query);
  return {
    ...page,
    data: page.data.map((sheet) => ({
      id: sheet.id,
      name: sheet.name,
      accessLevel: accessLevelFor(sheet, { account, query }),
      permalink: permalink(sheet, deps.config),
      createdAt: formatTime(sheet.createdAt),
      modifiedAt: formatTime(sheet.modifiedAt),
      ...(include.has('ownerInfo')
        ? { owner: deps.state.accounts.get(sheet.ownerId)?.email, ownerId: sheet.ownerId }
        : {}),
      ...(include.has('sheetVersion') ? { version: sheet.version } : {}),
      ...(include.has('source') && sheet.source ? { source: sheet.source } : {}),
    })),
  };
}
