import type { CallOptions, Column, SmartsheetClient } from '@picksync/smartsheet-client';
import { notSent } from './failure-reason.ts';
import { isDropdown, missingIn } from './target.ts';
import { isTooOld, readAgain, writeOptions } from './write-options.ts';

export type WriteRows = {
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
 * Adds texts to the list of a source that is a dropdown; those that are there stay. It may be repeated, so nothing has to be
 * known of it after a crash. Throws SmartsheetError.
 */
export async function offerTexts(input: WriteRows & { texts: readonly string[] }): Promise<void> {
  const { column, texts } = input;
  if (!isDropdown(column)) return;
  const seen = input.seenAt === null ? await readAgain(input, column) : column;
  const missing = missingIn(seen ?? column, texts);
  if (!seen || !isDropdown(seen) || missing.length === 0) return;
  if (seen.lacksOptions) throw notSent('columns.update', 'an option of the list is not understood');
  const seenAt = input.seenAt ?? input.now();
  const options = [...(seen.options ?? []), ...missing];
  await writeOptions({ ...input, column: seen, options, validation: seen.validation, seenAt });
}

/**
 * Adds rows with one cell each at the bottom of a source: nobody else's rows move, and no row belongs to another. Every
 * text is written strictly, so that it stays a text: otherwise Smartsheet makes numbers, percentages and dates of some. A
 * strict cell of a dropdown accepts only its options: `offerTexts` comes first. Throws SmartsheetError; with
 * `outcome: 'unknown'` the rows may be there.
 */
export async function addRows(input: WriteRows & { texts: readonly string[] }): Promise<void> {
  const { client, sheetId, column, texts, call = {} } = input;
  const rows = texts.map((value) => ({ cells: [{ columnId: column.id, value }] }));
  await client.rows.add({ ...call, beforeSend: freshnessGuard(input, 'rows.add'), sheetId, rows });
}

/** Deletes rows; those that are gone already are no error. Throws SmartsheetError. */
export async function deleteRows(input: WriteRows & { rowIds: readonly string[] }): Promise<void> {
  const { client, sheetId, rowIds, call = {} } = input;
  await client.rows.delete({ ...call, beforeSend: freshnessGuard(input, 'rows.delete'), sheetId, rowIds });
}

/** Refuses to send a call that was planned from an old read. */
function freshnessGuard({ seenAt, now }: WriteRows, operation: 'rows.add' | 'rows.delete'): () => void {
  return () => {
    if (seenAt !== null && isTooOld(seenAt, now()))
      throw notSent(operation, 'the source was read too long ago');
  };
}
