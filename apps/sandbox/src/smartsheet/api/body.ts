import type { FastifyInstance } from 'fastify';
import { refuse } from '../errors.ts';

/** JSON with the provider's own refusal (1008), forms, and the empty bodies its SDKs send with a content type. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/json/, { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(String(text)));
    } catch (error) {
      done(refuse(1008, (error as Error).message));
    }
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined);
    done(refuse(1091, request.headers['content-type']));
  });
}
