import ipaddr from 'ipaddr.js';

/** The parts of an IPv6 address, of 16 bits each, that its owner does not choose. */
const networkParts = 4;

/** Some proxies pass on the caller's port as well. It is another one in each connection. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.+)\]):\d+$/;

/**
 * Returns the network of an address, by which callers are counted: the address itself, or the first 64 bits of an IPv6
 * address, because whoever has one of those has all of them.
 */
export function networkOf(given: string): string {
  const [, ipv4, ipv6] = withPort.exec(given) ?? [];
  const address = ipv4 ?? ipv6 ?? given;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const ip = ipaddr.IPv6.parse(address);
  if (ip.isIPv4MappedAddress()) return ip.toIPv4Address().toString();
  return `${ip.parts
    .slice(0, networkParts)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
