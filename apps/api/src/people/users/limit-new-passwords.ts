import { toNetwork } from '../../base/network.ts';
import { consumeTry } from '../../base/throttle.ts';
import type { Throttles } from '../../base/throttles.ts';

/**
 * Consumes one of the tries of a new password. Throws `rate_limited` when none is left. Passwords that are refused count
 * as well, because judging them is work.
 */
export async function limitNewPasswords(
  throttles: Throttles,
  { email, ipAddress }: { email: string; ipAddress: string },
): Promise<void> {
  await consumeTry(throttles.newPasswords, `${toNetwork(ipAddress)} ${email}`);
}
