import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { registerConsole } from './console/console.routes.ts';
import { createDeps } from './create-deps.ts';
import { checkOrigin } from './origin-check.ts';
import { createCallLog } from './smartsheet/api/call-log.ts';
import { createRateLimit } from './smartsheet/api/rate-limit.ts';
import { registerStandIns } from './stand-ins.ts';
import type { State } from './state/state.ts';
import { registerTestApi } from './test-api/test-api.routes.ts';

export type Sandbox = {
  app: FastifyInstance;
  state: State;
  /** Stops listening and saves what is not saved yet. */
  close: () => Promise<void>;
};

type Options = { config: Config; now: () => Date; random: () => number; log?: FastifyBaseLogger };

const maxBody = 64 * 1024 * 1024;

/** Builds the sandbox without listening yet. The state is read from the file if there is one, else seeded. */
export function createSandbox({ config: given, now, random, log }: Options): Sandbox {
  const config = { ...given };
  const app = fastify({
    bodyLimit: maxBody,
    forceCloseConnections: true,
    // Older versions of Smartsheet's SDKs end the URL of a list with a slash.
    routerOptions: { ignoreTrailingSlash: true },
    ...(log ? { loggerInstance: log.child({}, { level: 'warn' }) } : {}),
  });
  const { deps, dispatcher, deliveries, file, resetState } = createDeps({
    config,
    now,
    random,
    log: app.log,
  });
  const calls = createCallLog(now);
  const limit = createRateLimit({ limit: config.RATE_LIMIT, now });
  const reset = () => {
    limit.reset();
    calls.clear();
    resetState();
  };
  checkOrigin(app, config);
  registerStandIns(app, { deps, calls, limit });
  registerTestApi(app, { deps, calls, reset, resend: deliveries.resend });
  registerConsole(app, deps);
  app.addHook('onListen', async () => {
    // Links name the port that was taken where any free one was asked for.
    const address = app.server.address();
    if (typeof address === 'object' && address) config.PORT = address.port;
    dispatcher.resume();
    deliveries.resume();
  });

  return {
    app,
    state: deps.state,
    close: async () => {
      dispatcher.stop();
      deliveries.stop();
      await app.close();
      await file?.flush();
    },
  };
}
