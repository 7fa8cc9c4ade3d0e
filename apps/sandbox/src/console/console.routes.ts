import { existsSync } from 'node:fs';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Change } from '../changes.ts';
import type { SandboxDeps } from '../deps.ts';
import { ApiError } from '../smartsheet/errors.ts';
import { attachmentRoutes, placeRoutes } from './place.routes.ts';
import { reportRoutes } from './report.routes.ts';
import { columnRoutes, editRoutes, sheetRoutes } from './sheet.routes.ts';

/** Registers the console's page and the routes it calls. */
export function registerConsole(app: FastifyInstance, deps: SandboxDeps): void {
  pageRoutes(app, deps.config.CONSOLE_DIST);
  app.register(async (scope) => {
    registerErrorHandler(scope);
    eventRoutes(scope, deps);
    sheetRoutes(scope, deps);
    editRoutes(scope, deps);
    columnRoutes(scope, deps);
    placeRoutes(scope, deps);
    attachmentRoutes(scope, deps);
    reportRoutes(scope, deps);
  });
}

const notBuilt = 'The console is not built yet: run `pnpm --filter @picksync/sandbox build`.\n';

/**
 * Serves the console as it was built: its page at `/`, its files under `/console/`, and every component that it is made of at
 * `/dev/ui`. All else works without the build.
 */
function pageRoutes(app: FastifyInstance, folder: string): void {
  if (!existsSync(folder)) {
    // No failure: the sandbox is ready, and whoever starts it asks here whether it is.
    app.get('/', (_request, reply) => reply.type('text/plain').send(notBuilt));
    return;
  }
  // Read again each time: only what has its content's hash in its name lasts, and this machine is not far.
  app.register(staticFiles, { root: folder, prefix: '/console/', cacheControl: false, index: false });
  app.get('/', (_request, reply) => reply.sendFile('index.html'));
  app.get('/dev/ui', (_request, reply) => reply.sendFile('gallery.html'));
}

/** Messages for people, without ids. Codes that are not listed keep Smartsheet's message. */
const messagesByCode: Partial<Record<number, string>> = {
  1006: 'Not found. Someone else may have deleted it.',
  1039: 'This column is locked. Unlock it first.',
  1041: 'That is too long for Smartsheet.',
  1042: 'This column accepts only its options. Add the option first, or remove the restriction.',
  1056: 'Another column has this name.',
  1057: 'The primary column must be text.',
  1061: 'That is more than Smartsheet accepts.',
  1137: 'An option or an address can be in the list only once.',
  1207: 'That cannot be blank.',
};

/** Registers the error handler of the console's routes, which responds with `{ message }`. */
function registerErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ApiError) {
      return reply.code(error.status).send({ message: messagesByCode[error.errorCode] ?? error.message });
    }
    if (error instanceof z.ZodError)
      return reply.code(400).send({ message: 'The console sent an unexpected request.' });
    throw error;
  });
}

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
    channels: changes.some((change) => change.channels),
  };
}

/** Streams changes to the page as server-sent events. */
function eventRoutes(app: FastifyInstance, { changes }: SandboxDeps): void {
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
