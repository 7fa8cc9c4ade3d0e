import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Faults } from './faults.ts';

const loginPageHtml =
  '<html><head><title>Sign in</title></head><body>Please sign in to your network.</body></html>';
const errorEnvelope = JSON.stringify({
  errorCode: 4000,
  message: 'An unexpected error has occurred.',
  refId: 'x',
});
const msPerByte = 1000;

/** Returns a successful response's body as the fault `kind` sends it. */
export function corruptBody(reply: FastifyReply, { body, kind }: { body: string; kind: Faults['body'] }) {
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
