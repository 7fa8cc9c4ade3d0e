import { expect, test } from 'vitest';
import { toNetwork, toNetworkPrefix } from './network.ts';

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::198.51.100.7', '64:ff9b:0:0::/64'],
  ['198.51.100.7:50123', '198.51.100.7'],
  ['[2001:db8:1:2::1]:50123', '2001:db8:1:2::/64'],
  ['not an address', 'not an address'],
])('%s counts as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network);
});

test.each([
  ['198.51.100.7', '198.51.100.x'],
  ['::ffff:198.51.100.7', '198.51.100.x'],
  ['198.51.100.7:50123', '198.51.100.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::x'],
  ['not an address', 'unknown'],
])('%s is stored as %s', (address, prefix) => {
  expect(toNetworkPrefix(address)).toBe(prefix);
});
