import { expect, test } from 'vitest';
import { createKnownWebhooks } from './known-webhooks.ts';
import type { WebhookRow } from './webhooks.store.ts';

const row = (id: string, status: WebhookRow['status'] = 'enabled'): WebhookRow => ({
  id,
  connectionId: 'connection',
  sheetId: '1',
  remoteId: '2',
  sharedSecretSealed: 'sealed',
  status,
});

function knowing(rows: WebhookRow[]) {
  let at = 0;
  const known = createKnownWebhooks({
    find: async (id) => rows.find((one) => one.id === id) ?? null,
    secretOf: () => 'secret',
    now: () => new Date(at),
    remembered: 2,
  });
  const later = (ms: number) => {
    at += ms;
  };
  return { known, later };
}

test('a webhook that was looked up is remembered for an hour, with its secret opened', async () => {
  const { known, later } = knowing([row('a')]);
  expect(known.recall('a')).toBeUndefined();
  await known.lookUp('a');
  later(3_599_999);
  expect(known.recall('a')).toMatchObject({ row: { id: 'a' }, sharedSecret: 'secret' });
  later(1);
  expect(known.recall('a')).toBeUndefined();
});

test('one that is gone or given up is forgotten', async () => {
  const rows = [row('a'), row('b')];
  const { known } = knowing(rows);
  await known.lookUp('a');
  await known.lookUp('b');
  rows.splice(0, 2, row('a', 'deleting'));
  expect([await known.lookUp('a'), await known.lookUp('b')]).toEqual([null, null]);
  expect([known.recall('a'), known.recall('b')]).toEqual([undefined, undefined]);
});

test('no more are remembered than asked for, the newest ones', async () => {
  const { known } = knowing(['a', 'b', 'c'].map((id) => row(id)));
  for (const id of ['a', 'b', 'c']) await known.lookUp(id);
  expect(['a', 'b', 'c'].map((id) => known.recall(id)?.row.id)).toEqual([undefined, 'b', 'c']);
});
