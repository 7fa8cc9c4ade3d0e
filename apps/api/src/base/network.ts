import ipaddr from 'ipaddr.js';

/** The parts of an IPv6 address, of 16 bits each, that its owner does not choose. */
const networkParts = 4;

/** Some proxies pass on the caller's port as well, which differs for each connection. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.+)\]):\d+$/;

/**
 * Returns the network of an address, by which callers are counted: the address itself, or the first 64 bits of an IPv6
 * address, because its owner has all addresses that begin with them.
 */
export function toNetwork(given: string): string {
  const address = withoutPort(given);
  if (!ipaddr.IPv6.isValid(address)) return address;
  const ip = ipaddr.IPv6.parse(address);
  if (ip.isIPv4MappedAddress()) return ip.toIPv4Address().toString();
  return `${ip.parts
    .slice(0, networkParts)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** The 16-bit parts of an IPv6 address that a provider gives to a region rather than to a customer. */
const prefixParts = 3;

/** Returns the beginning of an address, enough to recognise one's own provider and too little to find a person. */
export function networkPrefix(given: string): string {
  const address = withoutPort(given);
  if (ipaddr.IPv6.isValid(address)) {
    const ip = ipaddr.IPv6.parse(address);
    if (!ip.isIPv4MappedAddress()) {
      return `${ip.parts
        .slice(0, prefixParts)
        .map((part) => part.toString(16))
        .join(':')}::x`;
    }
  }
  const network = toNetwork(address);
  return ipaddr.IPv4.isValid(network) ? network.replace(/\d+$/, 'x') : 'unknown';
}

function withoutPort(given: string): string {
  const [, ipv4, ipv6] = withPort.exec(given) ?? [];
  return ipv4 ?? ipv6 ?? given;
}
