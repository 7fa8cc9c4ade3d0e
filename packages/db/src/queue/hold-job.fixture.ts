import { openDatabase } from '../database.ts';
import { beginSync } from '../testing/begin-sync.ts';
import { openQueue } from './queue.ts';

// A worker that takes a job and never finishes it, for a test that kills it. Prints `begun` when it holds the job.
const url = process.env.DATABASE_URL ?? '';
const database = openDatabase({ url, poolSize: 1 });
const queue = await openQueue({ url, onError: () => {} });
const idle = { concurrency: 1, handle: async () => {} };
await queue.run('sync-worker', {
  sweep: idle,
  tidy: idle,
  'mend-webhooks': idle,
  'end-retired-account': idle,
  'reseal-secrets': idle,
  'send-webhooks': idle,
  'sweep-webhooks': idle,
  'check-health': idle,
  'sync-connection': {
    concurrency: 1,
    handle: async (job) => {
      await beginSync(database.prisma, job);
      process.stdout.write('begun\n');
      await new Promise(() => {});
    },
  },
});
