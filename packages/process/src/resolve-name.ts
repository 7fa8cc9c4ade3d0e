import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { promisify } from 'node:util';

export type ResolveName = (hostname: string, options: LookupOptions) => Promise<LookupAddress[]>;

/** Asks the operating system, which knows the names of this machine and its network as well. */
export const systemResolve: ResolveName = (hostname, options) =>
  promisify(lookup)(hostname, { ...options, all: true });

/** Each of two tries; the second takes twice as long. Together they end before a call does. */
const tryTimeoutMs = 2_000;

/**
 * Creates the resolver of names that users enter. The operating system answers two names at a time, so that a few whose servers do
 * not answer would hold up every other name in the process; these queries hold up nobody. `servers` are those of the system by
 * default.
 */
export function createPublicResolve({
  servers,
  timeoutMs = tryTimeoutMs,
}: {
  servers?: readonly string[];
  timeoutMs?: number;
} = {}): ResolveName {
  return async (hostname) => {
    // A new one each time, because the servers of the system may have changed.
    const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
    if (addresses.length === 0 && answers[0].status === 'rejected') throw answers[0].reason;
    return addresses;
  };
}
