import type { FastifyInstance } from 'fastify';
import type { Change, Changes } from '../changes.ts';

/** Changes within this time are sent as one message, for example the rows of a bulk write. */
const gatherMs = 40;

/** Returns the event for the page. Ids are strings, and every field is present. */
export function toEvent(changes: Change[]) {
  return {
    sheets: [...new Set(changes.flatMap((change) => change.sheets ?? []).map(String))],
    list: changes.some((change) => change.list),
    mails: changes.some((change) => change.mails),
    faults: changes.some((change) => change.faults),
    payments: changes.some((change) => change.payments),
  };
}

/** Streams changes to the page as server-sent events. */
export function eventRoutes(app: FastifyInstance, { changes }: { changes: Changes }): void {
  app.get('/api/console/events', (request, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    raw.write('retry: 1000\n\n');

    let gathered: Change[] = [];
    let timer: NodeJS.Timeout | undefined;
    const send = () => {
      timer = undefined;
      raw.write(`data: ${JSON.stringify(toEvent(gathered))}\n\n`);
      gathered = [];
    };
    const unsubscribe = changes.subscribe((change) => {
      gathered.push(change);
      timer ??= setTimeout(send, gatherMs);
    });
    request.raw.once('close', () => {
      unsubscribe();
      clearTimeout(timer);
    });
  });
}
