import {
  type Sheet,
  type SheetSummary,
  type SmartsheetClient,
  SmartsheetError,
} from '@picksync/smartsheet-client';
import { readSheetDefinition } from '../sheets/read-sheet-definition.ts';

/** Sheets that are read at once. */
const atOnce = 4;
/** After this no further sheet is begun: a person is waiting. */
const enoughMs = 4_000;

export type SheetsRead = {
  sheets: Sheet[];
  /** How many of the wanted ones are dealt with, from the first. */
  done: number;
  /** Those of them that could not be read. */
  unread: number;
  /** How long Smartsheet wants to be left alone; 0 when it does not. */
  waitMs: number;
};

/**
 * Reads the columns of sheets, the first ones first, until the calls of the account or the time are used up. A sheet that
 * cannot be read is passed over. Throws what concerns the account, and when nothing of the first ones could be read.
 */
export async function readSheets(
  wanted: readonly SheetSummary[],
  { client, now }: { client: SmartsheetClient; now: () => Date },
): Promise<SheetsRead> {
  const endsAt = now().getTime() + enoughMs;
  const read: SheetsRead = { sheets: [], done: 0, unread: 0, waitMs: 0 };
  while (read.done < wanted.length && now().getTime() < endsAt) {
    const batch = wanted.slice(read.done, read.done + atOnce);
    const results = await Promise.all(batch.map(({ id }) => attempt(client, id)));
    const limited = results.findIndex((result) => isLimited(result));
    const usable = limited === -1 ? results : results.slice(0, limited);
    const failures = usable.flatMap((result) => (result instanceof SmartsheetError ? [result] : []));
    const [failure] = failures;
    if (failure?.class === 'retry' && failures.length === results.length) throw failure;
    const refusal = failures.find(({ class: kind }) => kind === 'needs_user');
    if (refusal) throw refusal;
    read.sheets.push(...usable.flatMap((result) => (result instanceof SmartsheetError ? [] : [result])));
    read.unread += failures.length;
    read.done += usable.length;
    if (limited !== -1) return afterLimit(read, results[limited]);
  }
  return read;
}

/** Returns the sheet, or the error of Smartsheet. */
async function attempt(client: SmartsheetClient, sheetId: string): Promise<Sheet | SmartsheetError> {
  try {
    return await readSheetDefinition(client, sheetId);
  } catch (error) {
    if (error instanceof SmartsheetError) return error;
    throw error;
  }
}

function isLimited(result: Sheet | SmartsheetError): result is SmartsheetError {
  return result instanceof SmartsheetError && result.reason === 'rate_limited';
}

const shortestWaitMs = 2_000;

function afterLimit(read: SheetsRead, limit: Sheet | SmartsheetError | undefined): SheetsRead {
  const waitMs = limit instanceof SmartsheetError ? (limit.retryAfterMs ?? 0) : 0;
  return { ...read, waitMs: Math.max(waitMs, shortestWaitMs) };
}
