import { automationEndpoints } from '@picksync/contracts';
import { expect, test } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { call } from './call.ts';
import { createIdempotencyKeys } from './idempotency-keys.ts';

test('the same body sent again has the same key, another body and another form a new one', () => {
  const keyOf = createIdempotencyKeys();
  const first = keyOf({ name: 'a' });
  expect(keyOf({ name: 'a' })).toBe(first);
  const others = [keyOf({ name: 'b' }), keyOf({ name: 'a' }), createIdempotencyKeys()({ name: 'a' })];
  expect(new Set([first, ...others]).size).toBe(4);
  expect(first).toMatch(/^[\x21-\x7e]{20,200}$/);
});

test('a call sends its key, and one without a key sends none', async () => {
  const path = 'POST /api/configurations/destinations';
  const api = fakeApi({ [path]: { body: { message: 'Done', results: [] } } });
  const body = { automationId: '1', destinations: [] };
  await call(automationEndpoints.addDestinations, { body }, { idempotencyKey: 'k-1' });
  await call(automationEndpoints.addDestinations, { body });
  const keys = api.received(path).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual(['k-1', null]);
});
