import { runProcess } from '@picksync/process';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { createLogger } from './http/logging.ts';
import { createHandlers } from './jobs/handlers.ts';
import { updateDemoLogins } from './people/auth/demo-logins.ts';
import { buildServices } from './services.ts';
import { scheduleChecks } from './sync/webhooks/webhooks.store.ts';

/** Longer than a token refresh may take: one that is cut off loses the connection. */
const closeTimeoutMs = 150_000;

runProcess({
  name: 'The API',
  closeTimeoutMs,
  start: async () => {
    const config = readConfig(process.env);
    const log = createLogger(config.logLevel);
    const services = await buildServices({ config, log });
    const app = await buildApp(config, services);
    app.addHook('onClose', () => services.close());
    await updateDemoLogins(config.demoPassword, services);
    await services.queue.run('api', createHandlers(services));
    // Smartsheet may have disabled webhooks whose callbacks failed while the API was down.
    await scheduleChecks(services.db);
    await app.listen({ port: config.port, host: config.host });
    return { log, close: () => app.close() };
  },
});
