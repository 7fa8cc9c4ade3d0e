import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../testing/callback-receiver.ts';
import { startSandbox, type TestSandbox } from '../testing/sandbox.ts';

let sandbox: TestSandbox;
let receiver: Receiver;
beforeEach(async () => {
  [sandbox, receiver] = await Promise.all([startSandbox(), startReceiver()]);
});
afterEach(() => Promise.all([sandbox.close(), receiver.close()]));

test('an edit in the grid calls the webhooks of the sheet, as the owner’s change', async () => {
  const sheet = [...sandbox.state.sheets.values()].find(({ name }) => name === 'Clients');
  const [row] = sheet?.rows ?? [];
  const [column] = sheet?.columns ?? [];
  const token = await sandbox.token();
  const hook = {
    name: 'test',
    callbackUrl: receiver.url,
    scope: 'sheet',
    scopeObjectId: sheet?.id,
    events: ['*.*'],
    version: 1,
  };
  const { body } = await sandbox.call('POST', '/2.0/webhooks', { token, body: hook });
  await sandbox.call('PUT', `/2.0/webhooks/${body.result.id}`, { token, body: { enabled: true } });

  const cell = { rowId: String(row?.id), columnId: String(column?.id), value: 'Aldergrove Creamery' };
  await sandbox.call('PUT', `/api/console/sheets/${sheet?.id}/cells`, { body: cell });

  const [callback] = await receiver.until(1);
  expect(callback?.body.events).toContainEqual(
    expect.objectContaining({
      objectType: 'cell',
      eventType: 'updated',
      rowId: row?.id,
      columnId: column?.id,
      userId: sheet?.ownerId,
    }),
  );
  const read = await sandbox.call('GET', `/2.0/sheets/${sheet?.id}/version`, { token });
  expect(read.body.version).toBe(2);
});
