import { describe, expect, it } from 'vitest';
import { createClient } from './testing/clients.ts';

const webhook = (id: number, extra = {}) => ({
  id,
  name: 'Picksync',
  callbackUrl: 'https://picksync.example/hook',
  scope: 'sheet',
  scopeObjectId: 4509093797881732,
  events: ['*.*'],
  version: 1,
  enabled: false,
  status: 'NEW_NOT_VERIFIED',
  ...extra,
});

describe('webhooks', () => {
  it('are created on a sheet, disabled, with a secret', async () => {
    const body = { result: webhook(7, { sharedSecret: 's3', createdAt: '2026-01-01T00:00:00Z' }) };
    const { client, seen } = await createClient([{ body }]);
    const created = await client.webhooks.create({
      name: 'Picksync',
      callbackUrl: 'https://picksync.example/hook',
      sheetId: '4509093797881732',
      columnIds: ['48569348493401203'],
    });
    expect(created).toEqual({
      id: '7',
      name: 'Picksync',
      callbackUrl: 'https://picksync.example/hook',
      sheetId: '4509093797881732',
      columnIds: null,
      disabledDetails: null,
      enabled: false,
      status: 'NEW_NOT_VERIFIED',
      sharedSecret: 's3',
      createdAt: new Date('2026-01-01T00:00:00Z'),
      modifiedAt: null,
    });
    expect(seen[0]?.body).toBe(
      '{"name":"Picksync","callbackUrl":"https://picksync.example/hook","scope":"sheet","scopeObjectId":4509093797881732,"events":["*.*"],"version":1,"subscope":{"columnIds":[48569348493401203]}}',
    );
  });

  it('are listed to the end although totals are -1', async () => {
    const envelope = { pageNumber: 1, totalPages: -1, totalCount: -1 };
    const { client, seen } = await createClient([
      { body: { ...envelope, data: [webhook(3), webhook(2)] } },
      { body: { ...envelope, data: [] } },
    ]);
    expect((await client.webhooks.list({ pageSize: 2 })).map(({ id }) => id)).toEqual(['3', '2']);
    expect(seen.map(({ url }) => url)).toEqual([
      '/2.0/webhooks?page=1&pageSize=2',
      '/2.0/webhooks?page=2&pageSize=2',
    ]);
  });

  it('are enabled, given a new secret and deleted', async () => {
    const enabled = webhook(7, { enabled: true, status: 'ENABLED', subscope: { columnIds: [11] } });
    const { client, seen } = await createClient([
      { body: { result: enabled } },
      { body: { result: webhook(7, { status: 'DISABLED_BY_MOON' }) } },
      { body: { result: { sharedSecret: 'new' } } },
      { body: { message: 'SUCCESS', resultCode: 0 } },
    ]);
    const webhook7 = { webhookId: '7' };
    expect(await client.webhooks.update({ ...webhook7, enabled: true })).toMatchObject({
      enabled: true,
      status: 'ENABLED',
      columnIds: ['11'],
    });
    const unknown = await client.webhooks.update({ ...webhook7, enabled: false });
    expect(unknown).toMatchObject({ status: 'UNKNOWN', sharedSecret: null });
    expect(await client.webhooks.resetSharedSecret(webhook7)).toBe('new');
    expect(await client.webhooks.delete(webhook7)).toBeUndefined();
    expect(seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
      'PUT /2.0/webhooks/7 {"enabled":true}',
      'PUT /2.0/webhooks/7 {"enabled":false}',
      'POST /2.0/webhooks/7/resetSharedSecret ',
      'DELETE /2.0/webhooks/7 ',
    ]);
  });
});
