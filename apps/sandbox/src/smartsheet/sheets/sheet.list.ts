import { sheetsOf } from '../access.ts';
import { pageOf } from './paging.ts';
import { permalink } from './permalink.ts';
import { type Reader, shownAccess } from './sheet.view.ts';
import { stampOf } from './stamp.ts';

/** "List Sheets": what the account owns and what is shared with it. */
export function listSheets({ account, query, parts }: Reader) {
  const stamp = stampOf(query.flag('numericDates'));
  const include = query.words('include');
  const since = query.time('modifiedSince') ?? 0;
  const sheets = sheetsOf(parts.state, account).filter(({ modifiedAt }) => modifiedAt >= since);
  const page = pageOf(sheets, query);
  return {
    ...page,
    data: page.data.map((sheet) => ({
      id: sheet.id,
      name: sheet.name,
      accessLevel: shownAccess(sheet, { account, query }),
      permalink: permalink(sheet, parts.config),
      createdAt: stamp(sheet.createdAt),
      modifiedAt: stamp(sheet.modifiedAt),
      ...(include.has('sheetVersion') ? { version: sheet.version } : {}),
    })),
  };
}
