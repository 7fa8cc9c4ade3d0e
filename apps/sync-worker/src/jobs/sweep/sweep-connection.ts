import type { MovedConnection } from '@picksync/db';
import type { PrepaidAccounts } from '@picksync/smartsheet-account';
import { type SmartsheetClient, SmartsheetError, singleTry } from '@picksync/smartsheet-client';
import type { DueConnection, WatchedSheet } from '../../store/sweeps.store.ts';
import { deferralAfter } from '../deferral-after.ts';
import { movedSheets } from './moved-sheets.ts';

/**
 * `unreachable`: no call was possible, because of an outage or because the calls are used up.
 * `refused`: the connection has to be made again.
 */
export type SweepResult =
  | { outcome: 'unchanged' }
  | { outcome: 'moved'; moved: MovedConnection }
  | { outcome: 'unreachable'; isOutage: boolean }
  | { outcome: 'refused'; error: SmartsheetError };

/**
 * Finds out in one call which sheets of a connection have moved. It needs no lock: a call that reads does not disturb a
 * job that works on the connection.
 */
export async function sweepConnection(
  { due, signal }: { due: DueConnection; signal: AbortSignal },
  { accounts, now }: { accounts: PrepaidAccounts; now: () => Date },
): Promise<SweepResult> {
  const { id: connectionId, watched, dueAutomationIds: automationIds } = due;
  // Nothing to watch needs no call.
  if (watched.length === 0) return { outcome: 'unchanged' };
  const client = accounts.open(connectionId, due.retryingSince === null ? {} : { retry: singleTry });
  if (!client) return { outcome: 'unreachable', isOutage: false };
  try {
    const versions = await readVersions(client, { watched, signal });
    const sheets = movedSheets({ watched, versions, now: now() });
    if (sheets.length === 0 && automationIds.length === 0) return { outcome: 'unchanged' };
    return { outcome: 'moved', moved: { connectionId, sheets, automationIds } };
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    if (error.class === 'retry') {
      return { outcome: 'unreachable', isOutage: deferralAfter(error).reason === 'outage' };
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
  { watched, signal }: { watched: readonly WatchedSheet[]; signal: AbortSignal },
): Promise<Map<string, number | null>> {
  const [only, ...others] = watched.map(({ sheetId }) => sheetId);
  if (only === undefined) return new Map();
  if (others.length === 0) return readVersion(client, { sheetId: only, signal });
  return client.sheets.versions({ sheetIds: [only, ...others], signal });
}

async function readVersion(
  client: SmartsheetClient,
  { sheetId, signal }: { sheetId: string; signal: AbortSignal },
): Promise<Map<string, number | null>> {
  try {
    return new Map([[sheetId, await client.sheets.version({ sheetId, signal })]]);
  } catch (error) {
    // Gone or no longer shared: the same as not being listed.
    if (error instanceof SmartsheetError && error.class === 'configuration') return new Map();
    throw error;
  }
}
