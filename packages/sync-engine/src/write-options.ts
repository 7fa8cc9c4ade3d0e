import {
  type CallOptions,
  type Column,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';
import { notSent } from './failure-reason.ts';
import { maxAgeMs, readSheet } from './read.ts';
import { isSameList } from './spelling.ts';
import type { ListColumn } from './target.ts';

export type WriteOptionsInput = {
  client: SmartsheetClient;
  sheetId: string;
  /** The column as it was read with `level=2`, seconds ago: its type is the only one that is ever written. */
  column: ListColumn;
  /** The whole new list. */
  options: readonly string[];
  /** How "restrict to list values" has to stand afterwards; null when that is not known. */
  validation: boolean | null;
  call?: CallOptions;
  /** When the column was read, by the clock of `now`. */
  seenAt: Date;
  now: () => Date;
};

export type Applied = {
  /** The column as Smartsheet has it now. */
  column: Column;
  /**
   * Whether "restrict to list values" is as it was. `restored` and `lost`: Smartsheet had switched it, and it was
   * switched back or not.
   */
  validation: 'kept' | 'restored' | 'lost';
  /** Whether an earlier try may still arrive at Smartsheet: it did not say what became of it. */
  mayArriveLate: boolean;
  /** False when the column has another type now than the one it was read with, so that its cells may differ too. */
  isTypeKept: boolean;
};

/**
 * Writes a dropdown's list; everything else of the column, and every cell, stays as it is. Call it only when there is
 * something to change. Throws SmartsheetError.
 */
export async function writeOptions(input: WriteOptionsInput): Promise<Applied> {
  const { column: written, mayArriveLate } = await writeList(input);
  return { ...(await restoreValidation({ ...input, written, seenAt: input.now() })), mayArriveLate };
}

/** Sets "restrict to list values" back where a write has switched it over, unless the column has become another. */
export async function restoreValidation(
  input: Omit<WriteOptionsInput, 'options'> & { written: Column },
): Promise<Omit<Applied, 'mayArriveLate'>> {
  const { written, validation } = input;
  const { type } = input.column;
  const isTypeKept = written.type === type;
  const isValidationKept =
    validation === null || written.validation === null || written.validation === validation;
  // Setting the validation names a type as well, and would convert a column that has become another.
  if (isValidationKept || !isTypeKept) {
    return { column: written, validation: isValidationKept ? 'kept' : 'lost', isTypeKept };
  }
  try {
    const column = await setValidation(input, validation);
    return { column, validation: 'restored', isTypeKept: column.type === type };
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    // The list is written, and the next run could not know how the validation was set, so it is reported to the user.
    return { column: written, validation: 'lost', isTypeKept };
  }
}

/** Sets "restrict to list values". Smartsheet takes one operation per call for dropdown columns. */
async function setValidation(input: ColumnInput, validation: boolean): Promise<Column> {
  const { client, sheetId, column, call = {} } = input;
  const guard = createWriteGuard(input, (now) => now?.type === column.type);
  const place = { sheetId, columnId: column.id, type: column.type };
  const set = () => client.columns.update({ ...call, ...guard, ...place, validation });
  try {
    return await set();
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    // Setting it twice is harmless, as long as the column is what it was.
    await guard.beforeRetry(error);
    return set();
  }
}

/** Writes the list. */
async function writeList(input: WriteOptionsInput): Promise<Pick<Applied, 'column' | 'mayArriveLate'>> {
  const { client, sheetId, column, options, call = {} } = input;
  const isUntouched = (now: Column | undefined) =>
    now?.type === column.type && isSameList(now.options ?? [], column.options ?? []);
  const place = { sheetId, columnId: column.id, type: column.type };
  const write = (seenAt: Date) =>
    client.columns.update({
      ...call,
      ...createWriteGuard({ ...input, seenAt }, isUntouched),
      ...place,
      options,
    });
  try {
    return { column: await write(input.seenAt), mayArriveLate: false };
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error;
    const now = await readAgain(input, column);
    if (now?.type === column.type && now.options && isSameList(now.options, options))
      return { column: now, mayArriveLate: false };
    // Somebody else changed it meanwhile: what was planned is out of date.
    if (!isUntouched(now)) throw error;
    return { column: await write(input.now()), mayArriveLate: true };
  }
}

/**
 * Refuses to send a write that was planned from an old read, whatever it had to wait for: the database, the budget, the
 * process itself. The column may have changed meanwhile, so it is read before each further try.
 */
function createWriteGuard(input: ColumnInput, isAsPlanned: (now: Column | undefined) => boolean) {
  let seenAt = input.seenAt;
  return {
    beforeSend: () => {
      if (isTooOld(seenAt, input.now())) throw notSent('columns.update', 'the column was read too long ago');
    },
    beforeRetry: async (error: SmartsheetError) => {
      if (!isAsPlanned(await readAgain(input, input.column))) throw error;
      seenAt = input.now();
    },
  };
}

/** Returns whether a read is too old to write by. One in the future, because the clock was set back, is of unknown age. */
export function isTooOld(seenAt: Date, now: Date): boolean {
  return Math.abs(now.getTime() - seenAt.getTime()) > maxAgeMs;
}

type ColumnInput = Omit<WriteOptionsInput, 'options' | 'validation'>;

/** Reads a column as it is now; undefined when it is gone. */
export async function readAgain(
  { client, sheetId, call = {} }: Pick<WriteOptionsInput, 'client' | 'sheetId' | 'call'>,
  { id }: Pick<Column, 'id'>,
): Promise<Column | undefined> {
  const needs = { sheetId, sourceColumnIds: [], targetColumnIds: [id], usedColumnIds: [] };
  return (await readSheet({ client, call, ...needs })).columns.get(id);
}

function isOutcomeUnknown(error: unknown): error is SmartsheetError {
  return error instanceof SmartsheetError && error.outcome === 'unknown';
}
