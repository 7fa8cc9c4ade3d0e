import { type Activity, activityActions, type endpoints, type Parsed } from '@picksync/contracts';
import type { ActivityLog, Db } from '@picksync/db';
import { pageOf, positionOf } from '../../cursor.ts';
import { findActivity } from './activity.store.ts';

export type ActivityDeps = { db: Db };

type Query = Parsed<typeof endpoints.activity.list>['query'];

/** Returns one page of a user's activity, newest first. */
export async function listActivity(userId: string, query: Query, { db }: ActivityDeps) {
  const { cursor, limit, configId, status, action } = query;
  const rows = await findActivity(db, {
    userId,
    filters: { automationId: configId, status, action },
    below: positionOf(cursor),
    limit,
  });
  const page = pageOf(rows, limit, ({ timestamp, id }) => ({ at: timestamp, id }));
  return { ...page, items: page.items.flatMap(viewOf) };
}

const actions = new Set<string>(activityActions);
function isAction(text: string): text is Activity['action'] {
  return actions.has(text);
}

/** Returns an entry for the reply, or nothing when a newer version wrote an action that this one does not know. */
function viewOf({ automationId, automationName, timestamp, action, ...entry }: ActivityLog): Activity[] {
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
