import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import * as z from 'zod';

/** Where requests that a user asks for may go: to public addresses by https, or, beside the sandbox, anywhere. */
export const targetsSetting = z.enum(['public', 'anywhere']).default('public');

export type Targets = z.output<typeof targetsSetting>;

/** Returns whether an address of the network is one of the public internet, however it is written. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // `process` reads an IPv4 address within an IPv6 one as what it stands for.
  const ip = ipaddr.process(address);
  if (ip instanceof ipaddr.IPv4) return ip.range() === 'unicast';
  const [first = 0] = ip.parts;
  const isGlobalUnicast = first >> 13 === 1;
  return isGlobalUnicast && ip.range() === 'unicast';
}

/** Names that lead into the own network wherever they are asked. */
const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/**
 * Returns what is wrong with an address that a user wants called, fit to show; null when nothing is. What a name leads to
 * can change at any time: that is checked when the call is made.
 */
export function targetProblem(text: string, targets: Targets): string | null {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return 'Please enter an address that begins with https://';
  if (url.username || url.password) return 'Please leave out the user name and the password';
  if (targets === 'anywhere') return null;
  if (url.protocol !== 'https:') return 'Please enter an address that begins with https://';
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isPublic = isIP(host) ? isPublicAddress(host) : host.includes('.') && !privateNames.test(host);
  return isPublic ? null : 'Please enter an address that can be reached from the internet';
}
