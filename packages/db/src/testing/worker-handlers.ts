import type { Handlers } from '../queue/job.ts';

const idle = { concurrency: 1, handle: async () => {} };

/** Returns handlers of a worker's queues that do nothing, but for those that are given. */
export function workerHandlers(given: Partial<Handlers<'sync-worker'>> = {}): Handlers<'sync-worker'> {
  return {
    sweep: idle,
    tidy: idle,
    'mend-webhooks': idle,
    'end-retired-account': idle,
    'reseal-secrets': idle,
    'send-webhooks': idle,
    'sweep-webhooks': idle,
    'check-health': idle,
    'measure-status': idle,
    'sync-connection': idle,
    ...given,
  };
}
