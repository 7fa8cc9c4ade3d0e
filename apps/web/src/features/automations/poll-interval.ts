const whileSyncingMs = 1000;
const whileCalmMs = 20_000;
/** For what the server could not tell. */
const whileLiveMs = 120_000;

/** Returns how often to ask for automations: now and then while the server tells of changes, else every second of a sync. */
export function pollInterval({ isLive, isSyncing }: { isLive: boolean; isSyncing: boolean }): number {
  if (isLive) return whileLiveMs;
  return isSyncing ? whileSyncingMs : whileCalmMs;
}
