import { isIPv6 } from 'node:net';

const GROUPS = 8;

/**
 * The network an address counts as where callers are told apart: itself, or the first 64 bits of an IPv6 address,
 * because whoever has one of those has all of them.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped) return mapped;
  const [head = '', tail] = address.replace(/%.*/, '').split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')];
  const gap = new Array<string>(GROUPS - before.length - after.length).fill('0');
  const first = [...before, ...gap, ...after].slice(0, GROUPS / 2);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
