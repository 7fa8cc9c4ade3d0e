import { markConnectionDirty, type PrismaClient, type Queue, type Sheet } from '@picksync/db';
import { recordRefusal } from '@picksync/smartsheet-account';
import { type SmartsheetClient, SmartsheetError, singleTry } from '@picksync/smartsheet-client';
import type { HeldConnection, WithConnectionLock } from '../../smartsheet/connection-lock.ts';
import type { OpenClient } from '../../smartsheet/open-client.ts';
import type { DueConnection } from '../../store/sweeps.store.ts';
import { recordMissedCallbacks } from '../../store/webhooks.store.ts';
import { deferralAfter } from '../deferral-after.ts';

import { movedSheets } from './moved-sheets.ts';

export type SweepDeps = {
  prisma: PrismaClient;
  queue: Queue;
  withConnectionLock: WithConnectionLock;
  openClient: OpenClient;
  now: () => Date;
};

/**
 * `busy`: another job holds the lock of the connection. `unreachable`: no call was possible, because of an outage or
 * because the calls are used up.
 * `refused`: the connection has to be made again.
 */
export type SweepOutcome =
  | { outcome: 'unchanged' | 'busy' | 'refused' }
  | { outcome: 'moved'; sheets: number }
  | { outcome: 'unreachable'; isOutage: boolean };

/** Finds out in one call which sheets of a connection have moved, and marks them. */
export async function sweepConnection(
  { due, signal }: { due: DueConnection; signal: AbortSignal },
  deps: SweepDeps,
): Promise<SweepOutcome> {
  // Nothing to watch needs no call.
  if (due.sheetIds.length === 0) return { outcome: 'unchanged' };
  const owned = await deps.withConnectionLock({
    connectionId: due.connection.id,
    waitMs: 0,
    signal,
    work: (held) => markMovedSheets({ due, ...held }, deps),
  });
  return owned?.value ?? { outcome: 'busy' };
}

async function markMovedSheets(
  { due, signal, assertHeld }: { due: DueConnection } & HeldConnection,
  deps: SweepDeps,
): Promise<SweepOutcome> {
  const { connection, sheetIds, sheets } = due;
  const { prisma, queue, now } = deps;
  try {
    const retry = connection.retryingSince === null ? {} : { retry: singleTry };
    const client = deps.openClient({ connection, beforeCall: assertHeld, ...retry });
    const versions = await readVersions(client, { sheetIds, signal });
    const watched = sheetIds.map((sheetId) => ({ sheetId, known: sheets.get(sheetId) }));
    const moved = movedSheets({ watched, versions, now: now() });
    if (moved.length === 0) return { outcome: 'unchanged' };
    const marks = { queue, connectionId: connection.id, sheetIds: moved, priority: 'sweep' as const };
    const changed = moved.filter((sheetId) => hasChanged(versions.get(sheetId), sheets.get(sheetId)));
    await prisma.$transaction(async (tx) => {
      await recordMissedCallbacks(tx, { connectionId: connection.id, sheetIds: changed });
      await markConnectionDirty({ tx, ...marks });
    });
    return { outcome: 'moved', sheets: moved.length };
  } catch (error) {
    if (!(error instanceof SmartsheetError)) throw error;
    if (error.class === 'retry') {
      return { outcome: 'unreachable', isOutage: deferralAfter(error).reason === 'outage' };
    }
    if (error.class !== 'needs_user') throw error;
    await recordRefusal({ connection, error }, deps);
    return { outcome: 'refused' };
  }
}

/** Whether somebody changed a sheet since it was read: others are read because they are computed, or for safety. */
function hasChanged(version: number | null | undefined, known: Sheet | undefined) {
  return version != null && known?.version != null && version !== known.version;
}

/**
 * The versions of the watched sheets. The list of all sheets is one call for any number of them; a single sheet is
 * asked by itself, because accounts with thousands of sheets have a long list.
 */
async function readVersions(
  client: SmartsheetClient,
  { sheetIds, signal }: { sheetIds: string[]; signal: AbortSignal },
): Promise<Map<string, number | null>> {
  const [only, ...others] = sheetIds;
  if (only !== undefined && others.length === 0) return readVersion(client, { sheetId: only, signal });
  return client.sheets.versions({ sheetIds, signal });
}

async function readVersion(
  client: SmartsheetClient,
  { sheetId, signal }: { sheetId: string; signal: AbortSignal },
): Promise<Map<string, number | null>> {
  try {
    return new Map([[sheetId, await client.sheets.version({ sheetId, signal })]]);
  } catch (error) {
    // Gone or closed: the same as not being listed.
    if (error instanceof SmartsheetError && error.class === 'configuration') return new Map();
    throw error;
  }
}
