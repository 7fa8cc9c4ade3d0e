import { expect, test } from 'vitest';
import { canReceiveCallbacks } from './callbacks.ts';

test.each([
  ['https://picksync.example', true],
  ['https://picksync.example:8443', true],
  ['https://picksync.example:3000', false],
  ['http://picksync.example', false],
  ['https://localhost', false],
  ['https://127.0.0.1', false],
  ['https://192.168.1.20:8443', false],
  ['https://172.20.0.3', false],
  ['https://172.40.0.3', true],
  ['https://picksync.local', false],
  ['https://100.64.0.1', false],
  ['https://[::1]', false],
  ['https://[fd00::1]:8443', false],
  ['https://[::ffff:10.0.0.1]', false],
  ['https://2130706433', false],
  ['https://8.8.8.8', true],
  ['https://[2606:4700::1111]', true],
])('Smartsheet delivers to %s: %s', (base, expected) => {
  expect(canReceiveCallbacks({ base, isStandIn: false })).toBe(expected);
});

test('a stand-in delivers anywhere', () => {
  expect(canReceiveCallbacks({ base: 'http://127.0.0.1:3000', isStandIn: true })).toBe(true);
});
