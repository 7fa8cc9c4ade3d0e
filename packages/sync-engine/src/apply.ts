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
  /** Whether "restrict to list values" is as it was: Smartsheet had switched it over, and it was switched back or not. */
  validation: 'kept' | 'restored' | 'lost';
};

/**
 * Writes a dropdown's list; everything else of the column, and every cell, stays as it is. Call it only when there is
 * something to change. Throws SmartsheetError.
 */
export const applyOptions = async (ask: Apply): Promise<Applied> => {
  const written = await writeOptions(ask);
  const { validation } = ask.column;
  if (validation === null || written.validation === null || written.validation === validation) {
    return { column: written, validation: 'kept' };
  }
  try {
    return { column: await setValidation(ask, validation), validation: 'restored' };
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    // The list is written, and the next run would no longer know how the switch stood: somebody has to be told.
    return { column: written, validation: 'lost' };
  }
};

/** Smartsheet takes one operation per call for dropdown columns, so this cannot travel with the options. */
const setValidation = async (ask: Apply, validation: boolean): Promise<Column> => {
  const { client, sheetId, column, call = {} } = ask;
  const set = () =>
    client.columns.update({ ...call, sheetId, columnId: column.id, type: column.type, validation });
  try {
    return await set();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    // Setting a switch twice is harmless.
    return set();
  }
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
