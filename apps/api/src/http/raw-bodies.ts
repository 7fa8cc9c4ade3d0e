import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Callbacks of other services can hold many events. */
export const maxRawBodyBytes = 1024 * 1024;

/**
 * Passes every body of a scope on as bytes, because a signature is over bytes. `readBody` reads them where keeping all of
 * them would take too much memory.
 */
export function acceptRawBodies(
  scope: FastifyInstance,
  readBody?: (request: FastifyRequest, stream: Readable) => Promise<unknown>,
): void {
  scope.removeAllContentTypeParsers();
  if (readBody) scope.addContentTypeParser('*', readBody);
  else scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
