import {
  AppError,
  type AuditScope,
  auditScopes,
  endpoints,
  securityActions,
  securityDetails,
  toPath,
} from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { csvStart, toCsvLine } from '../../base/csv.ts';
import type { Position } from '../../base/cursor.ts';
import { recordAudit } from '../../base/record-audit.ts';
import type { Admin } from '../record-admin-action.ts';
import { type AuditRow, findAllAuditEvents } from './audit-events.store.ts';

const action = 'audit_exported';
/** For how long the address of the file opens. */
const openMs = 10 * 60_000;
const rowsPerRead = 500;

const heads = ['time', 'action', 'what', 'to_whom', 'by', 'about', 'reason'];
const words: Record<string, string> = securityActions;

/** Records an export and returns where its file is: the entry is there before a line leaves the house. */
export async function exportAudit(
  context: Context,
  { adminId: actorId, network }: Admin,
  by: AuditScope,
): Promise<{ path: string }> {
  const details = { name: auditScopes[by] };
  const id = await recordAudit(context.db, {
    userId: null,
    actorId,
    action,
    network,
    details,
    at: context.now(),
  });
  return { path: toPath(endpoints.adminOperations.auditFile, { params: { id } }) };
}

/** Returns an export with the trail below it. Throws `not_found` when it is another's, or was made a while ago. */
export async function requireAuditExport(
  { db, now }: Context,
  { id, adminId }: { id: string; adminId: string },
): Promise<{ fileName: string; onlyAdmins: boolean; below: Position }> {
  const row = await db.auditEvent.findFirst({ where: { id, actorId: adminId, action } });
  if (!row || row.at.getTime() + openMs < now().getTime()) throw new AppError('not_found');
  const { name } = securityDetails.safeParse(row.details).data ?? {};
  const day = row.at.toISOString().slice(0, 10);
  const onlyAdmins = name !== auditScopes.everybody;
  return { fileName: `picksync-audit-${day}.csv`, onlyAdmins, below: { at: row.at, id } };
}

/** Reads the trail below a position as CSV, newest first, some rows at a time, so that its length costs no memory. */
export async function* readAuditFile(
  { db }: Context,
  { onlyAdmins, below: start }: { onlyAdmins: boolean; below: Position },
): AsyncGenerator<string> {
  yield csvStart + toCsvLine(heads);
  let below: Position | null = start;
  while (below) {
    const rows: AuditRow[] = await findAllAuditEvents(db, { onlyAdmins, below, limit: rowsPerRead });
    const page = rows.slice(0, rowsPerRead);
    if (page.length > 0) yield page.map(toLine).join('');
    below = rows.length > rowsPerRead ? (page.at(-1) ?? null) : null;
  }
}

/** An action that a newer version wrote has no words here, and is in the file all the same. */
function toLine({ at, action: done, email, by, details }: AuditRow): string {
  const { name, reason } = securityDetails.safeParse(details).data ?? {};
  const what = words[done] ?? null;
  return toCsvLine([at.toISOString(), done, what, email, by, name ?? null, reason ?? null]);
}
