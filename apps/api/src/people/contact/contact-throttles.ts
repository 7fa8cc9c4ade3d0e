import { networkOf } from '../../base/network.ts';
import { createThrottle, type ThrottleDeps, takeTry } from '../../base/throttle.ts';

export type ContactThrottles = ReturnType<typeof createContactThrottles>;

const hourMs = 60 * 60_000;
const messagesPerHour = 5;

/** Limits of the messages to support: they cost a person's time, and nobody has to be signed in to send one. */
export function createContactThrottles(deps: ThrottleDeps) {
  const throttle = (name: string) => createThrottle({ name, max: messagesPerHour, windowMs: hourMs }, deps);
  return {
    fromOneNetwork: throttle('contact-from-one-network'),
    ofOneUser: throttle('contact-of-one-user'),
    withOneAddress: throttle('contact-with-one-address'),
  };
}

type Sender = { email: string; userId: string | null; ipAddress: string };

/**
 * Takes one of the messages that may be sent. Throws `rate_limited` when none is left. A signed-in user has messages of
 * their own: strangers who write in their name or from their network do not use them up.
 */
export async function takeMessage(
  throttles: ContactThrottles,
  { email, userId, ipAddress }: Sender,
): Promise<void> {
  if (userId) return takeTry(throttles.ofOneUser, userId);
  await takeTry(throttles.fromOneNetwork, networkOf(ipAddress));
  await takeTry(throttles.withOneAddress, email);
}
