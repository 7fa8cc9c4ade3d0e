import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';

/** Which addresses may be called for a user: public ones by https, or, with the sandbox, any. */
export const targetsSetting = z.enum(['public', 'anywhere']).default('public');

export type Targets = z.output<typeof targetsSetting>;

/** Returns whether an address of the network is one of the public internet, however it is written. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` returns the IPv4 address that an IPv6 address contains.
  const ip = ipaddr.process(address);
  if (ip instanceof ipaddr.IPv4) return ip.range() === 'unicast';
  const [first = 0] = ip.parts;
  const isGlobalUnicast = first >> 13 === 1;
  return isGlobalUnicast && ip.range() === 'unicast';
}

/** Host names that always resolve to the own network. */
const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/** Every name in the internet has two labels or more, and none is empty. */
function isPublicName(host: string): boolean {
  const labels = host.split('.');
  return labels.length > 1 && !labels.includes('') && !privateNames.test(host);
}

/** Ports of web servers. Others belong to services that nobody means to call, such as mail and databases. */
const publicPorts = new Set(['', '8443']);

type TargetProblem = { kind: 'address' | 'port'; message: string };

/**
 * Returns what is wrong with a URL that a user wants to be called, with a message to show; null when nothing is. The
 * address that its host name resolves to can change at any time, so that is checked at each call.
 */
export function targetProblem(text: string, targets: Targets): TargetProblem | null {
  const address = (message: string): TargetProblem => ({ kind: 'address', message });
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    return address('Please enter an address that begins with https://');
  if (url.username || url.password) return address('Please leave out the user name and the password');
  if (targets === 'anywhere') return null;
  if (url.protocol !== 'https:') return address('Please enter an address that begins with https://');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isPublic = isIP(host) ? isPublicAddress(host) : isPublicName(host);
  if (!isPublic) return address('Please enter an address that can be reached from the internet');
  return publicPorts.has(url.port) ? null : { kind: 'port', message: 'Please use port 443 or 8443' };
}
