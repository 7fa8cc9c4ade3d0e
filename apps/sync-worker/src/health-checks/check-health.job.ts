import { supportedSettings } from '@picksync/contracts/sync';
import { type Job, type JobReport, repeatOnDeadlock } from '@picksync/db';
import { readLicense, recordRefusal } from '@picksync/smartsheet-account';
import { SmartsheetError, singleTry } from '@picksync/smartsheet-client';
import {
  assessConnection,
  assessHealth,
  lookAtDefinitions,
  recentOutsideChanges,
} from '@picksync/sync-engine';
import { toDeferral } from '../connections/to-deferral.ts';
import type { Context } from '../context.ts';
import { createNextItem, eachInParallel } from '../in-parallel.ts';
import {
  type CheckedAutomation,
  type CheckedConnection,
  claimHealthChecks,
  findUncheckedAutomations,
  recordHealthCheck,
  storeHealth,
} from './health-checks.store.ts';

/** Connections claimed together, and checked at once. */
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
export async function checkHealth(context: Context, { signal }: Job<'check-health'>): Promise<JobReport> {
  const { prisma, now, log, isStopping } = context;
  const totals = { connections: 0, automations: 0, failed: 0 };
  const endsAt = now().getTime() + maxMs;
  const shouldStop = () => signal.aborted || isStopping() || now().getTime() >= endsAt;
  await eachInParallel({
    next: createNextItem<CheckedConnection>({
      claim: async () => (shouldStop() ? [] : claimHealthChecks(prisma, { limit: sliceSize })),
      claimAt: 1,
    }),
    limit: concurrency,
    work: async (connection) => {
      if (shouldStop()) return;
      try {
        totals.automations += await checkConnection(context, connection, { signal, shouldStop });
        totals.connections += 1;
      } catch (err) {
        totals.failed += 1;
        log.error({ connection: connection.id, err }, 'a connection could not be looked into');
      }
    },
  });
  return totals;
}

/** Checks the automations of a connection. Returns how many. */
async function checkConnection(
  context: Context,
  connection: CheckedConnection,
  { signal, shouldStop }: { signal: AbortSignal; shouldStop: () => boolean },
): Promise<number> {
  const { prisma, openClient, now } = context;
  const which = { connectionId: connection.id, now: now() };
  const unchecked = await findUncheckedAutomations(prisma, which);
  const { automations, sheetIds } = takeFirst(unchecked);
  try {
    const client = openClient({ connection, retry: singleTry });
    const isLicensed = automations.length > 0 ? await readLicense({ client, connection }, { prisma }) : null;
    const reports = automations.filter(({ sourceKind }) => sourceKind === 'report');
    const reportIds = new Set(reports.map(({ sourceSheetId }) => sourceSheetId));
    const seen = await lookAtSheets({ client, sheetIds, reportIds, call: { signal }, shouldStop });
    const looked = automations.filter((one) => seen.has(one.sourceSheetId) && seen.has(one.sheetId));
    const checked = looked.flatMap((automation) => {
      const health = assess(context, automation, { connection, seen, isLicensed });
      return health ? [{ automation, health }] : [];
    });
    await repeatOnDeadlock(() => storeHealth(prisma, checked));
    if (looked.length === unchecked.length) await recordHealthCheck(prisma, connection);
    return looked.length;
  } catch (error) {
    if (!(error instanceof SmartsheetError) || error.class === 'bug') throw error;
    await recordRefusal({ connection, error }, context);
    return 0;
  }
}

/** When this many sheets fail in a row, one small call asks whether the cause is the sheets. */
const sheetsInRow = 3;

type Look = Parameters<typeof lookAtDefinitions>[0] & { shouldStop: () => boolean };

/**
 * Returns the definitions of sheets that can be read now. Those for which Smartsheet answers with errors are left out: they may do so
 * for days, and keep no other from being read. Throws when Smartsheet refuses the connection.
 */
async function lookAtSheets(input: Look): Promise<Seen['seen']> {
  const seen: Seen['seen'] = new Map();
  try {
    await readEach(input, seen);
  } catch (error) {
    // An outage or a limit: what was read before is known all the same.
    if (!(error instanceof SmartsheetError) || error.class !== 'retry') throw error;
  }
  return seen;
}

async function readEach({ shouldStop, ...input }: Look, seen: Seen['seen']): Promise<void> {
  let failedInRow = 0;
  for (const sheetId of input.sheetIds) {
    if (shouldStop()) return;
    try {
      for (const [id, definition] of await lookAtDefinitions({ ...input, sheetIds: [sheetId] }))
        seen.set(id, definition);
      failedInRow = 0;
    } catch (error) {
      if (!isAboutSheet(error)) throw error;
      failedInRow += 1;
      if (failedInRow % sheetsInRow === 0) await input.client.users.me(input.call);
    }
  }
}

function isAboutSheet(error: unknown): boolean {
  return error instanceof SmartsheetError && error.class === 'retry' && toDeferral(error).reason === 'outage';
}

/** Returns the automations that one check covers, and their sheets. */
function takeFirst(unchecked: CheckedAutomation[]) {
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

type Seen = {
  connection: CheckedConnection;
  seen: Awaited<ReturnType<typeof lookAtDefinitions>>;
  isLicensed: boolean | null;
};

/** Returns the findings; null for an automation whose settings this version does not know. */
function assess(
  { settings: { limits }, now }: Context,
  automation: CheckedAutomation,
  { connection, seen, isLicensed }: Seen,
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
    lastWarnings: automation.lastRunWarnings,
  });
  return [...assessConnection(connection), ...found];
}
