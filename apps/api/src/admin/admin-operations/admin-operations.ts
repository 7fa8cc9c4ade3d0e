import {
  AppError,
  type endpoints,
  type Parsed,
  type Reply,
  securityActions,
  securityDetails,
  toFailureClass,
} from '@picksync/contracts';
import { type Db, isQueueName, Prisma, readQueueStates, readWorkers, transact } from '@picksync/db';
import type { Context } from '../../base/context.ts';
import { type Position, parseCursor, toPage } from '../../base/cursor.ts';
import { countOpenDisputes } from '../../billing/disputes/disputes.store.ts';
import { toPauseTime } from '../../sync/automations/pause-failing.ts';
import { countWaitingEvents } from '../admin-billing/provider-events.ts';
import { countWaiting } from '../admin-now/waiting.store.ts';
import { countPaymentsToSettle } from '../admin-payments/admin-payments.store.ts';
import { readLimitedQueues } from '../read-limited-queues.ts';
import { type Admin, recordAdminAction } from '../record-admin-action.ts';
import { type AuditRow, findAllAuditEvents } from './audit-events.store.ts';

type Calls = typeof endpoints.adminOperations;
type Audited = Reply<Calls['audit']>[number];
type Failing = Reply<Calls['automations']>[number];

/** Returns what waits for an administrator. */
export async function readAttention({ db, now }: Context): Promise<Reply<Calls['attention']>> {
  const at = now();
  const [waiting, inbox, payments, disputes, events, automations, queues] = await Promise.all([
    countWaiting(db, at),
    db.contactMessage.count({ where: { isRead: false } }),
    countPaymentsToSettle(db, at),
    countOpenDisputes(db),
    countWaitingEvents(db),
    db.automation.count({ where: { lastError: { not: null }, isActive: true } }),
    readQueueStates(db),
  ]);
  const deadLetters = queues.reduce((sum, { dead }) => sum + dead, 0);
  return {
    now: waiting.reduce((sum, { count }) => sum + count, 0),
    inbox,
    payments,
    disputes,
    events,
    automations,
    deadLetters,
  };
}

/** Returns one page of the audit trail, newest first: what administrators did, or everything. */
export async function listAudit(context: Context, { cursor, limit, by }: Parsed<Calls['audit']>['query']) {
  const rows = await findAllAuditEvents(context.db, {
    onlyAdmins: by === 'admins',
    below: parseCursor(cursor),
    limit,
  });
  const page = toPage(rows, limit, ({ at, id }) => ({ at, id }));
  return { ...page, items: page.items.flatMap(toAudited) };
}

/** Returns nothing for an action that a newer version wrote. */
function toAudited({ id, action, at, email, by, details }: AuditRow): Audited[] {
  if (!Object.hasOwn(securityActions, action)) return [];
  const { name, reason } = securityDetails.safeParse(details).data ?? {};
  return [{ id, action, at: at.toISOString(), email, by, name: name ?? null, reason: reason ?? null }];
}

/** Returns one page of the automations that fail, those that failed longest first. */
export async function listFailing(
  context: Context,
  { cursor, limit }: Parsed<Calls['automations']>['query'],
) {
  const rows = await findFailing(context.db, { above: parseCursor(cursor), limit });
  const page = toPage(rows, limit, ({ place, id }) => ({ at: place, id }));
  return { ...page, items: page.items.map(toFailing) };
}

function toFailing({ reason, since, countedFrom, place: _, ...row }: FailingRow): Failing {
  const kind = toFailureClass(reason);
  const pausesAt =
    kind === 'configuration' && since && countedFrom ? toPauseTime(countedFrom).toISOString() : null;
  return { ...row, class: kind, since: since?.toISOString() ?? null, pausesAt };
}

/** Returns the state of the queues, and how many workers there are. */
export async function readQueues(context: Context): Promise<Reply<Calls['queues']>> {
  const [states, workers] = await Promise.all([readLimitedQueues(context), readWorkers(context.db)]);
  return {
    queues: states.map(({ delayed: _, lastSuccess: __, ...state }) => state),
    workers: { alive: workers.alive, lastHeardAt: workers.lastHeardAt?.toISOString() ?? null },
    at: context.now().toISOString(),
  };
}

/** Gives the dead letters of a queue another try. Throws `not_found` for a queue that does not exist. */
export async function redriveQueue(context: Context, by: Admin, name: string): Promise<{ message: string }> {
  if (!isQueueName(name)) throw new AppError('not_found', { message: 'There is no such queue.' });
  const jobs = await transact(context.db, async (tx) => {
    const redriven = await context.queue.redrive(tx, name);
    await recordAdminAction(context, tx, { by, action: 'jobs_redriven', name: `${name} (${redriven})` });
    return redriven;
  });
  if (jobs === 0) return { message: 'There is nothing to redrive.' };
  return { message: jobs === 1 ? '1 dead letter is tried again.' : `${jobs} dead letters are tried again.` };
}

type FailingRow = {
  id: string;
  name: string;
  userId: string;
  email: string;
  lastError: string;
  reason: string | null;
  isReview: boolean;
  since: Date | null;
  /** Since when its failing counts: time without a connection does not. Null while there is none. */
  countedFrom: Date | null;
  /** `since`, or when it was created where that is not known. */
  place: Date;
};

const place = Prisma.sql`coalesce(a.failing_since, a.created_at)`;

/** Returns active automations with an error, those that failed longest first, one more than `limit` where there are more. */
function findFailing(
  db: Db,
  { above, limit }: { above: Position | null; limit: number },
): Promise<FailingRow[]> {
  const later = above ? Prisma.sql`(${place}, a.id) > (${above.at}, ${above.id}::uuid)` : Prisma.sql`true`;
  return db.$queryRaw<FailingRow[]>`
    SELECT a.id, a.name, a.user_id AS "userId", u.email, a.last_error AS "lastError",
      a.last_error_reason AS reason, a.review IS NOT NULL AS "isReview", a.failing_since AS since, ${place} AS place,
      CASE WHEN c.status = 'connected' THEN greatest(a.failing_since, c.status_changed_at) END AS "countedFrom"
    FROM automations a JOIN users u ON u.id = a.user_id JOIN smartsheet_connections c ON c.id = a.connection_id
    WHERE a.last_error IS NOT NULL AND a.is_active AND ${later}
    ORDER BY ${place}, a.id LIMIT ${limit + 1}`;
}
