import { getMaintenanceState, type MaintenanceWindow } from '@picksync/contracts';
import type { StoredMaintenance } from '@picksync/db';
import type { Context } from './context.ts';

/** Returns the window of a maintenance as everybody may read it. */
function toMaintenanceView(stored: StoredMaintenance): MaintenanceWindow {
  const { startsAt, endsAt, nextWordAt, endedAt, checkedAt } = stored;
  return {
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    nextWordAt: nextWordAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    checkedAt: checkedAt?.toISOString() ?? null,
  };
}

/** Returns the maintenance that is announced, on or just over, without asking the database; undefined when there is none. */
export function readMaintenance({
  maintenance,
  now,
}: Pick<Context, 'maintenance' | 'now'>): MaintenanceWindow | undefined {
  const stored = maintenance.read();
  if (!stored) return undefined;
  const window = toMaintenanceView(stored);
  return window.endedAt === null || getMaintenanceState(window, now()) !== null ? window : undefined;
}
