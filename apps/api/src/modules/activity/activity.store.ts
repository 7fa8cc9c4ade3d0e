import type { ActivityAction, ActivityStatus } from '@picksync/contracts';
import type { ActivityLog, Db } from '@picksync/db';
import type { Position } from '../../cursor.ts';

export type ActivityFilters = {
  automationId?: string | undefined;
  status?: ActivityStatus | undefined;
  action?: ActivityAction | undefined;
};

/** Returns a user's entries below a position, newest first, one more than `limit` where there are more. */
export function findActivity(
  db: Db,
  input: { userId: string; filters: ActivityFilters; below: Position | null; limit: number },
): Promise<ActivityLog[]> {
  const { userId, filters, below, limit } = input;
  const { automationId, status, action } = filters;
  return db.activityLog.findMany({
    where: {
      userId,
      ...(automationId && { automationId }),
      ...(status && { status }),
      ...(action && { action }),
      ...(below && {
        OR: [{ timestamp: { lt: below.at } }, { timestamp: below.at, id: { lt: below.id } }],
      }),
    },
    orderBy: [{ timestamp: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
}

/** Adds an entry, in the transaction of what it tells. `automation` without an id is one that is being deleted. */
export async function recordActivity(
  db: Db,
  entry: {
    userId: string;
    automation?: { id: string | null; name: string };
    action: ActivityAction;
    status: ActivityStatus;
    details: string;
    at: Date;
  },
): Promise<void> {
  const { automation, at, ...rest } = entry;
  await db.activityLog.create({
    data: {
      ...rest,
      automationId: automation?.id ?? null,
      automationName: automation?.name ?? null,
      timestamp: at,
    },
  });
}
