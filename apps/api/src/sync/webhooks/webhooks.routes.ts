import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { AppError, endpoints, idField } from '@picksync/contracts';
import { challengeReply, signatureHeader } from '@picksync/smartsheet-client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../base/context.ts';
import { toNetwork } from '../../base/network.ts';
import { serve } from '../../http/serve.ts';
import { type CallbackBody, readCallbackBody } from './callback-body.ts';
import { createCallbackDeps, type WithLimits } from './callback-deps.ts';
import { receiveCallback } from './receive-callback.ts';
import type { WebhookCache } from './webhook-cache.ts';

export function webhookRoutes(app: FastifyInstance, context: Context & WithLimits): void {
  const deps = createCallbackDeps(context);
  const { webhooks, limits } = deps;
  const responses = new WeakMap<FastifyRequest, ServerResponse>();

  const readBody = async (request: FastifyRequest, stream: Readable): Promise<CallbackBody> => {
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
      onEnd: (release: () => void) => afterResponse(responses.get(request), release),
    };
    return readCallbackBody(incoming, { limits, webhooks });
  };

  app.register(async (scope) => {
    scope.addHook('onRequest', (request, reply, done) => {
      responses.set(request, reply.raw);
      done();
    });
    serve(scope)(endpoints.webhooks.smartsheet, { readBody })(async ({ params, rawBody, request, reply }) => {
      // A request without a body has no bytes.
      const body = rawBody ?? { kind: 'kept', rawBody: Buffer.alloc(0) };
      const signature = request.headers[signatureHeader];
      const challenge = await receiveCallback({ webhookId: params.webhookId, body, signature }, deps);
      if (challenge === undefined) return {};
      const { headers, body: replyBody } = challengeReply(challenge);
      reply.headers(headers);
      return replyBody;
    });
  });
}

/** Calls `release` when the response is over, also when the sender has disconnected. */
function afterResponse(response: ServerResponse | undefined, release: () => void): void {
  if (!response || response.writableFinished || response.destroyed) release();
  else response.once('finish', release).once('close', release);
}

async function isKnown(id: string, webhooks: WebhookCache): Promise<boolean> {
  return webhooks.getKept(id) !== undefined || (await webhooks.read(id)) !== null;
}
