import type { ActivityAction, ActivityStatus } from '@picksync/contracts';
import type { Db } from '@picksync/db';

type NewActivity = {
  userId: string;
  /** Without an id: an automation that is being deleted. */
  automation?: { id: string | null; name: string };
  action: ActivityAction;
  status: ActivityStatus;
  details: string;
  at: Date;
  /** The same for all entries that are shown as one. */
  groupId?: string | undefined;
  /** The API key by which a program did it. */
  keyId?: string | undefined;
  /** Picksync does by itself what a user can do as well. */
  isBySystem?: boolean;
};

/** Returns the name of a key, which stays in the entry when the key is gone. */
export async function findKeyName(db: Db, keyId: string | undefined): Promise<string | null> {
  if (keyId === undefined) return null;
  const key = await db.apiKey.findUnique({ where: { id: keyId }, select: { name: true } });
  return key?.name ?? null;
}

/** Adds an entry, in the transaction of what it reports. */
export async function recordActivity(db: Db, entry: NewActivity): Promise<void> {
  const { automation, at, groupId, keyId, ...rest } = entry;
  await db.activityLog.create({
    data: {
      ...rest,
      groupId: groupId ?? null,
      keyName: await findKeyName(db, keyId),
      automationId: automation?.id ?? null,
      automationName: automation?.name ?? null,
      timestamp: at,
    },
  });
}

const changes: readonly ActivityAction[] = ['edit_automation', 'pause_automation', 'activate_automation'];

/** How many entries about changes of one automation are added in an hour. */
const changesPerHour = 10;

/**
 * Records a change of an automation, in its transaction and under the lock of the user's automations. Pausing and
 * activating again and again does not fill the activity: from `changesPerHour` on, the newest entry is replaced. What Picksync has
 * done by itself stays; a warning says that it has paused.
 */
export async function recordChange(
  db: Db,
  entry: NewActivity & { automation: { id: string; name: string } },
): Promise<void> {
  const { automation, action, status, details, keyId, at } = entry;
  const keyName = await findKeyName(db, keyId);
  const hourAgo = new Date(at.getTime() - 60 * 60_000);
  const replaced = await db.$executeRaw`
    WITH recent AS (
      SELECT id, timestamp FROM activity_logs
      WHERE automation_id = ${automation.id}::uuid AND action = ANY(${changes}) AND timestamp > ${hourAgo}
        AND status <> 'warning' AND NOT is_by_system
      ORDER BY timestamp DESC, id DESC LIMIT ${changesPerHour})
    UPDATE activity_logs
    SET action = ${action}, status = ${status}::activity_status, details = ${details},
      automation_name = ${automation.name}, key_name = ${keyName}, timestamp = ${at}
    WHERE id = (SELECT id FROM recent ORDER BY timestamp DESC, id DESC LIMIT 1)
      AND (SELECT count(*) FROM recent) >= ${changesPerHour}`;
  if (replaced === 0) await recordActivity(db, entry);
}
