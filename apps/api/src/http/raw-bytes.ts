import type { FastifyInstance } from 'fastify';

/** Bodies of other services' callbacks can hold many events. */
export const RAW_BODY_LIMIT = 1024 * 1024;

/** Leaves every body as the bytes that came: a signature is over bytes, and parsing loses some of them. */
export function acceptRawBytes(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}
