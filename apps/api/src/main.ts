import { runProcess } from '@picksync/process';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { createLogger } from './http/logging.ts';
import { createHandlers } from './jobs/handlers.ts';
import { updateDemoLogins } from './modules/auth/demo-logins.ts';
import { scheduleChecks } from './modules/webhooks/webhooks.store.ts';
import { buildServices } from './services.ts';

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
