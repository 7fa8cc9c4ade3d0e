import {
  type CopyRefusal,
  isolated,
  lossRefusals,
  memoryVersion,
  restoreSentence,
  toListNoun,
} from '@picksync/contracts/sync';
import {
  assertClaimHolds,
  type ListCopy,
  type ListRestore,
  markConnectionDirty,
  Prisma,
  type SyncClaim,
  withoutFindings,
} from '@picksync/db';
import type { SyncedAutomation } from '../automations/automations.store.ts';
import { listAtRest } from '../automations/names.store.ts';
import type { Context } from '../context.ts';
import { countAndFindWanting, insertDeliveries } from '../outgoing-webhooks/webhook-events.store.ts';
import { describeChange } from '../runs/run-texts.ts';

/** An earlier list that a person wants put back. */
export type PendingRestore = { automation: SyncedAutomation; request: ListRestore; copy: ListCopy | null };

/** Returns what a connection has to put back. */
export async function findRestores(
  { prisma }: Pick<Context, 'prisma'>,
  connectionId: string,
): Promise<PendingRestore[]> {
  const rows = await prisma.automation.findMany({
    where: { connectionId, restoringAt: { not: null }, restore: { endedAt: null } },
    include: { intent: true, rowIntent: true, renameIntent: true, claim: true, restore: true },
    orderBy: { restoringAt: 'asc' },
  });
  const copyIds = rows.flatMap(({ restore }) => restore?.copyId ?? []);
  const copies = await prisma.listCopy.findMany({ where: { id: { in: copyIds } } });
  return rows.flatMap(({ restore, claim, ...row }) => {
    if (!restore) return [];
    const copy =
      copies.find(({ id, automationId }) => id === restore.copyId && automationId === row.id) ?? null;
    return [{ automation: { ...row, lacksClaim: claim === null }, request: restore, copy }];
  });
}

type Ended = { automation: SyncedAutomation; request: ListRestore; claim: SyncClaim; at: Date };

/** Records that a list is not put back, and why. An active automation is synced again. */
export async function recordRefusedRestore(
  { prisma, queue }: Pick<Context, 'prisma' | 'queue'>,
  {
    automation,
    request,
    claim,
    at,
    reason,
    added = 0,
    removed = 0,
  }: Ended & {
    reason: CopyRefusal;
    added?: number | undefined;
    removed?: number | undefined;
  },
): Promise<void> {
  const { id, userId, name, connectionId } = automation;
  const counts = { added, removed };
  await prisma.$transaction(async (tx) => {
    const where = { id, restoringAt: automation.restoringAt };
    const [ended] = await tx.automation.updateManyAndReturn({
      where,
      data: { restoringAt: null, updatedAt: at },
      select: { isActive: true },
    });
    if (ended) {
      const data = { endedAt: at, refusal: reason, ...counts };
      await tx.listRestore.updateMany({
        where: { automationId: id, requestedAt: request.requestedAt },
        data,
      });
      const [lostAs] = Object.entries(lossRefusals).find(([, refusal]) => refusal === reason) ?? [];
      if (lostAs)
        await tx.listCopy.updateMany({ where: { id: request.copyId, lostAs: null }, data: { lostAs } });
      const details = restoreSentence(reason, counts);
      const entry = { userId, automationId: id, automationName: name, timestamp: at, details };
      await tx.activityLog.create({ data: { ...entry, action: 'restore_list', status: 'warning' } });
      // A person may have activated or paused it since it was read.
      if (!ended.isActive) await tx.automation.updateMany({ where: { id }, data: { dirtyAt: null } });
      else await markConnectionDirty({ tx, queue, connectionId, automationIds: [id], priority: 'person' });
    }
    await assertClaimHolds(tx, claim);
  });
}

export type Restored = Ended & {
  added: number;
  removed: number;
  optionCount: number;
  fingerprint: string;
  /** What is remembered of the list; undefined where the next merge has to see what came back. */
  baseHashes: string[] | undefined;
  targetColumnName: string;
  sheetName: string;
  warnings: string[];
  copyId: string | null;
  durationMs: number;
  calls: number;
};

