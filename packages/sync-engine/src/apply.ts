import {
  type CallOptions,
  type Column,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';
import { isSameList } from './plan.ts';
import { readSheet } from './read.ts';
import type { DropdownColumn } from './target.ts';

export type Apply = {
  client: SmartsheetClient;
  sheetId: string;
  /** The column as it was read with `level=2`: its type is the only one that is ever written. */
  column: DropdownColumn;
  /** The whole new list. */
  options: readonly string[];
  call?: CallOptions;
};

export type Applied = {
  /** The column as Smartsheet has it now. */
  column: Column;
  /** Smartsheet had switched "restrict to list values" over, and it was switched back. */
  validationRestored: boolean;
};

/**
 * Writes a dropdown's list; everything else of the column, and every cell, stays as it is. Call it only when there is
 * something to change. Throws SmartsheetError.
 */
export const applyOptions = async (ask: Apply): Promise<Applied> => {
  const { client, sheetId, column, call = {} } = ask;
  const written = await writeOptions(ask);
  const { validation } = column;
  if (validation === null || written.validation === null || written.validation === validation) {
    return { column: written, validationRestored: false };
  }
  // Smartsheet takes one operation per call for dropdown columns, so this cannot travel with the options.
  const change = { ...call, sheetId, columnId: column.id, type: column.type, validation };
  const restored = await client.columns.update(change).catch((error: unknown) => {
    // Setting a switch twice is harmless, and the next run would no longer know how it stood.
    if (isOutcomeUnknown(error)) return client.columns.update(change);
    throw error;
  });
  return { column: restored, validationRestored: true };
};

const writeOptions = async (ask: Apply): Promise<Column> => {
  const { client, sheetId, column, options, call = {} } = ask;
  const write = () =>
    client.columns.update({ ...call, sheetId, columnId: column.id, type: column.type, options });
  try {
    return await write();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    const now = await readAgain(ask);
    if (now?.options && isSameList(now.options, options)) return now;
    const isUntouched = now?.type === column.type && isSameList(now.options ?? [], column.options ?? []);
    // Somebody else changed it meanwhile: what was planned is out of date.
    if (!isUntouched) throw error;
    return await write();
  }
};

const readAgain = async ({ client, sheetId, column, call }: Apply): Promise<Column | undefined> => {
  const sheet = await readSheet({
    client,
    sheetId,
    sourceColumnIds: [],
    targetColumnIds: [column.id],
    ...(call === undefined ? {} : { call }),
  });
  return sheet.columns.get(column.id);
};

const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof SmartsheetError && error.outcome === 'unknown';
