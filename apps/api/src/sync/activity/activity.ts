import {
  type Activity,
  activityActions,
  type BillingStatus,
  type endpoints,
  entitlements,
  type Parsed,
} from '@picksync/contracts';
import type { Db, Prisma } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { belowPosition, parseCursor, toPage } from '../../base/cursor.ts';
import type { ShownLog } from './activity-lines.store.ts';

type Query = Parsed<typeof endpoints.activity.list>['query'];

/** The user whose activity is read, and what decides how much of it. */
export type Reader = { id: string } & Omit<BillingStatus, 'now'>;

/** Entries without the full log: those of the dashboard. */
export const entriesOfFree = 8;

/**
 * Returns one page of a user's activity, newest first. Without the full log there are the newest entries alone, and filters choose
 * among them.
 */
export function listActivity(context: Context, { id, ...billingStatus }: Reader, query: Query) {
  const { fullActivityLog } = entitlements({ ...billingStatus, now: context.now() });
  return fullActivityLog ? listAll(id, query, context.db) : listNewest(id, query, context.db);
}

const newestFirst: Prisma.ActivityLogOrderByWithRelationInput[] = [{ timestamp: 'desc' }, { id: 'desc' }];

async function listNewest(userId: string, { cursor, limit, configId, status, action }: Query, db: Db) {
  const none = { items: [], nextCursor: null };
  if (parseCursor(cursor)) return none;
  const rows = await db.activityLog.findMany({
    where: { userId },
    orderBy: newestFirst,
    take: entriesOfFree,
  });
  const wanted = rows
    .filter((row) => configId === undefined || row.automationId === configId)
    .filter((row) => status === undefined || row.status === status)
    .filter((row) => action === undefined || row.action === action);
  return { ...none, items: wanted.slice(0, limit).flatMap(toView) };
}

async function listAll(userId: string, { cursor, limit, configId, status, action }: Query, db: Db) {
  const rows = await db.activityLog.findMany({
    where: {
      userId,
      ...(configId && { automationId: configId }),
      ...(status && { status }),
      ...(action && { action }),
      ...belowPosition(parseCursor(cursor), (timestamp) => ({ timestamp })),
    },
    orderBy: newestFirst,
    take: limit + 1,
  });
  const page = toPage(rows, limit, ({ timestamp, id }) => ({ at: timestamp, id }));
  return { ...page, items: page.items.flatMap(toView) };
}

function isAction(text: string): text is Activity['action'] {
  return (activityActions as readonly string[]).includes(text);
}

/** Returns an entry for the reply, or nothing when a newer version wrote an action that this one does not know. */
export function toView(row: ShownLog): Activity[] {
  const { id, userId, automationId, automationName, status, details, added, removed, outcome, timestamp } =
    row;
  const { action, renamed } = row;
  if (!isAction(action)) return [];
  const automation = { configurationId: automationId, configurationName: automationName };
  const result = { status, details, added, removed, renamed, outcome };
  return [{ id, userId, ...automation, action, ...result, timestamp: timestamp.toISOString() }];
}
