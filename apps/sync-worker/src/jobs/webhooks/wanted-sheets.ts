import { automationSettings, entitlements, graceEnd } from '@picksync/contracts';
import { type CallbackSite, canReceiveCallbacks } from '@picksync/smartsheet-client';
import type { ConnectionWebhooks, WatchingAutomation } from '../../store/webhooks.store.ts';

/** The columns that a webhook watches, by its sheet; an empty list means all of them. */
export type WantedSheets = ReadonlyMap<string, readonly string[]>;

/**
 * Returns which sheets should have a webhook. One on the source reports new values, one on the target a dropdown that was
 * changed by hand. Where the plan has no real-time, or Smartsheet could not reach this site, the 15-minute check does it
 * alone.
 */
export function wantedSheets(
  { user, connection, automations, volatileSheetIds }: ConnectionWebhooks,
  { now, callbacks }: { now: () => Date; callbacks: CallbackSite },
): WantedSheets {
  const { realTime } = entitlements({ ...user, tier: user.subscriptionTier, now: now() });
  const mayCall = connection.scopes.includes('ADMIN_WEBHOOKS');
  if (!realTime || !mayCall || !canReceiveCallbacks(callbacks)) return new Map();
  const whole = new Set([...automations.map(({ sheetId }) => sheetId), ...volatileSheetIds]);
  const wanted = new Map(automations.map(({ sheetId }) => [sheetId, [] as readonly string[]]));
  for (const [sheetId, readers] of Map.groupBy(automations, ({ sourceSheetId }) => sourceSheetId)) {
    wanted.set(sheetId, whole.has(sheetId) ? [] : columnsRead(readers));
  }
  return wanted;
}

/**
 * Returns the columns that these automations read of their source, sorted: a webhook on these columns reports no other
 * edits. Returns none, which means all, when the settings of one cannot be read.
 */
function columnsRead(readers: readonly WatchingAutomation[]): string[] {
  const columns = new Set<string>();
  for (const { sourceColumnId, ...settings } of readers) {
    const read = readSettings.safeParse(settings).data;
    if (!read) return [];
    columns.add(sourceColumnId);
    for (const { columnId } of [...(read.filters?.rules ?? []), ...(read.labelTemplate?.columns ?? [])]) {
      columns.add(columnId);
    }
  }
  return [...columns].toSorted();
}

const readSettings = automationSettings.pick({ filters: true, labelTemplate: true });

/** Returns when the user's plan changes next, as far as that is known; null when it will not by itself. */
export function planMayEndAt({ user }: ConnectionWebhooks, now: Date): Date | null {
  const { trialEndDate, subscriptionEndDate: end } = user;
  const times = [trialEndDate, end, end && graceEnd(end)];
  const ahead = times.flatMap((time) => (time && time > now ? [time.getTime()] : []));
  return ahead.length > 0 ? new Date(Math.min(...ahead)) : null;
}
