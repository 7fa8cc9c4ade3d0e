/** Ports Smartsheet delivers to ("Callback URL"). The empty one is 443. */
const allowedPorts = new Set(['', '443', '8000', '8008', '8080', '8443']);

const privateHost =
  /^(localhost|.*\.(localhost|local|internal)|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|0\.0\.0\.0|\[.*\])$/i;

/** Where a site receives callbacks, and whether a local stand-in for Smartsheet sends them. */
export type CallbackSite = { base: string; isStandIn: boolean };

/**
 * Whether Smartsheet would deliver to a site: public https on one of its ports. A local stand-in for Smartsheet
 * delivers anywhere.
 */
export function canReceiveCallbacks({ base, isStandIn }: CallbackSite): boolean {
  if (isStandIn) return true;
  const { protocol, port, hostname } = new URL(base);
  return protocol === 'https:' && allowedPorts.has(port) && !privateHost.test(hostname);
}
