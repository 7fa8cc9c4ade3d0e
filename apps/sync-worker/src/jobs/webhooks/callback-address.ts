/** Ports Smartsheet delivers to ("Callback URL"). The empty one is 443. */
const allowedPorts = new Set(['', '443', '8000', '8008', '8080', '8443']);

const privateHost =
  /^(localhost|.*\.(localhost|local|internal)|127\..*|10\..*|192\.168\..*|169\.254\..*|172\.(1[6-9]|2\d|3[01])\..*|0\.0\.0\.0|\[.*\])$/i;

/**
 * Whether Smartsheet would deliver to this site: public https on one of its ports. A local stand-in for Smartsheet
 * delivers anywhere.
 */
export function isDeliverable({ base, isStandIn }: { base: string; isStandIn: boolean }): boolean {
  if (isStandIn) return true;
  const { protocol, port, hostname } = new URL(base);
  return protocol === 'https:' && allowedPorts.has(port) && !privateHost.test(hostname);
}

const path = '/api/smartsheet/callbacks/';

/** Where callbacks of a webhook go. It carries our own id, because the address is needed before Smartsheet gives its. */
export const callbackUrlOf = (base: string, webhookId: string): string => `${base}${path}${webhookId}`;

/** Our own id in the callback address of a webhook that this installation made; null for anybody else's. */
export const webhookIdIn = (base: string, callbackUrl: string): string | null =>
  callbackUrl.startsWith(`${base}${path}`) ? callbackUrl.slice(base.length + path.length) : null;
