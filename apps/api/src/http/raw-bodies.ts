import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Callbacks of other services can hold many events. */
export const maxRawBodyBytes = 1024 * 1024;

/**
 * Leaves every body of a scope as the bytes that came: a signature is over bytes, and parsing loses some of them.
 * `readBody` reads them where keeping them all would cost too much.
 */
export function acceptRawBodies(
  scope: FastifyInstance,
  readBody?: (request: FastifyRequest, stream: Readable) => Promise<unknown>,
): void {
  scope.removeAllContentTypeParsers();
  if (readBody) scope.addContentTypeParser('*', readBody);
  else scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
