import { randomUUID } from 'node:crypto';
import { type SmartsheetConnection, sealWebhookSecret } from '@picksync/db';
import type { Sandbox, SandboxSheet } from './sandbox.ts';
import type { TestApp } from './test-app.ts';

type Webhook = { id: number; sharedSecret: string; status: string };

/**
 * Creates a webhook as the worker does: known here first, created at the sandbox, switched on after its challenge. The
 * application listens at `origin`.
 */
export async function createRealWebhook(
  { app, sandbox, origin }: { app: TestApp; sandbox: Sandbox; origin: string },
  { connection, sheet }: { connection: SmartsheetConnection; sheet: Pick<SandboxSheet, 'id'> },
) {
  const token = await app.context.smartsheet.readToken(connection.id);
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
  const sharedSecretSealed = sealWebhookSecret(app.context.sealer, { webhookId: id, sharedSecret });
  await app.db.smartsheetWebhook.update({
    where: { id },
    data: {
      remoteId: String(result.id),
      sharedSecretSealed,
      status: 'enabled',
      remoteStatus: 'ENABLED',
      enabledAt: app.clock.at,
    },
  });
  const enabled = await sandbox.call<{ result: Webhook }>('PUT', `/2.0/webhooks/${result.id}`, {
    token,
    body: { enabled: true },
  });
  return { id, remoteId: result.id, status: enabled.result.status };
}
