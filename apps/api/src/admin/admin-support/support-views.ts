import {
  AppError,
  activityActions,
  type endpoints,
  type Parsed,
  type Reply,
  securityDetails,
  supportViewMinutes,
} from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { recordAudit } from '../../base/record-audit.ts';
import { listAutomations } from '../../sync/automations/automations.ts';
import { readUser } from '../admin-users/admin-users.ts';
import type { Admin } from '../record-admin-action.ts';

type Calls = typeof endpoints.adminSupport;
type View = Reply<Calls['read']>;
type WhichView = { id: string; adminId: string };

const action = 'support_viewed';
const minuteMs = 60_000;
const entriesShown = 20;

/** Opens a view of a user's account, which is an entry in the audit trail and nothing else. Throws `not_found`. */
export async function openSupportView(
  context: Context,
  { adminId, network }: Admin,
  { id: userId, reason }: { id: string; reason: string },
): Promise<Reply<Calls['open']>> {
  const { email } = await readUser(context, userId);
  const at = context.now();
  const until = new Date(at.getTime() + supportViewMinutes * minuteMs).toISOString();
  const entry = { userId, actorId: adminId, action, network, details: { reason, until }, at } as const;
  const viewId = await recordAudit(context.db, entry);
  return { message: `You see what ${email} sees, for ${supportViewMinutes} minutes.`, viewId };
}

/** Returns what the user's dashboard shows. Throws `not_found` for a view that has ended or is another administrator's. */
export async function readSupportView(context: Context, which: WhichView): Promise<View> {
  const { userId, ...view } = await requireView(context, which);
  const [user, activity] = await Promise.all([
    readUser(context, userId),
    // The sentences stay where they are: a heading says what happened.
    context.db.activityLog.findMany({
      where: { userId },
      select: { id: true, action: true, status: true, automationName: true, timestamp: true },
      orderBy: [{ timestamp: 'desc' }, { id: 'desc' }],
      take: entriesShown,
    }),
  ]);
  return { ...view, user, activity: activity.flatMap(toHeading) };
}

type Entry = {
  id: string;
  action: string;
  status: View['activity'][number]['status'];
  automationName: string | null;
  timestamp: Date;
};

/** Returns nothing for an action that a newer version wrote. */
function toHeading({ automationName, timestamp, ...entry }: Entry): View['activity'] {
  const known = activityActions.find((name) => name === entry.action);
  if (!known) return [];
  const at = timestamp.toISOString();
  return [{ ...entry, action: known, configurationName: automationName, timestamp: at }];
}

/** Returns one page of the user's automations, newest first. The contract keeps back what they are set to. */
export async function listSeenAutomations(
  context: Context,
  which: WhichView,
  query: Parsed<Calls['automations']>['query'],
) {
  const { userId } = await requireView(context, which);
  return listAutomations(context, userId, query);
}

/** Ends a view, and tells the user that it was no longer than that. Throws `not_found`. */
export async function endSupportView(context: Context, which: WhichView): Promise<{ message: string }> {
  const until = context.now().toISOString();
  const ended = await context.db.$executeRaw`
    UPDATE audit_events SET details = jsonb_set(details, '{until}', to_jsonb(${until}::text))
    WHERE id = ${which.id}::uuid AND actor_id = ${which.adminId}::uuid AND action = ${action}
      AND (details->>'until')::timestamptz > ${until}::timestamptz`;
  if (ended === 0) throw hasEnded();
  return { message: 'The view has ended.' };
}

function hasEnded(): AppError {
  return new AppError('not_found', { message: 'This view has ended. Open another one from the user.' });
}

async function requireView(context: Context, { id, adminId }: WhichView) {
  const row = await context.db.auditEvent.findFirst({ where: { id, actorId: adminId, action } });
  // The details go with the account.
  const { reason, until } = securityDetails.safeParse(row?.details).data ?? {};
  const isOpen = until !== undefined && new Date(until) > context.now();
  if (!row?.userId || reason === undefined || !isOpen) throw hasEnded();
  return { id, userId: row.userId, reason, at: row.at.toISOString(), until };
}
