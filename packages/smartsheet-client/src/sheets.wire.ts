import * as z from 'zod';
import { columnSchema } from './columns.wire.ts';
import type { Row } from './rows.types.ts';
import type { Sheet, SheetSummary } from './sheets.types.ts';
import { wireCount, wireCountOrNull, wireId, wireText, wireTime, wireWord } from './wire.ts';

const accessLevel = wireWord(['VIEWER', 'COMMENTER', 'EDITOR', 'EDITOR_SHARE', 'ADMIN', 'OWNER']);

/** One spelling, `permalink`, is what the wire has; the published schema says `permaLink` in places. */
const permalinks = { permalink: wireText, permaLink: wireText };

export const sheetSummarySchema = z
  .object({
    id: wireId,
    name: z.string(),
    accessLevel,
    ...permalinks,
    createdAt: wireTime,
    modifiedAt: wireTime,
    version: wireCountOrNull,
  })
  .transform(
    ({ permaLink, ...sheet }): SheetSummary => ({ ...sheet, permalink: sheet.permalink ?? permaLink }),
  );

export const sheetSchema = z
  .object({
    id: wireId,
    name: z.string(),
    version: wireCount,
    totalRowCount: wireCountOrNull,
    accessLevel,
    ...permalinks,
    createdAt: wireTime,
    modifiedAt: wireTime,
    columns: z.array(columnSchema),
    /** Made by `readSheetBody`. */
    rows: z.custom<Row[]>(Array.isArray),
    hasReadableRows: z.boolean(),
  })
  .transform(
    ({ permaLink, totalRowCount, ...sheet }): Sheet => ({
      ...sheet,
      permalink: sheet.permalink ?? permaLink,
      totalRowCount: totalRowCount ?? sheet.rows.length,
    }),
  );

/** Of a listed sheet, what the versions need. */
export const listedVersionSchema = z.object({ id: wireId, version: wireCountOrNull });

export const versionSchema = z.object({ version: wireCount }).transform(({ version }) => version);
