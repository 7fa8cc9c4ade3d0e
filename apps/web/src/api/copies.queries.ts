import { copyEndpoints } from '@picksync/contracts';
import { query } from './query.ts';

/** The sheet is read for it, and the file. */
const timeoutMs = 60_000;

/** What restoring a copy would do now. It holds values of a sheet, so it is removed as soon as it is not shown. */
export function restorePreviewQuery(id: string, copyId: string) {
  return { ...query(copyEndpoints.preview, { params: { id, copyId } }, { timeoutMs }), gcTime: 0 };
}
