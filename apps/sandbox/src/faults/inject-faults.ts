import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Faults, FaultTarget, HeldCalls } from './faults.ts';
import type { AppliedFaults } from './select-faults.ts';

const proxyErrorHtml = '<html><head><title>502 Bad Gateway</title></head><body>502 Bad Gateway</body></html>';
const loginPageHtml =
  '<html><head><title>Sign in</title></head><body>Please sign in to your network.</body></html>';
const errorEnvelope = JSON.stringify({
  errorCode: 4000,
  message: 'An unexpected error has occurred.',
  refId: 'x',
});
const msPerByte = 1000;

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

/** Returns a successful response's body as the fault `kind` sends it. */
function corruptBody(reply: FastifyReply, { body, kind }: { body: string; kind: Faults['body'] }) {
  switch (kind) {
    case 'whole':
      return body;
    case 'truncated':
      return body.slice(0, body.length / 2);
    case 'error':
      return errorEnvelope;
    case 'html':
      reply.type('text/html');
      return loginPageHtml;
    case 'slow':
      return Readable.from(byteByByte(body));
  }
}

async function* byteByByte(body: string) {
  for (const byte of Buffer.from(body)) {
    yield Buffer.from([byte]);
    await delay(msPerByte, undefined, { ref: false });
  }
}
