import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { corruptBody } from './corrupt-body.ts';
import type { HeldCalls } from './held-calls.ts';
import type { AppliedFaults, FaultTarget } from './select-faults.ts';

const proxyErrorHtml = '<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>';

type FaultyCall = { target: FaultTarget; faults: AppliedFaults; held: HeldCalls };

/**
 * Delays, holds or fails a call before it takes effect. Returns the reply when the call ends here, else undefined.
 * Throws the error of a call that is to be refused.
 */
export async function injectBeforeCall(
  { target, faults, held }: FaultyCall,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply | undefined> {
  const { failure, hold, lagMs } = faults;
  if (lagMs > 0) await delay(lagMs);
  if (hold === 'before') await held.wait({ ...target, hold });
  if (failure.kind === 'error') throw failure.error;
  if (failure.kind === 'proxy-error') return reply.code(502).type('text/html').send(proxyErrorHtml);
  if (failure.kind === 'connection-reset') request.raw.socket.destroy();
  if (failure.kind === 'hang' || failure.kind === 'connection-reset') return reply.hijack();
  return undefined;
}

/** Delays, holds or cuts off a response after the call took effect. */
export async function injectAfterCall(
  { target, faults, held }: FaultyCall,
  request: FastifyRequest,
): Promise<void> {
  const { failure, hold, answerLagMs } = faults;
  if (answerLagMs > 0) await delay(answerLagMs);
  if (hold === 'after') await held.wait({ ...target, hold });
  if (failure.kind === 'connection-reset-after') request.raw.socket.destroy();
}

/** Returns the body to send: for a successful response the one that the fault `body` asks for. */
export function injectIntoBody(faults: AppliedFaults, reply: FastifyReply, body: unknown): unknown {
  const isSuccessful = reply.statusCode === 200 && typeof body === 'string';
  return isSuccessful ? corruptBody(reply, { body, kind: faults.body }) : body;
}
