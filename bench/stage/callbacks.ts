import { createHmac, randomUUID } from 'node:crypto';
import { sealWebhookSecret } from '@picksync/db';
import { type PlantedAccount, plantAccounts } from './accounts.ts';
import type { Stage } from './stage.ts';

/** The id that the callbacks name, as Smartsheet's webhook has it. */
const remoteId = 4_503_604_829_677_444;

export type PlantedWebhook = { id: string; sheetId: string; sharedSecret: string };

/** A request that posts a signed callback. */
export type Callback = { nonce: string; path: string; headers: Record<string, string>; body: string };

/** Creates accounts with a webhook of their source sheet each. */
export async function plantWebhooks(stage: Stage, count: number): Promise<PlantedWebhook[]> {
  return plantWebhooksFor(stage, await plantAccounts(stage, { accounts: count, sources: 1, targets: 1 }));
}

/** Creates a webhook of the first source sheet of each account, in their order. */
export async function plantWebhooksFor(
  { prisma, sealer }: Pick<Stage, 'prisma' | 'sealer'>,
  accounts: readonly PlantedAccount[],
): Promise<PlantedWebhook[]> {
  const webhooks = accounts.map(({ connectionId, sources }) => ({
    id: randomUUID(),
    connectionId,
    sheetId: sources[0]?.sheetId ?? '',
    sharedSecret: randomUUID(),
  }));
  await prisma.smartsheetWebhook.createMany({
    data: webhooks.map(({ sharedSecret, ...row }) => ({
      ...row,
      remoteId: String(remoteId),
      status: 'enabled' as const,
      sharedSecretSealed: sealWebhookSecret(sealer, { webhookId: row.id, sharedSecret }),
    })),
  });
  return webhooks;
}

/** Returns a source of callbacks about an edited cell, as the provider's documentation shows them: of each webhook in turn. */
export function signCallbacks(webhooks: readonly PlantedWebhook[]): () => Callback {
  let count = 0;
  return () => {
    const webhook = webhooks[count++ % webhooks.length];
    if (!webhook) throw new Error('There is no webhook');
    const nonce = randomUUID();
    const timestamp = new Date().toISOString().replace('Z', '+00:00');
    const event = { eventType: 'updated', userId: 4_856_934_849_340_120, timestamp };
    const body = JSON.stringify({
      nonce,
      timestamp,
      webhookId: remoteId,
      scope: 'sheet',
      scopeObjectId: Number(webhook.sheetId),
      events: [
        { objectType: 'sheet', id: Number(webhook.sheetId), ...event },
        { objectType: 'row', id: 3_285_357_287_499_652, ...event },
        { objectType: 'cell', rowId: 3_285_357_287_499_652, columnId: 4_503_604_829_677_444, ...event },
      ],
    });
    const signature = createHmac('sha256', webhook.sharedSecret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'smartsheet-hmac-sha256': signature };
    return { nonce, path: `/api/smartsheet/callbacks/${webhook.id}`, headers, body };
  };
}
