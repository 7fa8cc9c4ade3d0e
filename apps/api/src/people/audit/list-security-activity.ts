import {
  type endpoints,
  type Parsed,
  type SecurityAction,
  type SecurityEvent,
  securityActions,
  securityDetails,
  supportActions,
} from '@picksync/contracts';
import type { AuditEvent } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { belowPosition, parseCursor, toPage } from '../../base/cursor.ts';

type Query = Parsed<typeof endpoints.securityActivity.list>['query'];

/** Returns one page of what happened to the security of a user's account, newest first. */
export async function listSecurityActivity(
  context: Context,
  userId: string,
  { cursor, limit }: Query,
): Promise<{ items: SecurityEvent[]; nextCursor: string | null }> {
  const rows = await context.db.auditEvent.findMany({
    where: { userId, ...belowPosition(parseCursor(cursor), (at) => ({ at })) },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  });
  const page = toPage(rows, limit, ({ at, id }) => ({ at, id }));
  return { ...page, items: page.items.flatMap(toView) };
}

function isAction(text: string): text is SecurityAction {
  return Object.hasOwn(securityActions, text);
}

function isSupportAction(action: SecurityAction): boolean {
  return supportActions.some((name) => name === action);
}

/** Returns an event for the reply, or nothing when a newer version wrote an action that this one does not know. */
function toView({ id, action, count, network, actorId, userId, at, ...row }: AuditEvent): SecurityEvent[] {
  if (!isAction(action)) return [];
  const { reason, ...details } = securityDetails.safeParse(row.details).data ?? {};
  const byAdmin = actorId !== null && actorId !== userId;
  // Reasons are for administrators, but a user is told why support did something about their account.
  const told = isSupportAction(action) && reason !== undefined ? { reason } : {};
  return [{ id, action, count, details, ...told, network, byAdmin, at: at.toISOString() }];
}
