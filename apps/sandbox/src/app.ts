import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { registerConsole } from './console/console.routes.ts';
import { requireOwnAddress } from './own-address.ts';
import { createParts } from './parts.create.ts';
import { registerPostmark } from './postmark/postmark.ts';
import { createRateLimit } from './smartsheet/api/rate-limit.ts';
import { registerSmartsheet } from './smartsheet/smartsheet.ts';
import type { State } from './smartsheet/state.ts';
import { createCallLog } from './tools/call-log.ts';
import { registerTools } from './tools/tools.routes.ts';

export type Sandbox = {
  app: FastifyInstance;
  state: State;
  /** Stops answering and saves what is not saved yet. */
  close: () => Promise<void>;
};

type Options = { config: Config; now: () => Date; random: () => number; log?: FastifyBaseLogger };

const MAX_BODY = 64 * 1024 * 1024;

/** The whole sandbox, not listening yet. Its state comes from the file if there is one, else from the seed. */
export function createSandbox({ config, now, random, log }: Options): Sandbox {
  const app = fastify({
    bodyLimit: MAX_BODY,
    forceCloseConnections: true,
    // Older versions of the provider's SDKs end the address of a list with a slash.
    routerOptions: { ignoreTrailingSlash: true },
    ...(log ? { loggerInstance: log.child({}, { level: 'warn' }) } : {}),
  });
  const { parts, dispatcher, file, reseed } = createParts({ config, now, random, log: app.log });
  const calls = createCallLog(now);
  const limit = createRateLimit({ limit: config.RATE_LIMIT, now });
  const reset = () => {
    limit.reset();
    calls.clear();
    reseed();
  };
  const mail = {
    inbox: () => parts.state.inbox,
    now,
    newId: randomUUID,
    changed: () => parts.changes.announce({ mails: true }),
  };

  requireOwnAddress(app, config);
  registerSmartsheet(app, { parts, calls, limit });
  registerPostmark(app, mail);
  registerTools(app, { parts, calls, reset });
  registerConsole(app, parts);
  app.addHook('onListen', async () => dispatcher.resume());

  return {
    app,
    state: parts.state,
    close: async () => {
      dispatcher.stop();
      await app.close();
      await file?.flush();
    },
  };
}
