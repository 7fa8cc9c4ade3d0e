import { expect, test } from 'vitest';
import { callbackUrlOf, isDeliverable, webhookIdIn } from './callback-address.ts';

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
])('Smartsheet delivers to %s: %s', (base, expected) => {
  expect(isDeliverable({ base, isStandIn: false })).toBe(expected);
});

test('a stand-in delivers anywhere', () => {
  expect(isDeliverable({ base: 'http://127.0.0.1:3000', isStandIn: true })).toBe(true);
});

test('callbacks of ours are known by their address, which carries our id', () => {
  const url = callbackUrlOf('https://picksync.example', 'id');
  expect(url).toBe('https://picksync.example/api/smartsheet/callbacks/id');
  expect(webhookIdIn('https://picksync.example', url)).toBe('id');
  expect(
    webhookIdIn('https://picksync.example', 'https://other.example/api/smartsheet/callbacks/id'),
  ).toBeNull();
});
