import { toNetwork } from '../../base/network.ts';
import { consumeTry } from '../../base/throttle.ts';
import type { Throttles } from '../../base/throttles.ts';

type Try = { email: string; ipAddress: string; recognizedDeviceId: string | null };

/**
 * Consumes one of the tries of a password: for the address from one network, and for the address from all networks. Throws
 * `rate_limited` when none is left. A recognized device has tries of its own, so that strangers cannot use up the owner's.
 * Returns what forgets the tries from here, to be called when the password was right.
 */
export async function limitLogins(
  { signIns, signInsFromOneNetwork }: Throttles,
  { email, ipAddress, recognizedDeviceId }: Try,
): Promise<() => Promise<void>> {
  const fromHere = `${recognizedDeviceId ?? toNetwork(ipAddress)} ${email}`;
  await consumeTry(signInsFromOneNetwork, fromHere);
  if (recognizedDeviceId === null) await consumeTry(signIns, email);
  return () => signInsFromOneNetwork.clear(fromHere);
}
