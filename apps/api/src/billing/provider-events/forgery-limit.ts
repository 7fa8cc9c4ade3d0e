import { LRUCache } from 'lru-cache';

/** A sender of this many forged events in a minute is not the provider. */
const maxForgeries = 20;
const windowMs = 60_000;
const maxSenders = 10_000;

/**
 * Counts events with a wrong signature for each sender: a network, at one provider. Nobody is refused for it, because a genuine event
 * may come from the same network, behind a proxy; but for a suspect sender no call is made before a signature fits.
 */
export function createForgeryLimit() {
  const counts = new LRUCache<string, number>({ max: maxSenders, ttl: windowMs });
  /** The window begins with the first. */
  const add = (sender: string, change: 1 | -1) => {
    counts.set(sender, Math.max(0, (counts.get(sender) ?? 0) + change), { noUpdateTTL: true });
  };

  /**
   * Checks an event. It counts as forged until the check ends: otherwise many that arrive at once would all be checked
   * before the first is known to be forged. Returns whether it is genuine. Throws what the check throws.
   */
  return async function check(
    sender: string,
    isGenuine: (isSuspect: boolean) => Promise<boolean>,
  ): Promise<boolean> {
    const isSuspect = (counts.get(sender) ?? 0) >= maxForgeries;
    add(sender, 1);
    let isForged = false;
    try {
      isForged = !(await isGenuine(isSuspect));
    } finally {
      if (!isForged) add(sender, -1);
    }
    return !isForged;
  };
}
