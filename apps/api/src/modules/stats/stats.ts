import type { Stats } from '@picksync/contracts';
import type { Db } from '@picksync/db';
import { readEntitlements } from '../entitlements/entitlements.ts';
import { countForStats } from './stats.store.ts';

export type StatsDeps = { db: Db; now: () => Date };

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 7;

/** The figures of a user's dashboard, every one of them counted. */
export async function readStats(userId: string, { db, now }: StatsDeps): Promise<Stats> {
  const at = now();
  const today = Math.floor(at.getTime() / DAY_MS) * DAY_MS;
  const weekStart = today - (DAYS - 1) * DAY_MS;
  const [allowed, figures] = await Promise.all([
    readEntitlements(db, { userId, now: at }),
    countForStats(db, {
      userId,
      weekStart: new Date(weekStart),
      lastWeekStart: new Date(weekStart - DAYS * DAY_MS),
      sevenDaysAgo: new Date(at.getTime() - DAYS * DAY_MS),
    }),
  ]);
  const { updatesByDay, lastSweepAt, nextSweepAt, ...counted } = figures;
  const updatesPerDay = Array.from({ length: DAYS }, (_, day) => updatesByDay[day] ?? 0);
  return {
    ...counted,
    activeAutomations: allowed.active,
    updatesPerDay,
    updatesThisWeek: updatesPerDay.reduce((sum, written) => sum + written, 0),
    configsUsed: allowed.total,
    configurationCount: allowed.total,
    configsAvailable: allowed.limit,
    configurationLimit: allowed.limit,
    trialEndsIn: allowed.trialEndsInDays,
    subscriptionStatus: allowed.status,
    lastSweepAt: lastSweepAt?.toISOString() ?? null,
    nextSweepAt: nextSweepAt?.toISOString() ?? null,
  };
}
