import { recentRunsKept } from '@picksync/contracts';
import type { Automation, Db, Prisma, TargetClaim } from '@picksync/db';
import { belowPosition, type Position } from '../../cursor.ts';
import type { Progress } from './automation-view.ts';

/** Returns a user's automations below a position, newest first, one more than `limit` where there are more. */
export function findAutomations(
  db: Db,
  { userId, below, limit }: { userId: string; below: Position | null; limit: number },
): Promise<Automation[]> {
  return db.automation.findMany({
    where: {
      userId,
      ...belowPosition(below, (createdAt) => ({ createdAt })),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
}

export function findAutomation(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<Automation | null> {
  return db.automation.findFirst({ where: { id, userId } });
}

export type ActiveAutomation = Automation & { claim: TargetClaim | null };

/** Returns the active automations of a connection with the claims they hold, oldest first. */
export function findActiveAutomations(db: Db, connectionId: string): Promise<ActiveAutomation[]> {
  return db.automation.findMany({
    where: { connectionId, isActive: true },
    include: { claim: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
}

type ProgressRow = Omit<Progress, 'standing'> & Progress['standing'] & { id: string };

/** Returns the state of the given automations by id, in one statement where Prisma would need three. */
export async function findProgress(db: Db, ids: string[]): Promise<Map<string, Progress>> {
  if (ids.length === 0) return new Map();
  const rows = await db.$queryRaw<ProgressRow[]>`
    SELECT a.id, c.status::text AS "connectionStatus", c.sync_state::text AS "syncState",
      CASE WHEN c.parked_until > clock_timestamp() THEN c.parked_until END AS "parkedUntil",
      c.retrying_since AS "retryingSince",
      c.slow_since AS "slowSince", c.last_swept_at AS "lastSweptAt", c.next_sweep_at AS "nextSweepAt",
      EXISTS (
        SELECT FROM sheets s WHERE s.connection_id = a.connection_id
          AND s.sheet_id IN (a.source_sheet_id, a.sheet_id) AND s.dirty_at IS NOT NULL
      ) AS "hasMarkedSheet",
      'ADMIN_WEBHOOKS' = ANY(c.scopes) AS "hasWebhookScope",
      CASE WHEN w.status <> 'deleting' THEN w.remote_status END AS "webhookStatus",
      u.subscription_status::text AS "subscriptionStatus", u.subscription_tier::text AS tier,
      u.trial_end_date AS "trialEndDate", u.subscription_end_date AS "subscriptionEndDate",
      u.max_configurations AS "maxConfigurations",
      ARRAY(
        SELECT r.outcome::text FROM automation_runs r WHERE r.automation_id = a.id
        ORDER BY r.at DESC LIMIT ${recentRunsKept}
      ) AS "recentRuns"
    FROM automations a
    JOIN smartsheet_connections c ON c.id = a.connection_id
    JOIN users u ON u.id = a.user_id
    LEFT JOIN smartsheet_webhooks w ON w.connection_id = a.connection_id AND w.sheet_id = a.source_sheet_id
    WHERE a.id = ANY(${ids}::uuid[])`;
  return new Map(rows.map(({ id, ...row }) => [id, progressOf(row)]));
}

function progressOf({
  subscriptionStatus,
  tier,
  trialEndDate,
  subscriptionEndDate,
  maxConfigurations,
  ...progress
}: Omit<ProgressRow, 'id'>): Progress {
  const standing = { subscriptionStatus, tier, trialEndDate, subscriptionEndDate, maxConfigurations };
  return { ...progress, standing: { ...standing, subscriptionEndDate: subscriptionEndDate ?? null } };
}

/** Returns who may write a column; null when nobody claims it. */
export function findClaim(
  db: Db,
  { region, sheetId, targetColumnId }: Pick<TargetClaim, 'region' | 'sheetId'> & { targetColumnId: string },
): Promise<TargetClaim | null> {
  const column = { region, sheetId, columnId: targetColumnId };
  return db.targetClaim.findUnique({ where: { region_sheetId_columnId: column } });
}

export function insertAutomationRow(
  db: Db,
  data: Prisma.AutomationUncheckedCreateInput,
): Promise<Automation> {
  return db.automation.create({ data });
}

/** Updates an automation of a user; returns null when it is gone. */
export async function updateAutomationRow(
  db: Db,
  { userId, id, data }: { userId: string; id: string; data: Prisma.AutomationUncheckedUpdateManyInput },
): Promise<Automation | null> {
  const [updated] = await db.automation.updateManyAndReturn({ where: { id, userId }, data });
  return updated ?? null;
}

/**
 * Stores the answer to exactly this review, as a sync by hand, so that the activity says what came of it. Returns null when
 * it is not the one that waits. The other answer, if there was one, is taken back.
 */
export async function storeAnswer(
  db: Db,
  { userId, id, fingerprint, answer, at }: StoredAnswer,
): Promise<Automation | null> {
  const [answered] = await db.automation.updateManyAndReturn({
    where: {
      id,
      userId,
      isActive: true,
      lastRunOutcome: 'waiting_review',
      review: { path: ['fingerprint'], equals: fingerprint },
    },
    data: {
      approvedReview: answer === 'approve' ? fingerprint : null,
      keptReview: answer === 'keep' ? fingerprint : null,
      manualSyncAt: at,
    },
  });
  return answered ?? null;
}

type StoredAnswer = WhichReview & { answer: 'approve' | 'keep'; at: Date };
type WhichReview = { userId: string; id: string; fingerprint: string };

/** Deletes an automation of a user; false when it is gone already. */
export async function deleteAutomationRow(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const { count } = await db.automation.deleteMany({ where: { id, userId } });
  return count === 1;
}
