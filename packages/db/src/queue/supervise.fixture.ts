import { openQueue } from './queue.ts';

// A process that supervises the queues of all, for a test that kills it. Prints `chosen` when it does.
const queue = await openQueue({ url: process.env.DATABASE_URL ?? '', onError: () => {} });
const idle = { concurrency: 1, handle: async () => {} };
await queue.run(
  'sync-worker',
  {
    sweep: idle,
    tidy: idle,
    'mend-webhooks': idle,
    'end-retired-account': idle,
    'reseal-secrets': idle,
    'send-webhooks': idle,
    'sweep-webhooks': idle,
    'check-health': idle,
    'sync-connection': idle,
  },
  {
    // Duties that are free are given at once: whoever has this one has the other as well.
    chosen: async () => void process.stdout.write('chosen\n'),
  },
);
