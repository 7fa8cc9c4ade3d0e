import { AppError } from '@picksync/contracts';
import { LRUCache } from 'lru-cache';

/** A sender of this many forged events in a minute is not the provider. */
const maxForgeries = 20;
const windowMs = 60_000;
const maxNetworks = 10_000;

/**
 * Creates the limit of events with a wrong signature for each network. To check one of PayPal's costs a call to PayPal, so that
 * forged ones could use up what PayPal allows us.
 */
export function createForgeryLimit() {
  const counts = new LRUCache<string, number>({ max: maxNetworks, ttl: windowMs });
  /** The window begins with the first. */
  const add = (network: string, change: 1 | -1) => {
    counts.set(network, Math.max(0, (counts.get(network) ?? 0) + change), { noUpdateTTL: true });
  };

  /** Throws `rate_limited` for a network that has sent too many. */
  function assertFew(network: string): void {
    if ((counts.get(network) ?? 0) < maxForgeries) return;
    const retryAfterSeconds = Math.ceil(counts.getRemainingTTL(network) / 1000);
    throw new AppError('rate_limited', { details: { retryAfterSeconds } });
  }

  return {
    assertFew,
    /**
     * Checks an event of a network, which counts as forged from the beginning: of many that come at once, all would be checked before the
     * first is known to be forged. Returns whether it is genuine. Throws `rate_limited`, and what the check throws.
     */
    async check(network: string, isGenuine: () => Promise<boolean>): Promise<boolean> {
      assertFew(network);
      add(network, 1);
      let isForged = false;
      try {
        isForged = !(await isGenuine());
      } finally {
        if (!isForged) add(network, -1);
      }
      return !isForged;
    },
  };
}
