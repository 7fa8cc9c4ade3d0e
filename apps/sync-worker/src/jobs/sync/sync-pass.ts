import { entitlements } from '@picksync/contracts';
import type { PrismaClient, Queue, SyncClaim, User } from '@picksync/db';
import { recordRefusal } from '@picksync/smartsheet-account';
import { createSheetReads, type OptionHash, type OptionLimits } from '@picksync/sync-engine';
import type { Logger } from 'pino';
import type { OpenClient } from '../../smartsheet/open-client.ts';
import { findSyncedConnection } from '../../store/connections.store.ts';
import { recordSheets } from '../../store/sheets.store.ts';
import { createKeyedMutex, inParallel } from '../in-parallel.ts';
import { dueWork } from './due-work.ts';
import {
  createCallCounter,
  createPassProgress,
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
  /** Returns what makes the hashes of an automation, by its id. */
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
 * Looks once at everything that is marked in a connection, and returns what came of it. The caller must be its only
 * owner. Rejects when the database fails or the claim is lost: what is not recorded is left to the next pass.
 */
export async function syncPass(input: PassInput, deps: SyncPassDeps): Promise<PassEnd> {
  const { prisma, now, log } = deps;
  const { connectionId } = input.claim;
  const progress = createPassProgress();
  const found = await findSyncedConnection(prisma, connectionId);
  // Marks of a connection that is not connected wait until it is.
  if (found?.connection.status !== 'connected') return passEnd(progress);
  const { connection, sheets } = found;

  const work = dueWork({
    ...found,
    connectedAt: connection.statusChangedAt,
    hasAdvanced: hasAdvanced(found.user, now()),
    now: now(),
  });
  for (const { id } of work.unsupported) {
    log.warn({ connection: connectionId, automation: id }, 'an automation has settings of a newer version');
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
  const record = sheetsRecord({ work, sheets, reads, ...progress });
  await recordSheets(prisma, { claim: input.claim, at: now(), ...record });
  if (progress.needsUser) await recordRefusal({ connection, error: progress.needsUser }, deps);
  return passEnd(progress, work.restUntil);
}

/** Returns whether the plan of a user includes advanced settings now: asked at the run, so that nothing waits for a job. */
function hasAdvanced(user: User, now: Date): boolean {
  return entitlements({ ...user, tier: user.subscriptionTier, now }).advancedAutomation;
}
