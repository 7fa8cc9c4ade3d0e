import type { Handlers } from '../queue/job.ts';

const idle = { concurrency: 1, handle: async () => {} };

/** Returns handlers of the API's queues that do nothing, but for those that are given. */
export function apiHandlers(given: Partial<Handlers<'api'>> = {}): Handlers<'api'> {
  return {
    'export-data': idle,
    'look-into-rule': idle,
    'find-notices': idle,
    'refresh-subscription': idle,
    'assign-event': idle,
    'refresh-dispute': idle,
    'align-charges': idle,
    'pause-surplus': idle,
    'settle-plans': idle,
    'send-notice': idle,
    'send-mail': idle,
    ...given,
  };
}
