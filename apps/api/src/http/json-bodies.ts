import { isUtf8 } from 'node:buffer';
import { AppError } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';

/** The escape of the character that PostgreSQL cannot store; not the escaped backslash before `u0000`. */
const escapedNul = /(?:^|[^\\])(?:\\\\)*\\u0000/;

/** The escape of half a character (a lone surrogate), which would be stored as a replacement character. */
const escapedHalf = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/i;

/**
 * Accepts bodies that are JSON in UTF-8, without characters that cannot be stored. Nothing is replaced or decoded: everything
 * else is rejected with a clear error.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = isUtf8(body) ? body.toString('utf8') : undefined;
    if (text === undefined || escapedNul.test(text)) return done(new AppError('malformed_request'));
    parse(request, text, (error, value) => {
      // After parsing, a pair of surrogates is one character; one that is still escaped stands alone.
      const isBroken = !error && escapedHalf.test(text) && escapedHalf.test(JSON.stringify(value));
      if (isBroken) done(new AppError('malformed_request'));
      else done(error, value);
    });
    return undefined;
  });
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['content-encoding'] !== undefined) throw new AppError('unsupported_media_type');
  });
}