/** Records that an earlier list was put back, and pauses the automation, or its source would win again. */
export async function recordRestore(
  { prisma, queue }: Pick<Context, 'prisma' | 'queue'>,
  done: Restored,
): Promise<void> {
  const { automation, request, claim, at, added, removed, optionCount, copyId } = done;
  const { id, userId, name, connectionId } = automation;
  const counts = { added, removed, optionCount };
  const details = toDetails(done);
  await prisma.$transaction(async (tx) => {
    const wanting = await countAndFindWanting(tx, { userId, outcome: 'changed', at });
    const where = { id, restoringAt: automation.restoringAt };
    const { count } = await tx.automation.updateMany({ where, data: toColumns(done) });
    if (count > 0) {
      const { durationMs, calls } = done;
      const run = { automationId: id, at, outcome: 'changed' as const, ...counts, durationMs, calls, copyId };
      const { listBefore, requestedAt } = request;
      await tx.automationRun.create({ data: { ...run, trigger: 'user', restoredBefore: listBefore } });
      if (copyId !== null)
        await tx.listCopy.updateMany({ where: { id: copyId, automationId: id }, data: { runAt: at } });
      await tx.listCopy.updateMany({ where: { id: request.copyId }, data: { restoredAt: at } });
      // Cells still get their names. Of the list itself nothing is under way any more.
      await tx.renameIntent.updateMany({ where: { automationId: id }, data: listAtRest });
      const ended = { endedAt: at, refusal: null, added, removed };
      await tx.listRestore.updateMany({ where: { automationId: id, requestedAt }, data: ended });
      const entry = { userId, automationId: id, automationName: name, timestamp: at, details, ...counts };
      await tx.activityLog.create({
        data: { ...entry, action: 'restore_list', status: 'success', outcome: 'changed' },
      });
      if (automation.isActive) {
        const sides = { before: { kind: 'value', value: true }, after: { kind: 'value', value: 'restore' } };
        await tx.automationChange.create({ data: { automationId: id, at, subject: 'state', ...sides } });
      }
      const news = { automation, at, outcome: 'changed' as const, details, ...counts };
      await insertDeliveries(tx, wanting, news);
      for (const webhookId of wanting) await queue.send(tx, 'send-webhooks', { webhookId });
      // One that rests needs no webhook on its source.
      await queue.send(tx, 'mend-webhooks', { connectionId }, { key: connectionId });
    }
    await assertClaimHolds(tx, claim, [
      Prisma.sql`DELETE FROM write_intents WHERE automation_id = ${id}::uuid RETURNING 1`,
    ]);
  });
}

function toDetails({ automation, targetColumnName, sheetName, added, removed }: Restored): string {
  const isPaused = automation.isActive ? ' The automation is paused.' : '';
  return `${isolated(targetColumnName)} in ${isolated(sheetName)} is back to an earlier list: ${describeChange({ added, removed }, toListNoun(automation))}.${isPaused}`;
}

function toColumns(done: Restored): Prisma.AutomationUncheckedUpdateManyInput {
  const { automation, at, added, removed, optionCount, fingerprint, baseHashes, warnings } = done;
  return {
    isActive: false,
    pausedBy: 'user',
    restedAt: at,
    restoringAt: null,
    dirtyAt: null,
    manualSyncAt: null,
    sheetName: done.sheetName,
    targetColumnName: done.targetColumnName,
    lastRunAt: at,
    lastRunOutcome: 'changed',
    lastRunAdded: added,
    lastRunRemoved: removed,
    lastRunOptionCount: optionCount,
    lastRunWarnings: warnings,
    targetFingerprint: fingerprint,
    ...(baseHashes && { baseHashes }),
    ...withoutFindings,
    settingsVersion: Math.max(automation.settingsVersion, memoryVersion),
    updatedAt: at,
  };
}
