import {
  type CallOptions,
  type Column,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';
import { maxAgeMs } from './max-age.ts';

export type ApplyRows = {
  client: SmartsheetClient;
  sheetId: string;
  /** The source column as it was read with `level=2`. */
  column: Column;
  call?: CallOptions;
  /**
   * When both sheets were last read, by the clock of `now`; null for a call that follows another one of the same look.
   */
  seenAt: Date | null;
  now: () => Date;
};

/**
 * Adds rows with one cell each at the bottom of a source: nobody else's rows move, and no row belongs to another. Every
 * text is written strictly, so that it stays a text: otherwise Smartsheet makes numbers, percentages and dates of some. A
 * strict cell of a dropdown accepts only its options: `offerTexts` comes first. Throws SmartsheetError; with
 * `outcome: 'unknown'` the rows may be there.
 */
export async function addRows(input: ApplyRows & { texts: readonly string[] }): Promise<void> {
  const { client, sheetId, column, texts, call = {} } = input;
  const rows = texts.map((value) => ({ cells: [{ columnId: column.id, value }] }));
  await client.rows.add({ ...call, beforeSend: freshnessGuard(input, 'rows.add'), sheetId, rows });
}

/** Deletes rows; those that are gone already are no error. Throws SmartsheetError. */
export async function deleteRows(input: ApplyRows & { rowIds: readonly string[] }): Promise<void> {
  const { client, sheetId, rowIds, call = {} } = input;
  await client.rows.delete({ ...call, beforeSend: freshnessGuard(input, 'rows.delete'), sheetId, rowIds });
}

/** Refuses to send a call that was planned from an old read. */
function freshnessGuard({ seenAt, now }: ApplyRows, operation: 'rows.add' | 'rows.delete'): () => void {
  return () => {
    if (seenAt === null || Math.abs(now().getTime() - seenAt.getTime()) <= maxAgeMs) return;
    const detail = 'the source was read too long ago';
    throw new SmartsheetError({ class: 'retry', reason: 'busy', operation, outcome: 'not_done', detail });
  };
}
