import { expect, test } from 'vitest';
import { callbackUrlOf, webhookIdIn } from './callback-address.ts';

test('callbacks of ours are known by their address, which carries our id', () => {
  const url = callbackUrlOf('https://picksync.example', 'id');
  expect(url).toBe('https://picksync.example/api/smartsheet/callbacks/id');
  expect(webhookIdIn('https://picksync.example', url)).toBe('id');
  expect(
    webhookIdIn('https://picksync.example', 'https://other.example/api/smartsheet/callbacks/id'),
  ).toBeNull();
});
