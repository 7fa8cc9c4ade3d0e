import type { MovedConnection, MovedSheet } from '@picksync/db';
import type { PrepaidAccounts } from '@picksync/smartsheet-account';
import {
  type FoundVersions,
  type SmartsheetClient,
  SmartsheetError,
  singleTry,
} from '@picksync/smartsheet-client';
import { toDeferral } from '../connections/to-deferral.ts';
import type { Context } from '../context.ts';
import type { DueConnection, WatchedSheet } from './sweeps.store.ts';

/**
 * `unreachable`: no call was possible, because of an outage or because the calls are used up.
 * `refused`: the connection has to be made again.
 * `isListWhole` is false where Smartsheet listed the sheets in part, and the watched ones were asked for one by one.
 */
export type SweepResult =
  | { outcome: 'unchanged'; isListWhole: boolean }
  | { outcome: 'moved'; moved: MovedConnection; isListWhole: boolean }
  | { outcome: 'unreachable'; isOutage: boolean }
  | { outcome: 'refused'; error: SmartsheetError };

/**
 * Finds out which sheets of a connection have changed, in one call where Smartsheet lists them all. It needs no lock: a
 * call that reads does not disturb a job that works on the connection.
 */
export async function sweepConnection(
  { now, random }: Context,
  { due, accounts, signal }: { due: DueConnection; accounts: PrepaidAccounts; signal: AbortSignal },
): Promise<SweepResult> {
  const { id: connectionId, watched, dueAutomationIds: automationIds } = due;
  // Nothing to watch needs no call.
  if (watched.length === 0) return { outcome: 'unchanged', isListWhole: true };
  const client = accounts.open(connectionId, due.retryingSince === null ? {} : { retry: singleTry });
  if (!client) return { outcome: 'unreachable', isOutage: false };
  try {
    const { versions, isListWhole } = await readVersions(client, { watched, signal, random });
    const sheets = findMovedSheets({ watched, versions, now: now() });
    if (sheets.length === 0 && automationIds.length === 0) return { outcome: 'unchanged', isListWhole };
    return { outcome: 'moved', moved: { connectionId, sheets, automationIds }, isListWhole };
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    if (error.class === 'retry') {
      return { outcome: 'unreachable', isOutage: toDeferral(error).reason === 'outage' };
    }
    if (error.class !== 'needs_user') throw error;
    return { outcome: 'refused', error };
  }
}

/**
 * Returns the versions of the watched sheets. The list of all sheets is one call for any number of them; for a single
 * sheet its own version is read, because accounts with thousands of sheets have a long list.
 */
async function readVersions(
  client: SmartsheetClient,
  input: { watched: readonly WatchedSheet[]; signal: AbortSignal; random: () => number },
): Promise<FoundVersions> {
  const { watched, signal, random } = input;
  const sheetIds = watched.filter(({ isReport }) => !isReport).map(({ sheetId }) => sheetId);
  const [only, ...others] = sheetIds;
  if (only !== undefined && others.length === 0) {
    const version = await readVersion(client, { sheetId: only, signal });
    return { versions: new Map([[only, version]]), isListWhole: true };
  }
  // Where there are too many to ask for each of them, it is another part of them each time.
  return client.sheets.versions({ sheetIds: shuffleSheets(sheetIds, random), signal });
}

function shuffleSheets(items: readonly string[], random: () => number): string[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

async function readVersion(
  client: SmartsheetClient,
  { sheetId, signal }: { sheetId: string; signal: AbortSignal },
): Promise<number | null> {
  try {
    return await client.sheets.version({ sheetId, signal });
  } catch (error) {
    // Gone or no longer shared: the same as not being listed.
    if (error instanceof SmartsheetError && error.class === 'configuration') return null;
    throw error;
  }
}

/** Editing a column, such as its options, may not raise the sheet's version, so every sheet is read this often. */
const readAtLeastEveryMs = 6 * 60 * 60 * 1000;

/**
 * Returns the sheets that have to be read. `versions` is what Smartsheet says now: null for a sheet that is gone or no
 * longer shared with the user. A sheet that it does not name counts as unchanged.
 */
export function findMovedSheets(input: {
  watched: readonly WatchedSheet[];
  versions: ReadonlyMap<string, number | null>;
  now: Date;
}): MovedSheet[] {
  const { watched, versions, now } = input;
  const hasMoved = ({ sheetId, isReport, known }: WatchedSheet) => {
    if (isReport || !known?.lastReadAt || known.volatile) return true;
    if (now.getTime() - known.lastReadAt.getTime() >= readAtLeastEveryMs) return true;
    // A sheet that is gone and known to be gone has not moved.
    return versions.has(sheetId) && versions.get(sheetId) !== known.version;
  };
  return watched.filter(hasMoved).map(({ sheetId, known }) => {
    const { version = null, lastReadAt = null } = known ?? {};
    const listed = versions.get(sheetId) ?? null;
    const isChanged = listed !== null && version !== null && listed !== version;
    return { sheetId, version, lastReadAt, isChanged };
  });
}
