import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Receiver, startReceiver } from '../../testing/callback-receiver.ts';
import {
  createTestSheet,
  getError,
  startSandbox,
  type TestSandbox,
  type TestSheet,
} from '../../testing/sandbox.ts';

let sandbox: TestSandbox;
let strict: TestSandbox;
let receiver: Receiver;
let sheet: TestSheet;
let token: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  strict = await startSandbox({ PUBLIC_CALLBACKS_ONLY: 'true' });
  receiver = await startReceiver();
  token = await sandbox.token();
  sheet = await createTestSheet(sandbox, { token });
});
afterAll(() => Promise.all([sandbox.close(), strict.close(), receiver.close()]));

function hookOn(sheetId: number | string, more: object = {}) {
  const fixed = { name: 'Hook', scope: 'sheet', events: ['*.*'], version: 1 };
  return { ...fixed, scopeObjectId: sheetId, callbackUrl: receiver.url, ...more };
}

test.each([
  ['plain http', 'http://app.example/hook', 1152],
  ['another port', 'https://app.example:9000/hook', 1031],
  ['this machine', 'https://localhost/hook', 1031],
  ['a private address', 'https://192.168.1.7/hook', 1031],
  ['a private address of IPv6', 'https://[fd00::1]/hook', 1031],
])('%s is rejected where callbacks must be public', async (_case, callbackUrl, code) => {
  const by = await strict.token();
  const { id } = await createTestSheet(strict, { token: by });
  const made = await strict.call('POST', '/2.0/webhooks', { token: by, body: hookOn(id, { callbackUrl }) });
  expect(getError(made)).toEqual([400, code]);
});

test('https on an allowed port is accepted where callbacks must be public', async () => {
  const by = await strict.token();
  const { id } = await createTestSheet(strict, { token: by });
  for (const port of ['', ':8000', ':8008', ':8080', ':8443']) {
    const body = hookOn(id, { callbackUrl: `https://app.example${port}/hook` });
    expect((await strict.call('POST', '/2.0/webhooks', { token: by, body })).status).toBe(200);
  }
});

test('the sheet may be named by text, and an empty subscope is returned', async () => {
  const body = hookOn(String(sheet.id), { subscope: { columnIds: [] } });
  const { body: made } = await sandbox.call('POST', '/2.0/webhooks', { token, body });
  expect(made.result).toMatchObject({ scopeObjectId: sheet.id, subscope: { columnIds: [] } });
  const plain = await sandbox.call('POST', '/2.0/webhooks', { token, body: hookOn(sheet.id) });
  expect(plain.body.result).not.toHaveProperty('subscope');
});

test('a challenge that is answered with an error leaves its status among the details', async () => {
  receiver.behaviour.challenge = 'refuse';
  const { body: made } = await sandbox.call('POST', '/2.0/webhooks', { token, body: hookOn(sheet.id) });
  const path = `/2.0/webhooks/${made.result.id}`;
  const { body } = await sandbox.call('PUT', path, { token, body: { enabled: true } });
  expect(body.result.status).toBe('DISABLED_VERIFICATION_FAILED');
  expect(body.result.disabledDetails).toMatch(/^Request returned HTTP status code 404 \(ref id: \w+\)$/);
  receiver.behaviour.challenge = 'header';
});

test('a sheet that gathers its events for a minute does so whatever the setting says', async () => {
  const board = [...sandbox.state.sheets.values()].find(({ name }) => name === 'Dispatch board');
  if (!board) throw new Error('The seed has no such sheet');
  const { body: made } = await sandbox.call('POST', '/2.0/webhooks', { token, body: hookOn(board.id) });
  await sandbox.call('PUT', `/2.0/webhooks/${made.result.id}`, { token, body: { enabled: true } });
  const cells = [{ columnId: board.columns[0]?.id, value: 'Van 9' }];
  await sandbox.call('POST', `/2.0/sheets/${board.id}/rows`, { token, body: { toBottom: true, cells } });
  expect(sandbox.state.webhooks.get(made.result.id)?.pending).toHaveLength(3);
  expect(receiver.callbacks()).toHaveLength(0);
});
