import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Faults } from '../../tools/faults.ts';

const PAGE = '<html><head><title>Sign in</title></head><body>Please sign in to your network.</body></html>';
const ENVELOPE = JSON.stringify({
  errorCode: 4000,
  message: 'An unexpected error has occurred.',
  refId: 'x',
});
const BYTE_EVERY_MS = 1000;

/** Returns what goes out instead of a good answer's body. */
export function spoiltBody(reply: FastifyReply, { body, kind }: { body: string; kind: Faults['body'] }) {
  switch (kind) {
    case 'whole':
      return body;
    case 'truncated':
      return body.slice(0, body.length / 2);
    case 'error':
      return ENVELOPE;
    case 'html':
      reply.type('text/html');
      return PAGE;
    case 'slow':
      return Readable.from(slowly(body));
  }
}

async function* slowly(body: string) {
  for (const byte of Buffer.from(body)) {
    yield Buffer.from([byte]);
    await delay(BYTE_EVERY_MS, undefined, { ref: false });
  }
}
