import { isUtf8 } from 'node:buffer';
import { AppError } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';

/** The character that PostgreSQL keeps in no text. JSON can only carry it as this escape, unless that is escaped itself. */
const escapedNul = /(?:^|[^\\])(?:\\\\)*\\u0000/;

/** Half of a character, which only an escape can carry: it would be kept as a replacement character. */
const escapedHalf = /(?:^|[^\\])(?:\\\\)*\\ud[89a-f]/i;

/**
 * Accepts bodies that are JSON in UTF-8 and nothing else, without what no text that is kept can hold. Nothing is
 * replaced or decoded: who sends something else is told so.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = isUtf8(body) ? body.toString('utf8') : undefined;
    if (text === undefined || escapedNul.test(text)) return done(new AppError('malformed_request'));
    parse(request, text, (error, value) => {
      // A whole pair is a character again once it is parsed; what is escaped then is half of one.
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
