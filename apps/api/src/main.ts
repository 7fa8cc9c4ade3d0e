import { setTimeout as delay } from 'node:timers/promises';
import { runProcess } from '@picksync/process';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { createLogger } from './http/logging.ts';
import { createHandlers } from './jobs/handlers.ts';
import { openContext } from './open-context.ts';
import { updateDemoLogins } from './people/auth/demo-logins.ts';
import { scheduleChecks } from './sync/webhooks/webhooks.store.ts';
import { openOperatorServer } from './system/operator-server.ts';

/** Longer than a token refresh may take: one that is cut off loses the connection. */
const closeTimeoutMs = 150_000;

runProcess({
  name: 'The API',
  closeTimeoutMs,
  start: async () => {
    const config = readConfig(process.env);
    const log = createLogger(config.logLevel);
    const context = await openContext({ config, log });
    const app = await buildApp(context, config);
    app.addHook('onClose', () => context.close());
    await updateDemoLogins(context, config.demoPassword);
    const operators = await openOperatorServer(context, config.metrics);
    const duties = { ...(operators && { figures: context.readFigures }) };
    await context.queue.run('api', createHandlers(context), duties);
    // Smartsheet may have disabled webhooks whose callbacks failed while the API was down.
    await scheduleChecks(context.db);
    await app.listen({ port: config.port, host: config.host });
    const close = async () => {
      // Who sends requests here learns it before the port closes.
      context.readiness.stop();
      await delay(config.stopDelayMs);
      await app.close();
      await operators?.close();
    };
    return { log, close };
  },
});
