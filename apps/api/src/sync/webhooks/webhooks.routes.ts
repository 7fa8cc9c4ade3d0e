import { AppError, endpoints, idField } from '@picksync/contracts';
import { challengeReply, signatureHeader } from '@picksync/smartsheet-client';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { toNetwork } from '../../base/network.ts';
import { type Incoming, serve } from '../../http/serve.ts';
import { type CallbackBody, readCallbackBody } from './callback-body.ts';
import { createCallbackDeps, type WithLimits } from './callback-deps.ts';
import { receiveCallback } from './receive-callback.ts';
import type { WebhookCache } from './webhook-cache.ts';

export function webhookRoutes(app: FastifyInstance, context: Context & WithLimits): void {
  const deps = createCallbackDeps(context);
  const { webhooks, limits } = deps;

  const readBody = async ({ request, stream, onEnd }: Incoming): Promise<CallbackBody> => {
    const { data: webhookId } = idField.safeParse((request.params as { webhookId?: unknown }).webhookId);
    // The body is read only at the address of a webhook that exists.
    if (webhookId === undefined || !(await isKnown(webhookId, webhooks))) throw new AppError('not_found');
    const { headers, ip } = request;
    const incoming = {
      webhookId,
      signature: headers[signatureHeader],
      stream,
      declaredBytes: Number(headers['content-length'] ?? 0),
      network: toNetwork(ip),
      onEnd,
    };
    return readCallbackBody(incoming, { limits, webhooks });
  };

  serve(app)(endpoints.webhooks.smartsheet, { readBody })(async ({ params, rawBody, request, reply }) => {
    // A request without a body has no bytes.
    const body = rawBody ?? { kind: 'kept', rawBody: Buffer.alloc(0) };
    const signature = request.headers[signatureHeader];
    const challenge = await receiveCallback({ webhookId: params.webhookId, body, signature }, deps);
    if (challenge === undefined) return {};
    const { headers, body: replyBody } = challengeReply(challenge);
    reply.headers(headers);
    return replyBody;
  });
}

async function isKnown(id: string, webhooks: WebhookCache): Promise<boolean> {
  return webhooks.getKept(id) !== undefined || (await webhooks.read(id)) !== null;
}
