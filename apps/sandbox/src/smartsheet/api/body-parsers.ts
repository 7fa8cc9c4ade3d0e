import type { FastifyInstance } from 'fastify';
import { apiError } from '../errors.ts';
import { narrowIds } from '../ids.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface is merged with the module's own
  interface FastifyContextConfig {
    takesFile?: boolean;
  }
}

/**
 * Registers parsers for JSON (1008 when invalid), forms, files, and the empty bodies that Smartsheet's SDKs send with a
 * content type.
 */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/json/, { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(narrowIds(String(text))));
    } catch (error) {
      done(apiError(1008, (error as Error).message));
    }
  });
  registerFormParser(app);
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (request.routeOptions.config.takesFile) return done(null, bytes);
    if (bytes.length === 0) return done(null, undefined);
    done(apiError(1091, request.headers['content-type']));
  });
}

/** Registers the parser for forms of a page. */
export function registerFormParser(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  );
}
