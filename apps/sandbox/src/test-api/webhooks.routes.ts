import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { SandboxDeps } from '../deps.ts';
import { apiError } from '../smartsheet/errors.ts';
import type { Webhook } from '../smartsheet/webhooks/webhook.model.ts';
import { setWebhookStatus } from '../smartsheet/webhooks/webhook.status.ts';

const change = z.strictObject({
  id: z.coerce.number().int(),
  status: z.enum([
    'ENABLED',
    'DISABLED_BY_OWNER',
    'DISABLED_CALLBACK_FAILED',
    'DISABLED_VERIFICATION_FAILED',
    'DISABLED_SCOPE_INACCESSIBLE',
    'DISABLED_APP_REVOKED',
    'DISABLED_ADMINISTRATIVE',
    'DISABLED_EXCEEDED_GRID_LIMITS',
  ]),
});

function view({ id, name, callbackUrl, sheetId, enabled, status, clientId, pending, callback }: Webhook) {
  return {
    id,
    name,
    callbackUrl,
    sheetId,
    enabled,
    status,
    clientId,
    /** Whether a callback is pending or being sent. */
    isBusy: pending.length > 0 || callback !== undefined,
  };
}

/** Serves the webhooks of all accounts, and sets a status as Smartsheet does without notice. */
export function webhookToolRoutes(app: FastifyInstance, { state, now, changes }: SandboxDeps): void {
  app.get('/api/webhooks', async () => [...state.webhooks.values()].map(view));

  app.put('/api/webhooks', async (request) => {
    const { id, status } = change.parse(request.body);
    const webhook = state.webhooks.get(id);
    if (!webhook) throw apiError(1006);
    setWebhookStatus(webhook, status, now().getTime());
    changes.announce({});
    return view(webhook);
  });
}
