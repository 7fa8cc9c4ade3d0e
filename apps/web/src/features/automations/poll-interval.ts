const whileSyncingMs = 1000;
const whileCalmMs = 20_000;
/** How often to poll while the stream is live, for changes that it missed. */
const whileLiveMs = 120_000;

/** Returns how often to ask for automations: now and then while the server tells of changes, else every second of a sync. */
export function pollInterval({ isLive, isSyncing }: { isLive: boolean; isSyncing: boolean }): number {
  if (isLive) return whileLiveMs;
  return isSyncing ? whileSyncingMs : whileCalmMs;
}
