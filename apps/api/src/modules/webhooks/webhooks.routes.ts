import { endpoints } from '@picksync/contracts';
import { answerToChallenge, signatureHeader } from '@picksync/smartsheet-client';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { type CallbackParts, takeCallback } from './callbacks.ts';

export function webhookRoutes(app: FastifyInstance, parts: CallbackParts): void {
  serve(
    app,
    endpoints.webhooks.smartsheet,
  )(async ({ params, rawBody, request, reply }) => {
    const signature = request.headers[signatureHeader];
    // A request without a body comes without bytes.
    const received = { webhookId: params.webhookId, rawBody: rawBody ?? Buffer.alloc(0), signature };
    const challenge = await takeCallback(received, parts);
    if (challenge === undefined) return {};
    const { headers, body } = answerToChallenge(challenge);
    reply.headers(headers);
    return body;
  });
}
