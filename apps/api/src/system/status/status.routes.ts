import type { FastifyInstance } from 'fastify';
import type { Context } from '../../base/context.ts';
import { renderStatusFeed } from './status-feed.ts';
import { renderStatusPage, renderUnknownStatus } from './status-page.ts';
import { createStatusReader } from './status-reader.ts';

/** Nobody waits longer than this for a new measurement. */
const cacheControl = 'public, max-age=10';

/** Serves the status page and its feed to everybody, without a session. */
export function statusRoutes(app: FastifyInstance, context: Context): void {
  const { now, log, settings } = context;
  const { publicOrigin } = settings;
  const read = createStatusReader(context);
  app.get('/status', async (_request, reply) => {
    reply.type('text/html; charset=utf-8');
    try {
      const page = renderStatusPage(await read(), { publicOrigin, now: now() });
      return reply.header('cache-control', cacheControl).send(page);
    } catch (err) {
      log.warn({ err }, 'the status could not be read');
      return reply.code(503).send(renderUnknownStatus(publicOrigin));
    }
  });
  app.get('/status/feed', async (_request, reply) => {
    const feed = renderStatusFeed(await read(), publicOrigin);
    return reply.type('application/atom+xml; charset=utf-8').header('cache-control', cacheControl).send(feed);
  });
}
