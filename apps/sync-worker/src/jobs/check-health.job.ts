import { supportedSettings } from '@picksync/contracts';
import { type PrismaClient, repeatOnDeadlock } from '@picksync/db';
import { readLicense, recordRefusal } from '@picksync/smartsheet-account';
import { SmartsheetError, singleTry } from '@picksync/smartsheet-client';
import {
  assessConnection,
  assessHealth,
  lookAtDefinitions,
  type OptionLimits,
  recentOutsideChanges,
} from '@picksync/sync-engine';
import type { Logger } from 'pino';
import type { Work } from '../run-job.ts';
import type { OpenClient } from '../smartsheet/open-client.ts';
import {
  type CheckedAutomation,
  type CheckedConnection,
  claimHealthChecks,
  findUncheckedAutomations,
  recordHealthCheck,
  storeHealth,
} from '../store/health.store.ts';
import { eachInParallel } from './in-parallel.ts';
import { createNextItem } from './sweep/create-next-item.ts';

export type CheckHealthDeps = {
  prisma: PrismaClient;
  openClient: OpenClient;
  limits: OptionLimits;
  now: () => Date;
  log: Logger;
  isStopping: () => boolean;
};

/** Connections claimed together, and looked into at once. */
const sliceSize = 50;
const concurrency = 4;

/**
 * Sheets of one connection read in one check: its calls are needed for syncs as well. The others are read an hour
 * later.
 */
const maxSheets = 60;

/** A connection that has not begun by then is left to the next job. */
const maxMs = 8 * 60_000;

/**
 * Checks the automations of every connection that is due, with one call for each of their sheets, and stores the
 * findings as codes. Nothing waits for it: a check that fails is repeated in an hour.
 */
export function checkHealth(deps: CheckHealthDeps): Work<'check-health'> {
  return async ({ signal }) => {
    const totals = { connections: 0, automations: 0, failed: 0 };
    const endsAt = deps.now().getTime() + maxMs;
    const shouldStop = () => signal.aborted || deps.isStopping() || deps.now().getTime() >= endsAt;
    await eachInParallel({
      next: createNextItem<CheckedConnection>({
        claim: async () => (shouldStop() ? [] : claimHealthChecks(deps.prisma, { limit: sliceSize })),
        claimAt: 1,
      }),
      limit: concurrency,
      work: async (connection) => {
        if (shouldStop()) return;
        try {
          totals.automations += await lookInto(connection, signal, deps);
          totals.connections += 1;
        } catch (err) {
          totals.failed += 1;
          deps.log.error({ connection: connection.id, err }, 'a connection could not be looked into');
        }
      },
    });
    return totals;
  };
}

/** Returns how many automations of a connection were checked. */
async function lookInto(
  connection: CheckedConnection,
  signal: AbortSignal,
  deps: CheckHealthDeps,
): Promise<number> {
  const { prisma, openClient } = deps;
  const which = { connectionId: connection.id, now: deps.now() };
  const unchecked = await findUncheckedAutomations(prisma, which);
  const { automations, sheetIds } = firstOf(unchecked);
  try {
    const client = openClient({ connection, retry: singleTry });
    const isLicensed = automations.length > 0 ? await readLicense({ client, connection }, { prisma }) : null;
    const seen = await lookAtDefinitions({ client, sheetIds, call: { signal } });
    const checked = automations.flatMap((automation) => {
      const health = healthOf(automation, { connection, seen, isLicensed }, deps);
      return health ? [{ automation, health }] : [];
    });
    await repeatOnDeadlock(() => storeHealth(prisma, checked));
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class === 'bug') throw error;
    await recordRefusal({ connection, error }, deps);
    return 0;
  }
  if (automations.length === unchecked.length) await recordHealthCheck(prisma, connection.id);
  return automations.length;
}

/** Returns the automations that one check covers, and their sheets. */
function firstOf(unchecked: CheckedAutomation[]) {
  const sheetIds = new Set<string>();
  const automations: CheckedAutomation[] = [];
  for (const automation of unchecked) {
    const needed = [automation.sourceSheetId, automation.sheetId].filter((id) => !sheetIds.has(id));
    if (sheetIds.size + needed.length > maxSheets) break;
    for (const id of needed) sheetIds.add(id);
    automations.push(automation);
  }
  return { automations, sheetIds };
}

type Looked = {
  connection: CheckedConnection;
  seen: Awaited<ReturnType<typeof lookAtDefinitions>>;
  isLicensed: boolean | null;
};

/** Returns the findings; null for an automation whose settings this version does not know. */
function healthOf(
  automation: CheckedAutomation,
  { connection, seen, isLicensed }: Looked,
  { limits, now }: CheckHealthDeps,
) {
  const settings = supportedSettings(automation);
  if (!settings) return null;
  const { sourceSheetId, sheetId, isTaken, outsideChanges } = automation;
  const found = assessHealth({
    automation: { ...automation, ...settings },
    source: seen.get(sourceSheetId) ?? 'gone',
    target: seen.get(sheetId) ?? 'gone',
    isTaken,
    isContested: recentOutsideChanges(outsideChanges, now()).length > 0,
    // There is none: an automation that would close a loop is refused when it is activated.
    isLoop: false,
    isLicensed,
    maxOptions: limits.maxOptions,
  });
  return [...assessConnection(connection), ...found];
}
