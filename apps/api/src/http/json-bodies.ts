import { AppError } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';

/** The character that PostgreSQL keeps in no text. JSON can only carry it as this escape, unless that is escaped itself. */
const NUL = /(?:^|[^\\])(?:\\\\)*\\u0000/;

/** Bodies are JSON and nothing else, without what nothing that is kept can hold. */
export function acceptJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (NUL.test(body)) done(new AppError('malformed_request'));
    else parse(request, body, done);
  });
}
