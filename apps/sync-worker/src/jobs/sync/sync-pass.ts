import { type Entitlements, entitlements } from '@picksync/contracts';
import type { PrismaClient, Queue, SyncClaim } from '@picksync/db';
import { recordRefusal } from '@picksync/smartsheet-account';
import { createSheetReads, type OptionHash, type OptionLimits } from '@picksync/sync-engine';
import type { Logger } from 'pino';
import type { OpenClient } from '../../smartsheet/open-client.ts';
import { findSyncedConnection } from '../../store/connections.store.ts';
import { recordSheets, recordSheetsAndFinish } from '../../store/sheets.store.ts';
import { createKeyedMutex, inParallel } from '../in-parallel.ts';
import { dueWork } from './due-work.ts';
import {
  createCallCounter,
  createPassProgress,
  isAllDone,
  type PassEnd,
  passEnd,
  sheetsRecord,
} from './pass-progress.ts';
import { syncAutomation } from './sync-automation.ts';

/** How many sheets of one connection are read at once. */
const sheetsAtOnce = 4;

export type SyncPassDeps = {
  prisma: PrismaClient;
  queue: Queue;
  openClient: OpenClient;
  limits: OptionLimits;
  /** Returns the hashes of an automation, by its id. */
  hashOf: (automationId: string) => OptionHash;
  now: () => Date;
  log: Logger;
};

export type PassInput = {
  claim: SyncClaim;
  signal: AbortSignal;
  /** Whether this process has to stop or was replaced: what is begun is finished, the rest is left. */
  shouldStop: () => boolean;
};

/**
 * Looks once at everything that is marked in a connection, and returns the results. The caller must hold the lock of
 * the connection. Rejects when the database fails or the claim is lost: what is not recorded is left to the next pass.
 */
export async function syncPass(input: PassInput, deps: SyncPassDeps): Promise<PassEnd> {
  const { prisma, now, log } = deps;
  const { connectionId } = input.claim;
  const progress = createPassProgress();
  const found = await findSyncedConnection(prisma, connectionId);
  // Marks of a connection that is not connected wait until it is.
  if (found?.connection.status !== 'connected') return passEnd(progress);
  const { connection, sheets } = found;

  // Computed at the run, so that the end of a plan needs no job.
  const allowed = entitlements({ ...found.standing, now: now() });
  const surplus = surplusOf(found.newestIds, allowed);
  if (surplus.size > 0) await deps.queue.send(prisma, 'pause-surplus', { userId: connection.userId });
  const work = dueWork({
    ...found,
    connectedAt: connection.statusChangedAt,
    hasAdvanced: allowed.advancedAutomation,
    surplus,
    now: now(),
  });
  for (const { id } of work.unsupported) {
    log.warn({ connection: connectionId, automation: id }, 'an automation was written by a newer version');
  }
  const counter = createCallCounter();
  const client = deps.openClient({ connection, onCall: counter.onCall });
  const call = { signal: input.signal };
  const reads = createSheetReads({ client, call, needs: work.needs, now });
  const automationDeps = {
    ...deps,
    ...input,
    client,
    call,
    reads,
    progress,
    counter,
    withSheetMutex: createKeyedMutex(),
    onSourceSkipped: (sheetId: string) => void progress.skippedSources.add(sheetId),
  };
  await inParallel({
    items: work.groups,
    limit: sheetsAtOnce,
    work: async (group) => {
      for (const due of group) await syncAutomation(due, automationDeps);
      const [first] = group;
      if (first) reads.releaseRows(first.automation.sourceSheetId);
    },
  });
  const end = passEnd(progress, work.restUntil);
  const seen = { claim: input.claim, at: now(), ...sheetsRecord({ work, sheets, reads, ...progress }) };
  if (isAllDone(end) && !progress.needsUser) {
    return { ...end, finish: await recordSheetsAndFinish(prisma, seen) };
  }
  await recordSheets(prisma, seen);
  if (progress.needsUser) await recordRefusal({ connection, error: progress.needsUser }, deps);
  return end;
}

/**
 * Returns the automations that are too many for the plan of their user, which a job pauses: the newest. A trial comes
 * before any plan, and nothing is too many in it.
 */
function surplusOf(newestIds: string[], { plan, limit }: Entitlements): ReadonlySet<string> {
  return new Set(plan === 'trial' ? [] : newestIds.slice(0, Math.max(0, newestIds.length - limit)));
}
