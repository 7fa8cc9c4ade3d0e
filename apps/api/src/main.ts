import { buildApp } from './app.ts';
import { ConfigError, readConfig } from './config.ts';
import { createLogger } from './http/logging.ts';
import { createHandlers } from './jobs/handlers.ts';
import { settleDemoLogins } from './modules/auth/demo-logins.ts';
import { buildServices } from './services.ts';

const CLOSING_MS = 10_000;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  const services = await buildServices({ config, log });
  const app = await buildApp(config, services);
  app.addHook('onClose', () => services.close());
  await settleDemoLogins(config.demoPassword, services);
  await services.queue.run('api', createHandlers(services));

  const stop = (reason: string) => {
    log.info({ reason }, 'stopping');
    // Requests under way are finished first; one that hangs may not keep the process.
    setTimeout(() => process.exit(1), CLOSING_MS).unref();
    app.close().then(
      () => process.exit(0),
      (err) => {
        log.error({ err }, 'could not stop in order');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop(signal));
  // Started by another process, this one ends with it.
  process.once('disconnect', () => stop('disconnect'));

  await app.listen({ port: config.port, host: config.host });
}

start().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${error instanceof ConfigError ? message : `The API could not start: ${message}`}\n`);
  process.exit(1);
});
