import {
  type Activity,
  activityActions,
  type BillingStatus,
  type endpoints,
  entitlements,
  type Parsed,
} from '@picksync/contracts';
import type { ActivityLog, Db } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import { findActivity } from './activity.store.ts';

type Query = Parsed<typeof endpoints.activity.list>['query'];

/** The user whose activity is read, and what decides how much of it. */
type Reader = { id: string } & Omit<BillingStatus, 'now'>;

/** Entries without the full log: those of the dashboard. */
const entriesOfFree = 8;

/**
 * Returns one page of a user's activity, newest first. Without the full log there are the newest entries alone, and filters choose
 * among them.
 */
export function listActivity(context: Context, { id, ...billingStatus }: Reader, query: Query) {
  const { fullActivityLog } = entitlements({ ...billingStatus, now: context.now() });
  return fullActivityLog ? listAll(id, query, context.db) : listNewest(id, query, context.db);
}

async function listNewest(userId: string, { cursor, limit, configId, status, action }: Query, db: Db) {
  const none = { items: [], nextCursor: null };
  if (parseCursor(cursor)) return none;
  const rows = await findActivity(db, { userId, filters: {}, below: null, limit: entriesOfFree });
  const wanted = rows
    .slice(0, entriesOfFree)
    .filter((row) => configId === undefined || row.automationId === configId)
    .filter((row) => status === undefined || row.status === status)
    .filter((row) => action === undefined || row.action === action);
  return { ...none, items: wanted.slice(0, limit).flatMap(toView) };
}

async function listAll(userId: string, query: Query, db: Db) {
  const { cursor, limit, configId, status, action } = query;
  const rows = await findActivity(db, {
    userId,
    filters: { automationId: configId, status, action },
    below: parseCursor(cursor),
    limit,
  });
  const page = toPage(rows, limit, ({ timestamp, id }) => ({ at: timestamp, id }));
  return { ...page, items: page.items.flatMap(toView) };
}

const actions = new Set<string>(activityActions);
function isAction(text: string): text is Activity['action'] {
  return actions.has(text);
}

/** Returns an entry for the reply, or nothing when a newer version wrote an action that this one does not know. */
function toView({ automationId, automationName, timestamp, action, ...entry }: ActivityLog): Activity[] {
  if (!isAction(action)) return [];
  const { optionCount: _, ...shown } = entry;
  return [
    {
      ...shown,
      action,
      configurationId: automationId,
      configurationName: automationName,
      timestamp: timestamp.toISOString(),
    },
  ];
}
