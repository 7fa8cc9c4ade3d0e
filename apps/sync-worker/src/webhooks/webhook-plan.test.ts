import { expect, test } from 'vitest';
import { readWebhookId, toCallbackUrl } from './webhook-plan.ts';

test('callbacks of ours are known by their address, which carries our id', () => {
  const url = toCallbackUrl('https://picksync.example', 'id');
  expect(url).toBe('https://picksync.example/api/smartsheet/callbacks/id');
  expect(readWebhookId('https://picksync.example', url)).toBe('id');
  expect(
    readWebhookId('https://picksync.example', 'https://other.example/api/smartsheet/callbacks/id'),
  ).toBeNull();
});
