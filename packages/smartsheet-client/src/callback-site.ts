import ipaddr from 'ipaddr.js';

/** Ports Smartsheet delivers to ("Callback URL"). The empty one is 443. */
const allowedPorts = new Set(['', '443', '8000', '8008', '8080', '8443']);

const localName = /^(localhost|.*\.(localhost|local|internal))$/i;

/** Where a site receives callbacks, and whether a local stand-in for Smartsheet sends them. */
export type CallbackSite = { base: string; isStandIn: boolean };

/**
 * Returns whether Smartsheet would deliver to a site: public https on one of its ports. A local stand-in for Smartsheet
 * delivers anywhere.
 */
export function canReceiveCallbacks({ base, isStandIn }: CallbackSite): boolean {
  if (isStandIn) return true;
  const { protocol, port, hostname } = new URL(base);
  return protocol === 'https:' && allowedPorts.has(port) && isPublic(hostname);
}

function isPublic(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) ? ipaddr.process(address).range() === 'unicast' : !localName.test(hostname);
}
