import type { MaintenanceWindow } from '@picksync/contracts';

/** Returns the moment in so many minutes, as the API writes it. */
export function inMinutes(minutes: number): string {
  return new Date(Date.now() + minutes * 60_000).toISOString();
}

/** Returns a maintenance that begins in an hour and lasts 20 minutes. */
export function planned(given: Partial<MaintenanceWindow> = {}): MaintenanceWindow {
  return {
    startsAt: inMinutes(60),
    endsAt: inMinutes(80),
    nextWordAt: null,
    endedAt: null,
    checkedAt: null,
    ...given,
  };
}
