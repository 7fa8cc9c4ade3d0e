import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const page = fileURLToPath(new URL('./page', import.meta.url));
const fonts = join(dirname(fileURLToPath(import.meta.resolve('@fontsource-variable/inter'))), 'files');

/** Serves the page at `/` and its files under `/console/`. There is no build step. */
export function pageRoutes(app: FastifyInstance): void {
  app.register(staticFiles, { root: page, prefix: '/console/', cacheControl: false, index: false });
  app.register(staticFiles, {
    root: fonts,
    prefix: '/console/fonts/',
    maxAge: '30d',
    decorateReply: false,
    index: false,
  });
  app.get('/', (_request, reply) => reply.sendFile('index.html'));
}
