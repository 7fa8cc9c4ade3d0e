import { endpoints } from '@picksync/contracts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../http/serve.ts';
import type { Live } from './live.ts';

export function liveRoutes(app: FastifyInstance, live: Pick<Live, 'open' | 'close'>): void {
  const route = serve(app);
  route(endpoints.live.stream)(({ caller, query, request, reply }) => {
    const lastEventId = request.headers['last-event-id']?.toString() ?? query.lastEventId;
    const viewer = { userId: caller.user.id, sessionId: caller.session.id };
    return reply
      .headers({
        'content-type': 'text/event-stream; charset=utf-8',
        // No proxy may cache, compress or buffer the events.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
        // The connection ends with the stream, so that closing does not wait for it.
        connection: 'close',
      })
      .send(live.open(viewer, lastEventId));
  });
  app.addHook('preClose', async () => live.close());
}
