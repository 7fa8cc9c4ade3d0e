import { AppError, endpoints } from '@picksync/contracts';
import { answerToChallenge, signatureHeader } from '@picksync/smartsheet-client';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import { createGate } from '../passwords/gate.ts';
import { type CallbackParts, takeCallback } from './callbacks.ts';

/**
 * Callbacks come in bursts. They take turns at a part of the database's connections, so that the people who use the
 * site always find one free, and so that no burst is answered with an error that makes Smartsheet come again.
 */
const TURNS = { atOnce: 5, waiting: 10_000, full: () => new AppError('unavailable') };

export function webhookRoutes(app: FastifyInstance, parts: CallbackParts): void {
  const inTurn = createGate(TURNS);
  serve(
    app,
    endpoints.webhooks.smartsheet,
  )(async ({ params, rawBody, request, reply }) => {
    const signature = request.headers[signatureHeader];
    // A request without a body comes without bytes.
    const received = { webhookId: params.webhookId, rawBody: rawBody ?? Buffer.alloc(0), signature };
    const challenge = await inTurn(() => takeCallback(received, parts));
    if (challenge === undefined) return {};
    const { headers, body } = answerToChallenge(challenge);
    reply.headers(headers);
    return body;
  });
}
