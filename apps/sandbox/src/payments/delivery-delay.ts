import type { ProviderName } from './payment-faults.ts';

const realHourMs = 3_600_000;
const minuteMs = 60_000;

/** PayPal gives up after 25 attempts in three days; Razorpay doubles its wait until a day is over. */
const policies = {
  paypal: { attempts: 25, longestMinutes: 180 },
  razorpay: { attempts: 11, longestMinutes: 512 },
} as const;

/**
 * Returns the delay in milliseconds before the next attempt, or null after the last. How the waits grow is not
 * documented by either. `hourMs` is the length of an hour here.
 */
export function deliveryDelay(provider: ProviderName, failures: number, hourMs: number): number | null {
  const { attempts, longestMinutes } = policies[provider];
  if (failures >= attempts) return null;
  const minutes = Math.min(2 ** (failures - 1), longestMinutes);
  return Math.round(((minutes * minuteMs) / realHourMs) * hourMs);
}
