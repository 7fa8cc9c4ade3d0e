import type { ContentFaults } from '../../faults/faults.ts';
import { visibleSheets } from '../access.ts';
import type { QueryParams } from '../api/query-params.ts';
import type { Sheet } from '../model.ts';
import { getPage, pageByToken } from './paging.ts';
import { permalink } from './permalink.ts';
import { accessLevelFor, ownerInfo, type ReadRequest } from './read-request.ts';
import { timeFormat } from './time-format.ts';

/** Returns "List Sheets": the sheets that the account owns or has access to. */
export function listSheets({ account, query, deps }: ReadRequest, { sheetList }: ContentFaults) {
  const formatTime = timeFormat(query.flag('numericDates'));
  const include = query.list('include');
  const since = query.time('modifiedSince') ?? 0;
  const sheets = visibleSheets(deps.state, account).filter(({ modifiedAt }) => modifiedAt >= since);
  const page = pageFor(sheets, query, sheetList);
  // The lists that Smartsheet has moved to tokens have lost their versions.
  const hasVersions = include.has('sheetVersion') && sheetList !== 'tokens';
  return {
    ...page,
    data: page.data.map((sheet) => ({
      id: sheet.id,
      name: sheet.name,
      accessLevel: accessLevelFor(sheet, { account, query }),
      permalink: permalink(sheet, deps.config),
      createdAt: formatTime(sheet.createdAt),
      modifiedAt: formatTime(sheet.modifiedAt),
      ...ownerInfo(sheet, { query, deps }),
      version: hasVersions ? sheet.version : undefined,
      source: include.has('source') ? sheet.source : undefined,
    })),
  };
}

function pageFor(sheets: Sheet[], query: QueryParams, sheetList: ContentFaults['sheetList']) {
  if (sheetList === 'tokens') return pageByToken(sheets, query);
  return getPage(sheets, query, ({ whole: 'none', pages: 'pages', cut: 'first' } as const)[sheetList]);
}
