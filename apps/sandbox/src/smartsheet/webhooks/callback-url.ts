import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import { apiError } from '../errors.ts';

export type CallbackUrlRules = Pick<Config, 'PUBLIC_CALLBACKS_ONLY'>;

const allowedPorts = ['', '8000', '8008', '8080', '8443'];
const localNames = /(^|\.)(localhost|local|internal)$/;
const privateV4 = /^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168)\./;
const privateV6 = /^\[(::1?|f[cd].*|fe80.*|::ffff:.*)\]$/;

/**
 * Returns a callback URL. Throws 1031 for what is no URL of the web. With `PUBLIC_CALLBACKS_ONLY` it throws as
 * Smartsheet does: 1152 for plain http, 1031 for another port than 443, 8000, 8008, 8080 and 8443 and for an address
 * that only this machine or its network knows.
 */
export function assertCallbackUrl(text: string, { PUBLIC_CALLBACKS_ONLY }: CallbackUrlRules): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw apiError(1031, text, 'webhook.callbackUrl');
  if (!PUBLIC_CALLBACKS_ONLY) return text;
  if (url.protocol !== 'https:') throw apiError(1152);
  if (!allowedPorts.includes(url.port) || isPrivate(url.hostname)) {
    throw apiError(1031, text, 'webhook.callbackUrl');
  }
  return text;
}

function isPrivate(host: string): boolean {
  return localNames.test(host) || (isIP(host) === 4 && privateV4.test(`${host}.`)) || privateV6.test(host);
}
