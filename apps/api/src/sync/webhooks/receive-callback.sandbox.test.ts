import { endpoints } from '@picksync/contracts';
import { toChangeAgent } from '@picksync/smartsheet-account';
import { expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import { createRealWebhook } from '../../testing/real-webhook.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });

test('Smartsheet’s challenge is answered, its signature accepted, and a change marks the account', async () => {
  const { userId } = await app.signIn();
  const connection = await connectSandbox(app, sandbox, { userId });
  const token = await app.context.smartsheet.readToken(connection.id);
  const sheet = await sandbox.sheet('Clients');
  const webhook = await createRealWebhook({ app, sandbox, origin }, { connection, sheet });
  expect(webhook.status).toBe('ENABLED');

  const addRow = async (value: string, changeAgent?: string) => {
    const reply = await fetch(`${sandbox.url}/2.0/sheets/${sheet.id}/rows`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(changeAgent && { 'smartsheet-change-agent': changeAgent }),
      },
      body: JSON.stringify([{ toBottom: true, cells: [{ columnId: sheet.columns[0]?.id, value }] }]),
    });
    expect(reply.status).toBe(200);
  };
  const readRow = () => app.db.smartsheetConnection.findUniqueOrThrow({ where: { id: connection.id } });

  const callbacks = () => app.log.lines().filter(({ path }) => path === endpoints.webhooks.smartsheet.path);

  await addRow('Ours', toChangeAgent(connection.id));
  await expect.poll(callbacks).toHaveLength(2);
  expect((await readRow()).syncState).toBe('idle');

  await addRow('Theirs');
  await expect.poll(async () => (await readRow()).syncState).toBe('queued');
  expect(callbacks().map(({ status }) => status)).toEqual([200, 200, 200]);
});
