import ipaddr from 'ipaddr.js';

/** The parts of an IPv6 address, of 16 bits each, that its owner does not choose. */
const networkParts = 4;

/** Some proxies pass on the caller's port as well, which differs for each connection. */
const withPort = /^(?:(\d+\.\d+\.\d+\.\d+)|\[(.+)\]):\d+$/;

/** The 16-bit parts of an IPv6 address that a provider gives to a region rather than to a customer. */
const prefixParts = 3;

/**
 * Returns the network of an address, by which callers are counted: the address itself, or the first 64 bits of an IPv6
 * address, because its owner has all addresses that begin with them.
 */
export function toNetwork(given: string): string {
  const address = toAddress(given);
  return typeof address === 'string' ? address : `${getBeginning(address, networkParts)}::/64`;
}

/** Returns the beginning of an address, enough to recognise one's own provider and too little to find a person. */
export function toNetworkPrefix(given: string): string {
  const address = toAddress(given);
  if (typeof address !== 'string') return `${getBeginning(address, prefixParts)}::x`;
  return ipaddr.IPv4.isValid(address) ? address.replace(/\d+$/, 'x') : 'unknown';
}

/** Returns an address without its port: an IPv6 address taken apart, any other as text. */
function toAddress(given: string): string | ipaddr.IPv6 {
  const [, ipv4, ipv6] = withPort.exec(given) ?? [];
  const address = ipv4 ?? ipv6 ?? given;
  if (!ipaddr.IPv6.isValid(address)) return address;
  const ip = ipaddr.IPv6.parse(address);
  return ip.isIPv4MappedAddress() ? ip.toIPv4Address().toString() : ip;
}

function getBeginning({ parts }: ipaddr.IPv6, count: number): string {
  const beginning = parts.slice(0, count).map((part) => part.toString(16));
  return beginning.join(':');
}
