import {
  AppError,
  type endpoints,
  entitlements,
  graceEnd,
  type Parsed,
  type Reply,
  shownSubscription,
} from '@picksync/contracts';
import type { Context } from '../../base/context.ts';
import { parseCursor, toPage } from '../../base/cursor.ts';
import { readCurrentSubscription } from '../../billing/plans/current-subscription.ts';
import { findUser, findUsers, type UserDetailRow, type UserRow } from './admin-users.store.ts';

type List = typeof endpoints.adminUsers.list;
type Detail = Reply<typeof endpoints.adminUsers.read>;
type Listed = Reply<List>[number];

/** Returns one page of the users, newest first. */
export async function listUsers(context: Context, { search, cursor, limit }: Parsed<List>['query']) {
  const rows = await findUsers(context.db, { search, below: parseCursor(cursor), limit });
  const page = toPage(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }));
  const at = context.now();
  return { ...page, items: page.items.map((row) => toView(row, at)) };
}

/** Returns one user, with the same facts as on their own screens. Throws `not_found`. */
export async function readUser(context: Context, id: string): Promise<Detail> {
  const { db, now } = context;
  const row = await findUser(db, id);
  if (!row) throw new AppError('not_found', { message: 'There is no such user.' });
  const { needsReview, failing, hasTwoFactor, disabledReason } = row;
  return {
    ...toView(row, now()),
    smartsheet: toConnection(row),
    needsReview,
    failing,
    hasTwoFactor,
    disabledReason,
    signInProviders: listProviders(row),
    current: await readCurrentSubscription(context, id),
  };
}

function toView(row: UserRow, now: Date): Listed {
  const { id, email, role, isVerified, createdAt, lastSeenAt, disabledAt, active, paused } = row;
  const billingStatus = { ...row, now };
  return {
    id,
    email,
    role,
    isVerified,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    ...shownSubscription(billingStatus),
    accessUntil: getAccessEnd(row, now),
    automations: { active, paused, limit: entitlements(billingStatus).limit },
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}

/** A period that renews by itself has no end to show. */
function getAccessEnd({ subscriptionStatus, subscriptionEndDate }: UserRow, now: Date): string | null {
  if (subscriptionEndDate === null) return null;
  const end = subscriptionStatus === 'past_due' ? graceEnd(subscriptionEndDate) : subscriptionEndDate;
  const ends = subscriptionStatus === 'past_due' || subscriptionStatus === 'cancelled';
  return ends && end > now ? end.toISOString() : null;
}

function toConnection({ connectionStatus, region }: UserDetailRow): Detail['smartsheet'] {
  const isThere = connectionStatus === 'connected' || connectionStatus === 'needs_reconnect';
  return isThere ? { state: connectionStatus, region } : { state: 'not_connected', region: null };
}

function listProviders({ hasGoogle, hasMicrosoft }: UserDetailRow): Detail['signInProviders'] {
  return [...(hasGoogle ? (['google'] as const) : []), ...(hasMicrosoft ? (['microsoft'] as const) : [])];
}
