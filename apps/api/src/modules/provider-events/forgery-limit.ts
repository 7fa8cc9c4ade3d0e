import { AppError } from '@picksync/contracts';
import { LRUCache } from 'lru-cache';

/** Whoever sends this many events in a minute that nobody has signed is not the provider. */
const maxForgeries = 20;
const windowMs = 60_000;
const maxNetworks = 10_000;

/**
 * Creates the limit of events with a wrong signature for each network. To check one of PayPal's costs a call to PayPal, so that
 * forged ones could use up what PayPal allows us.
 */
export function createForgeryLimit() {
  const counts = new LRUCache<string, number>({ max: maxNetworks, ttl: windowMs });
  return {
    /** Throws `rate_limited` for a network that has sent too many. */
    assertFew(network: string): void {
      if ((counts.get(network) ?? 0) < maxForgeries) return;
      const retryAfterSeconds = Math.ceil(counts.getRemainingTTL(network) / 1000);
      throw new AppError('rate_limited', { details: { retryAfterSeconds } });
    },
    /** Counts one more; the window begins with the first. */
    count(network: string): void {
      counts.set(network, (counts.get(network) ?? 0) + 1, { noUpdateTTL: true });
    },
  };
}
