import { endpoints, idField } from '@picksync/contracts';
import { answerToChallenge, signatureHeader } from '@picksync/smartsheet-client';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { createCallbackParts, type WebhookParts } from './callback-parts.ts';
import { requireWebhook, takeCallback } from './callbacks.ts';

/** A pasted block of cells is one callback, with some 200 bytes for each cell. */
const MOST_BYTES = 4 * 1024 * 1024;

export function webhookRoutes(app: FastifyInstance, webhookParts: WebhookParts): void {
  const parts = createCallbackParts(webhookParts);

  app.register(async (scope) => {
    // Bodies are large; nobody's is read who does not know the address of a webhook.
    scope.addHook('preParsing', async ({ params }) => {
      const { data: id } = idField.safeParse((params as { webhookId?: unknown }).webhookId);
      if (id !== undefined) await requireWebhook(id, parts.known);
    });
    serve(scope, endpoints.webhooks.smartsheet, { bodyLimit: MOST_BYTES })(
      async ({ params, rawBody, request, reply }) => {
        const signature = request.headers[signatureHeader];
        // A request without a body comes without bytes.
        const received = { webhookId: params.webhookId, rawBody: rawBody ?? Buffer.alloc(0), signature };
        const challenge = await takeCallback(received, parts);
        if (challenge === undefined) return {};
        const { headers, body } = answerToChallenge(challenge);
        reply.headers(headers);
        return body;
      },
    );
  });
}
