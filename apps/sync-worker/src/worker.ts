import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { healthServer } from './health.ts';
import { createHandlers } from './jobs/handlers.ts';
import { startRescue } from './rescue.ts';
import { buildServices } from './services.ts';

export type Worker = {
  /** Where it serves `/healthz`. */
  address: string;
  stop: () => Promise<void>;
};

/** Starts a worker: any number of them may run side by side, and none has to know of the others. */
export async function startWorker({ config, log }: { config: Config; log: Logger }): Promise<Worker> {
  const services = await buildServices({ config, log });
  const server = healthServer(services.health);
  try {
    const address = await server.listen({ port: config.port, host: config.host });
    await services.queue.run('sync-worker', createHandlers(services));
    const rescue = startRescue(services);
    return {
      address,
      stop: async () => {
        await rescue.stop();
        // The health check answers to the end: it reports that the process is stopping.
        await services.close();
        await server.close();
      },
    };
  } catch (error) {
    await services.close();
    await server.close();
    throw error;
  }
}
