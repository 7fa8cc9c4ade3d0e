import { randomUUID } from 'node:crypto';
import { endpoints } from '@picksync/contracts';
import { type SmartsheetConnection, sealWebhookSecret } from '@picksync/db';
import { changeAgentOf } from '@picksync/smartsheet-account';
import { expect, test } from 'vitest';
import { connectSandbox } from '../../testing/connect.ts';
import type { SandboxSheet } from '../../testing/sandbox.ts';
import { sandboxApp } from '../../testing/sandbox-app.ts';

const { app, sandbox } = await sandboxApp();
const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });

type Webhook = { id: number; sharedSecret: string; status: string };

/** A webhook as the worker makes it: known here first, created there, switched on after its challenge. */
async function createWebhook(connection: SmartsheetConnection, sheet: SandboxSheet, token: string) {
  const id = randomUUID();
  await app.db.smartsheetWebhook.create({
    data: { id, connectionId: connection.id, sheetId: String(sheet.id) },
  });
  const scope = { scope: 'sheet', scopeObjectId: sheet.id, events: ['*.*'], version: 1 };
  const callbackUrl = `${origin}/api/smartsheet/callbacks/${id}`;
  const { result } = await sandbox.call<{ result: Webhook }>('POST', '/2.0/webhooks', {
    token,
    body: { name: 'Clients', callbackUrl, ...scope },
  });
  const { sharedSecret } = result;
  const sharedSecretSealed = sealWebhookSecret(app.services.sealer, { webhookId: id, sharedSecret });
  await app.db.smartsheetWebhook.update({
    where: { id },
    data: { remoteId: String(result.id), sharedSecretSealed, status: 'enabled' },
  });
  const enabled = await sandbox.call<{ result: Webhook }>('PUT', `/2.0/webhooks/${result.id}`, {
    token,
    body: { enabled: true },
  });
  return { id, status: enabled.result.status };
}

test('Smartsheet’s challenge is answered, its signature accepted, and a change marks the account', async () => {
  const { userId } = await app.signIn();
  const connection = await connectSandbox(app, sandbox, { userId });
  const token = await app.services.readToken(connection.id);
  const sheet = await sandbox.sheet('Clients');
  const webhook = await createWebhook(connection, sheet, token);
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
  const rowOf = () => app.db.smartsheetConnection.findUniqueOrThrow({ where: { id: connection.id } });

  const callbacks = () => app.log.lines().filter(({ path }) => path === endpoints.webhooks.smartsheet.path);

  await addRow('Ours', changeAgentOf(connection.id));
  await expect.poll(callbacks).toHaveLength(2);
  expect((await rowOf()).syncState).toBe('idle');

  await addRow('Theirs');
  await expect.poll(async () => (await rowOf()).syncState).toBe('queued');
  expect(callbacks().map(({ status }) => status)).toEqual([200, 200, 200]);
});
