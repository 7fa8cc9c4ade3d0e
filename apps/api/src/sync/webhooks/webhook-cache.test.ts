import { expect, test } from 'vitest';
import { createWebhookCache } from './webhook-cache.ts';
import type { WebhookRow } from './webhooks.store.ts';

const row = (id: string, status: WebhookRow['status'] = 'enabled'): WebhookRow => ({
  id,
  connectionId: 'connection',
  sheetId: '1',
  remoteId: '2',
  sharedSecretSealed: 'sealed',
  status,
});

function createCache(rows: WebhookRow[]) {
  let at = Date.parse('2026-11-21T10:00:00Z');
  const cache = createWebhookCache({
    find: async (id) => rows.find((one) => one.id === id) ?? null,
    secretOf: () => 'secret',
    now: () => new Date(at),
    maxEntries: 2,
  });
  const later = (ms: number) => {
    at += ms;
  };
  return { cache, later };
}

test('a webhook that was read is kept for an hour, with its secret opened', async () => {
  const { cache, later } = createCache([row('a')]);
  expect(cache.getKept('a')).toBeUndefined();
  await cache.read('a');
  later(3_600_000);
  expect(cache.getKept('a')).toMatchObject({ row: { id: 'a' }, sharedSecret: 'secret' });
  later(1);
  expect(cache.getKept('a')).toBeUndefined();
});

test('a webhook that is gone or given up is forgotten', async () => {
  const rows = [row('a'), row('b')];
  const { cache } = createCache(rows);
  await cache.read('a');
  await cache.read('b');
  rows.splice(0, 2, row('a', 'deleting'));
  expect([await cache.read('a'), await cache.read('b')]).toEqual([null, null]);
  expect([cache.getKept('a'), cache.getKept('b')]).toEqual([undefined, undefined]);
});

test('keeps the webhooks that were used last, and no more than allowed', async () => {
  const { cache } = createCache(['a', 'b', 'c'].map((id) => row(id)));
  for (const id of ['a', 'b', 'c']) await cache.read(id);
  expect(['a', 'b', 'c'].map((id) => cache.getKept(id)?.row.id)).toEqual([undefined, 'b', 'c']);
});

test('guessed ids push nothing out', async () => {
  const { cache } = createCache([row('a')]);
  await cache.read('a');
  for (let n = 0; n < 10; n += 1) expect(await cache.read(`guess ${n}`)).toBeNull();
  expect(cache.getKept('a')).toBeDefined();
});
