import { randomUUID } from 'node:crypto';
import { markConnectionDirty, recordCallbacks } from '@picksync/db';
import { testAutomation, testConnection, testSheet } from '@picksync/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { recordStatusChange } from './record-status-change.ts';
import { findWebhooks } from './webhooks.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

test('status changes of webhooks, their callbacks and marks of many sheets at once never wait for each other in a circle', async () => {
  const { db } = app;
  const { queue, now } = app.context;
  const connection = await testConnection(db);
  const { id: connectionId } = connection;
  const sheetIds = Array.from({ length: 6 }, (_, index) => `800000000000000${index}`);
  const webhookIds = sheetIds.map(() => randomUUID());
  for (const [index, sheetId] of sheetIds.entries()) {
    const webhookId = webhookIds[index] ?? '';
    await testSheet(db, { connectionId, sheetId });
    await db.smartsheetWebhook.create({
      data: { id: webhookId, connectionId, sheetId, status: 'enabled', sharedSecretSealed: 'sealed' },
    });
    for (const other of sheetIds.toReversed()) {
      await testAutomation(db, { connection, sourceSheetId: sheetId, sheetId: other, webhookId });
    }
  }
  const webhooks = await findWebhooks(db, webhookIds);
  const change = (index: number) => {
    const webhook = webhooks[index % webhooks.length];
    if (!webhook) throw new Error('The webhook is gone');
    const nonce = randomUUID();
    const remoteStatus = index % 2 ? 'ENABLED' : 'DISABLED_BY_OWNER';
    return recordStatusChange({ db, queue, now }, { webhook, nonce, remoteStatus });
  };
  const mark = (sheets: string[]) =>
    db.$transaction((tx) => markConnectionDirty({ tx, queue, connectionId, sheetIds: sheets }));

  const callbacks = (ids: string[]) =>
    recordCallbacks(
      ids.map((webhookId) => ({ webhookId, sharedSecretSealed: 'sealed', nonce: randomUUID() })),
      { pool: app.context.database.pool, queue },
    );

  for (let round = 0; round < 15; round += 1) {
    await Promise.all([
      ...sheetIds.map((_, index) => change(round + index)),
      ...sheetIds.map((sheetId, index) => mark([sheetId, sheetIds[(index + round) % 6] ?? sheetId])),
      callbacks(webhookIds),
      callbacks(webhookIds.toReversed()),
    ]);
  }
  expect(await db.providerEvent.count({ where: { type: 'webhook_status' } })).toBe(15 * sheetIds.length);
});
