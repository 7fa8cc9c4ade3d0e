const whileSyncingMs = 1000;
/** For changes that were missed: when it is calm, the page is told of changes, or asks for everything now and then. */
const whileCalmMs = 120_000;

/** Returns how often to ask for automations: every second of a sync, unless the server tells of changes. */
export function pollInterval({ isLive, isSyncing }: { isLive: boolean; isSyncing: boolean }): number {
  return isSyncing && !isLive ? whileSyncingMs : whileCalmMs;
}
