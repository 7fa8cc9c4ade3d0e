import {
  type endpoints,
  type Parsed,
  type Reply,
  securityActions,
  securityDetails,
} from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import { type AuditRow, findAllAuditEvents } from './list-audit.store.ts';

type Call = typeof endpoints.adminOperations.audit;
type View = Reply<Call>[number];

/** Returns one page of the audit trail, newest first: what administrators did, or everything. */
export async function listAudit(context: Context, { cursor, limit, by }: Parsed<Call>['query']) {
  const rows = await findAllAuditEvents(context.db, {
    onlyAdmins: by === 'admins',
    below: parseCursor(cursor),
    limit,
  });
  const page = toPage(rows, limit, ({ at, id }) => ({ at, id }));
  return { ...page, items: page.items.flatMap(toView) };
}

/** Returns nothing for an action that a newer version wrote. */
function toView({ id, action, at, email, by, details }: AuditRow): View[] {
  if (!Object.hasOwn(securityActions, action)) return [];
  const { name, reason } = securityDetails.safeParse(details).data ?? {};
  return [{ id, action, at: at.toISOString(), email, by, name: name ?? null, reason: reason ?? null }];
}
