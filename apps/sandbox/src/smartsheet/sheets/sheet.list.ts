import { sheetsOf } from '../access.ts';
import type { Query } from '../api/query.ts';
import type { Account } from '../model.ts';
import type { State } from '../state.ts';
import { pageOf } from './paging.ts';
import { permalink } from './row.view.ts';
import { shownAccess } from './sheet.view.ts';
import { stampOf } from './stamp.ts';

/** "List Sheets": what the account owns and what is shared with it. */
export function listSheets(state: State, { account, query }: { account: Account; query: Query }) {
  const stamp = stampOf(query.flag('numericDates'));
  const include = query.words('include');
  const since = query.time('modifiedSince') ?? 0;
  const sheets = sheetsOf(state, account).filter(({ modifiedAt }) => modifiedAt >= since);
  const page = pageOf(sheets, query);
  return {
    ...page,
    data: page.data.map((sheet) => ({
      id: sheet.id,
      name: sheet.name,
      accessLevel: shownAccess(sheet, { account, query }),
      permalink: permalink(sheet),
      createdAt: stamp(sheet.createdAt),
      modifiedAt: stamp(sheet.modifiedAt),
      ...(include.has('sheetVersion') ? { version: sheet.version } : {}),
    })),
  };
}
