import { entitlements, graceDays } from '@picksync/contracts';
import { type CallbackSite, canReceiveCallbacks } from '@picksync/smartsheet-client';
import type { ConnectionWebhooks } from '../../store/webhooks.store.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * A webhook on the source reports new values, one on the target a dropdown that was changed by hand. Where the
 * plan has no real-time, or Smartsheet could not reach this site, the 15-minute check does it alone.
 */
export function wantedSheets(
  { user, connection, automations }: ConnectionWebhooks,
  { now, callbacks }: { now: () => Date; callbacks: CallbackSite },
): Set<string> {
  const { realTime } = entitlements({ ...user, tier: user.subscriptionTier, now: now() });
  const mayCall = connection.scopes.includes('ADMIN_WEBHOOKS');
  if (!realTime || !mayCall || !canReceiveCallbacks(callbacks)) return new Set();
  return new Set(automations.flatMap(({ sourceSheetId, sheetId }) => [sourceSheetId, sheetId]));
}

/** Returns when the user's plan allows something else, as far as that is known; null when it will not by itself. */
export function planMayEndAt({ user }: ConnectionWebhooks, now: Date): Date | null {
  const { trialEndDate, subscriptionEndDate: end } = user;
  const times = [trialEndDate, end, end && new Date(end.getTime() + graceDays * dayMs)];
  const ahead = times.flatMap((time) => (time && time > now ? [time.getTime()] : []));
  return ahead.length > 0 ? new Date(Math.min(...ahead)) : null;
}
